#!/bin/bash
# Tries the section "Point-in-time recovery" of docs/runbook.md as it is written, on a PostgreSQL of its own in a temporary
# folder: archives, writes like sales, goes back to a second, and checks that exactly what came before is there.
# Needs Debian's postgresql and pgbackrest; run it as root (it becomes postgres) or as any user. Ends by itself.
set -euo pipefail

project=$(cd "$(dirname "$0")/../.." && pwd)
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
folder=$(mktemp -d /tmp/flexpower-pitr.XXXXXX)
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as=(setpriv --reuid=postgres --regid=postgres --init-groups env "HOME=$folder")
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export PGBACKREST_CONFIG=$folder/pgbackrest.conf PGBACKREST_LOG_PATH=$folder/log PGBACKREST_LOCK_PATH=$folder/lock
export PGBACKREST_SPOOL_PATH=$folder/spool PGBACKREST_PG1_PORT=$port PGBACKREST_PG1_SOCKET_PATH=$folder

stop() { "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m fast -w stop >/dev/null; }
start() { "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/postgres.log" -w -t 60 start >/dev/null; }
trap 'stop 2>/dev/null || true; rm -rf "$folder"' EXIT
ask() { "${as[@]}" psql -h "$folder" -p "$port" -d postgres -XAtqc "$1"; }

# The n-th fenced block of the section.
block() {
  awk -v wanted="$1" '
    /^## / { inside = ($0 == "## Point-in-time recovery") }
    inside && /^```/ { if (open) { open = 0 } else { open = 1; count += 1; next } }
    inside && open && count == wanted' "$project/docs/runbook.md"
}

# A command of the runbook, here: what it says, with this folder instead of the machine.
run() {
  local line
  while IFS= read -r line; do
    case $line in
      'sudo -u postgres pgbackrest '*)
        echo "+ $line"
        line=${line#sudo -u postgres }
        eval "\"\${as[@]}\" ${line//2026-11-14 14:20:00+00/$moment} --log-level-console=warn" ;;
      'systemctl stop '*) echo "+ $line"; stop ;;
      'systemctl start postgresql') echo "+ $line"; start ;;
      'npm run audit' | 'systemctl start flexpower@'*) echo "  ($line: not tried here)" ;;
      *) echo "The runbook has a command that this script does not know: $line" >&2; exit 1 ;;
    esac
  done
}
moment=''

"${as[@]}" mkdir -p "$folder"/{log,lock,spool,repository}
block 2 | sed "s|/var/lib/pgbackrest|$folder/repository|; s|/var/lib/postgresql/15/main|$folder/data|
  s|<openssl rand -base64 48>|$(openssl rand -base64 48 | tr -d '\n')|" >"$folder/pgbackrest.conf"
chmod 644 "$folder/pgbackrest.conf"
"${as[@]}" "$bin/initdb" -D "$folder/data" --data-checksums --auth=trust >/dev/null
{ block 3; echo "port = $port"; echo "unix_socket_directories = '$folder'"; echo "listen_addresses = ''"; } |
  "${as[@]}" tee -a "$folder/data/postgresql.conf" >/dev/null
start

ask "create table sale (id bigint generated always as identity primary key, at timestamptz not null default clock_timestamp(),
  reference text not null unique, tendered bigint not null check (tendered > 0))"
sell() { for _ in $(seq "$1"); do ask "insert into sale (reference, tendered) select gen_random_uuid()::text, 100 from generate_series(1, 50)"; done; }

sell 10
run < <(block 4)
sell 20
before=$(ask 'select count(*) from sale')
sum=$(ask 'select sum(hashtext(reference)) from sale')
sleep 1.1
moment=$(ask "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || '+00'")
sleep 1.1
sell 10
ask 'delete from sale where id % 2 = 0'
ask 'select pg_switch_wal()' >/dev/null
echo "before the mistake: $before sales; after it: $(ask 'select count(*) from sale'); back to $moment"

run < <(block 5)
for _ in $(seq 100); do [ "$(ask 'select pg_is_in_recovery()')" = f ] && break; sleep 0.2; done
after=$(ask 'select count(*) from sale')
[ "$after" = "$before" ] && [ "$(ask 'select sum(hashtext(reference)) from sale')" = "$sum" ] ||
  { echo "Wrong: $before sales before, $after after the recovery." >&2; exit 1; }
sell 1
echo "Right: all $before sales are back, nothing that came later, and it takes writes again (timeline $(ask 'select timeline_id from pg_control_checkpoint()'), $("$bin/postgres" --version | cut -d' ' -f3), $(pgbackrest version))."
