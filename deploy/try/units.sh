#!/bin/bash
# Tries the units on a machine where docs/install.md has been followed with the simulator, after deploy/try/sell.ts: the
# servers are restarted, killed and left without a database while the Admin sells. As root, once after a
# boot, because what is killed leaves warnings: deploy/try/units.sh ADDRESS
set -euo pipefail

cd /opt/flexpower
address=$1
say() { echo "== $* ($(date +%T))"; }
fail() { echo "Not so: $*" >&2; exit 1; }
sell() { node deploy/try/sell.ts "$address"; }
of() { systemctl show --value --property "$2" "$1"; }
ready() { curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$1/readyz" > /dev/null; }
# The seconds that a command took.
timed() { local begun=$SECONDS; "$@"; echo "$* took $((SECONDS - begun)) s"; }

say "The units run, without a warning of systemd"
systemctl --no-pager --lines 3 status flexpower@3000 flexpower@3001 flexpower-simulator
said=$(journalctl --boot --quiet --no-pager --priority warning _PID=1 | grep -i flexpower || true)
[ -z "$said" ] || fail "$said"

say "They are as closed as they say"
for unit in flexpower@3000 flexpower@3001 flexpower-simulator; do
  systemd-analyze security "$unit.service" | tail -n 1
  systemd-analyze security --threshold 30 "$unit.service" > /dev/null || fail "$unit is too open"
  closed=$(grep -E '^(CapEff|NoNewPrivs|Seccomp):' "/proc/$(of "$unit" MainPID)/status" | xargs)
  [ "$closed" = 'CapEff: 0000000000000000 NoNewPrivs: 1 Seccomp: 2' ] || fail "$unit runs with $closed"
done

say "The journal has the log, within the limits, also a line of the sale"
# It reads its limits when it starts.
limits=/etc/systemd/journald.conf.d/flexpower.conf
[ "$(date --date "$(of systemd-journald ExecMainStartTimestamp)" +%s)" -ge "$(stat --format %Z $limits)" ] || fail "journald does not know $limits"
journalctl --boot --quiet --no-pager --unit systemd-journald | grep 'System Journal' | tail -n 1
reference=$(sell | sed -n 's/.*"reference":"\([^"]*\)".*/\1/p')
journalctl --sync
journalctl --quiet --no-pager --unit 'flexpower@*' | grep "$reference" || fail "no line of $reference"

say "Every sale is made while haproxy reads its certificate, and while one server restarts after the other"
node deploy/try/sell.ts "$address" --on > /run/flexpower-try.log 2>&1 &
selling=$!
sleep 3
systemctl reload haproxy
for port in 3001 3000; do
  timed systemctl restart "flexpower@$port"
  ready "$port"
done
kill "$selling"
wait "$selling" || fail "$(cat /run/flexpower-try.log)"
cat /run/flexpower-try.log

say "A sale of three seconds ends before its server stops"
node deploy/try/sell.ts "$address" --meter 99900000193 > /run/flexpower-try.log 2>&1 &
selling=$!
until grep --quiet '^Sells' /run/flexpower-try.log; do sleep 0.1; done
timed systemctl stop flexpower@3000 flexpower@3001
wait "$selling" || fail "$(cat /run/flexpower-try.log)"
cat /run/flexpower-try.log
for port in 3000 3001; do
  [ "$(of "flexpower@$port" Result) $(of "flexpower@$port" ExecMainStatus)" = 'success 0' ] || fail "$port did not stop by itself"
done

say "They wait for the database, as long as it takes"
systemctl stop postgresql
systemctl start flexpower@3000 flexpower@3001
sleep 20
systemctl start postgresql
ready 3000
ready 3001
echo "Started $(of flexpower@3000 NRestarts) and $(of flexpower@3001 NRestarts) times again"

say "A server that is killed comes back"
before=$(of flexpower@3000 NRestarts)
systemctl kill --signal KILL flexpower@3000
sleep 2
ready 3000
[ "$(of flexpower@3000 NRestarts)" -gt "$before" ] || fail 'it was not started again'
sell

say "The timers"
systemctl --no-pager list-timers
