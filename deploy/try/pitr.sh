#!/bin/bash
# Follows the section "Point-in-time recovery" of docs/runbook.md: executes every block of commands in it but the first,
# which installs packages, as it is written. Its paths are below a temporary folder, and systemctl, runuser and chown are
# stood in for: PostgreSQL and two servers run there, beside whatever runs on this machine. Writes like sales, goes back
# to a second, and checks that exactly what came before is there, and that the servers begin a new epoch.
# Needs Debian's postgresql and pgbackrest; run it as root (it becomes postgres) or as any user. Ends by itself.
set -euo pipefail

project=$(cd "$(dirname "$0")/../.." && pwd)
node=$project/node_modules/.bin/node
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
folder=$(mktemp -d /tmp/flexpower-pitr.XXXXXX)
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as=(setpriv --reuid=postgres --regid=postgres --init-groups env "HOME=$folder")
fi
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free_port)
export PGBACKREST_CONFIG=$folder/pgbackrest.conf PGBACKREST_LOG_PATH=$folder/log PGBACKREST_LOCK_PATH=$folder/lock
export PGBACKREST_SPOOL_PATH=$folder/spool PGBACKREST_PG1_PORT=$port PGBACKREST_PG1_SOCKET_PATH=$folder
export PGBACKREST_LOG_LEVEL_CONSOLE=warn PGHOST=$folder PGPORT=$port PGDATABASE=postgres
declare -A servers=()

postgres() { "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/postgres.log" -m fast -w -t 60 "$1" > /dev/null; }
ask() { "${as[@]}" psql -XAtqc "$1" "${2:-postgres}"; }

start_server() {
  local at
  at=$(free_port)
  local -a settings
  mapfile -t settings < "$folder/flexpower.env"
  (cd "$project" && exec env -i "PATH=$PATH" "HOST=127.0.0.1" "PORT=$at" "${settings[@]}" \
    "$node" packages/server/src/main.ts) >> "$folder/servers.log" 2>&1 &
  servers[$1]=$!
  curl --silent --fail --retry 120 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$at/readyz" > /dev/null ||
    { cat "$folder/servers.log" >&2; return 1; }
}
stop_server() {
  [ -n "${servers[$1]:-}" ] || return 0
  kill "${servers[$1]}" && wait "${servers[$1]}" || true
  unset "servers[$1]"
}
finish() {
  local server
  for server in "${!servers[@]}"; do stop_server "$server"; done
  postgres stop 2> /dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

# --- What the runbook's commands find instead of the machine ---

systemctl() {
  local action=$1 name
  shift
  echo "+ systemctl $action $*"
  for name in "$@"; do
    case "$action $name" in
      'enable --now') ;;
      'restart postgresql') postgres restart ;;
      'start postgresql') postgres start ;;
      'stop postgresql') postgres stop ;;
      'start flexpower@'*) start_server "$name" ;;
      'stop flexpower@'*) stop_server "$name" ;;
      'enable flexpower-pgbackrest@'*.timer) run_timer "$name" ;;
      *) echo "The runbook has a command that this script does not know: systemctl $action $name" >&2; return 1 ;;
    esac
  done
}

# What the timer will start, as its user.
run_timer() {
  local kind=${1#*@}
  kind=${kind%.timer}
  [ -e "$folder/units/$1" ]
  local -a command
  read -r -a command < <(sed -n "s/^ExecStart=//p" "$folder/units/flexpower-pgbackrest@.service" | sed "s/%i/$kind/")
  echo "+ ${command[*]}"
  runuser -u "$(sed -n 's/^User=//p' "$folder/units/flexpower-pgbackrest@.service")" -- "${command[@]}"
}

runuser() {
  [ "$1 $3" = '-u --' ] || { echo "The runbook has a command that this script does not know: runuser $*" >&2; return 1; }
  local user=$2
  shift 3
  case $user in
    postgres) "${as[@]}" "$@" ;;
    flexpower) echo "+ $*"; "$@" ;;
    *) echo "The runbook names a user that this script does not know: $user" >&2; return 1 ;;
  esac
}

# Only root can, and needs to.
chown() { [ "$(id -u)" != 0 ] || command chown "$@"; }

# The n-th block of commands of the section.
block() {
  awk -v wanted="$1" '
    /^## / { inside = ($0 == "## Point-in-time recovery") }
    inside && /^```/ { if (open) { open = 0 } else { open = 1; count += 1; next } }
    inside && open && count == wanted' "$project/docs/runbook.md"
}

moment=''
follow() {
  local commands
  commands=$(block "$1" | sed "s|/var/lib/pgbackrest|$folder/repository|; s|/etc/pgbackrest.conf|$folder/pgbackrest.conf|
    s|/var/lib/postgresql/15/main|$folder/data|; s|/etc/postgresql/15/main/conf.d/|$folder/conf.d/|
    s|/etc/systemd/system/|$folder/units/|; s|/etc/flexpower/|$folder/|; s|2026-11-14 14:20:00+00|$moment|")
  [ -n "$commands" ]
  cd "$project"
  eval "$commands"
}

# --- The machine of docs/install.md ---

"${as[@]}" mkdir -p "$folder"/{log,lock,spool,repository,conf.d,units,files}
"${as[@]}" "$bin/initdb" -D "$folder/data" --data-checksums --auth=trust > /dev/null
printf '%s\n' "port = $port" "unix_socket_directories = '$folder'" "include_dir = '$folder/conf.d'" |
  "${as[@]}" tee -a "$folder/data/postgresql.conf" > /dev/null
postgres start
ask "create role flexpower login createdb" && ask "create database flexpower owner flexpower"
export NAME=vend.example.gm DATABASE_PASSWORD=none
settings=$(sed -n '/flexpower\.env) <<END$/,/^END$/p' "$project/docs/install.md" | sed '1d; $d')
eval "cat <<END
$settings
END" | sed "s|^FLEXPOWER_DATA_DIR=.*|FLEXPOWER_DATA_DIR=$folder/files|
  s|^DATABASE_URL=.*|DATABASE_URL=postgres://flexpower@127.0.0.1:$port/flexpower|" > "$folder/flexpower.env"
start_server flexpower@3000
start_server flexpower@3001

ask "create table sale (id bigint generated always as identity primary key, at timestamptz not null default clock_timestamp(),
  reference text not null unique, tendered bigint not null check (tendered > 0))"
sell() { for _ in $(seq "$1"); do ask "insert into sale (reference, tendered) select gen_random_uuid()::text, 100 from generate_series(1, 50)"; done; }

sell 10
follow 2
follow 3
sell 20
before=$(ask 'select count(*) from sale')
sum=$(ask 'select sum(hashtext(reference)) from sale')
epochs=$(ask 'select count(*) from epoch' flexpower)
sleep 1.1
moment=$(ask "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || '+00'")
sleep 1.1
sell 10
ask 'delete from sale where id % 2 = 0'
ask 'select pg_switch_wal()' > /dev/null
echo "before the mistake: $before sales; after it: $(ask 'select count(*) from sale'); back to $moment"

follow 4
follow 5
[ -z "$(block 6)" ] || { echo 'The section has more blocks than this script follows.' >&2; exit 1; }
after=$(ask 'select count(*) from sale')
[ "$after" = "$before" ] && [ "$(ask 'select sum(hashtext(reference)) from sale')" = "$sum" ] ||
  { echo "Wrong: $before sales before, $after after the recovery." >&2; exit 1; }
sell 1
for _ in $(seq 100); do [ "$(ask 'select count(*) from epoch' flexpower)" -gt "$epochs" ] && break; sleep 0.2; done
[ "$(ask 'select cause from epoch order by number desc limit 1' flexpower)" = 'went back' ] ||
  { echo 'Wrong: the servers did not notice that the books went back.' >&2; exit 1; }
echo "Right: all $before sales are back, nothing that came later, it takes writes again (timeline $(ask 'select timeline_id from pg_control_checkpoint()')), and the servers began a new epoch ($("$bin/postgres" --version | cut -d' ' -f3), $(pgbackrest version))."
