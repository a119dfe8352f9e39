#!/bin/bash
# Plays "Two of three are gone" of docs/cluster.md as it is written, on the three nodes of deploy/cluster/up: the primary
# and one standby are destroyed under a running server, the node that is left sells again, and a new node is added. Every
# sale that was told must still be there. Root, Debian 12, an installed project. Removes what it made, in some three minutes.
set -euo pipefail

project=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
cluster=$project/deploy/cluster
export FLEXPOWER_CLUSTER=${FLEXPOWER_CLUSTER:-/var/tmp/flexpower-cluster}
data=$(mktemp -d /tmp/flexpower-recovery.XXXXXX)
server=
finish() {
  [ -z "$server" ] || { kill "$server" 2> /dev/null && wait "$server" || true; }
  "$cluster/down"
  rm -rf "$data"
}
trap finish EXIT
say() { echo "== $* ($(date +%T))"; }

# What a node's machine would do with a command of the guide. systemctl starts and stops what `start` does in its place.
on() {
  local node=$1
  ip netns exec "flexpower-$node" env node="$node" cluster="$cluster" commands="$(cat)" bash -c '
    set -euo pipefail
    list() { ip netns pids "flexpower-$node" | xargs -r ps -o pid=,comm= -p | awk -v name="$1" "\$2 == name { print \$1 }"; }
    systemctl() {
      local action=$1 service pids
      shift
      for service in "$@"; do
        [ "$service" != --now ] || continue
        [ "$action" = stop ] || { "$cluster/start" "$node" "$service"; continue; }
        pids=$(list "$service")
        [ -z "$pids" ] || kill $pids
        while [ -n "$(list "$service")" ]; do sleep 0.2; done
      done
    }
    cd "$cluster/../.."
    eval "$commands"' < /dev/null
}
# The n-th block of commands of the section, for this machine: its addresses, its folder of each node.
block() {
  awk -v wanted="$1" '
    /^## / { inside = ($0 == "## Two of three are gone") }
    inside && /^ *```/ { if (open) { open = 0 } else { open = 1; count += 1; next } }
    inside && open && count == wanted' "$project/docs/cluster.md" |
    sed "s/^ *//; s/\bnode1\b/@/g; s/\bnode3\b/$left/g; s/@/$back/g; s/10\.0\.0\.11:/10.77.0.${back#node}:/; s/10\.0\.0\.13:/10.77.0.${left#node}:/
      s/10\.0\.0\.11 10\.0\.0\.12 10\.0\.0\.13/10.77.0.1 10.77.0.2 10.77.0.3/; s|/var/lib/flexpower-cluster|$FLEXPOWER_CLUSTER/$2|g"
}
play() { block "$1" "$2" | sed 's/^/+ /'; block "$1" "$2" | on "$2"; }
members() { curl -s -m 2 "http://10.77.0.${1#node}:8008/cluster" || true; }
# The name of the first member with this role, as a node sees it.
member() { members "$1" | python3 -c 'import json, sys
print(next((m["name"] for m in json.load(sys.stdin)["members"] if m["role"] == sys.argv[1]), ""))' "$2" 2> /dev/null || true; }
until_true() { for _ in $(seq "$1"); do "${@:2}" && return; sleep 1; done; echo "It did not happen: ${*:2}" >&2; return 1; }

url=$("$cluster/up" | tail -n 1)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
demo=http://127.0.0.1:$port
# The server does not know the variable of the cluster's scripts.
(cd "$project" && DATABASE_URL=$url PORT=$port FLEXPOWER_DATA_DIR=$data exec env -u FLEXPOWER_CLUSTER npm start) > "$data/server.log" 2>&1 &
server=$!
ready() {
  kill -0 "$server" || { cat "$data/server.log" >&2; exit 1; }
  [ "$(curl -s -o /dev/null -m 5 -w '%{http_code}' "$demo/readyz")" = 200 ]
}
until_true 180 ready
call() { # PATH BODY [HEADER ...]
  curl -s -m 60 "$demo/flexpower/api/$1" -H 'client-access-token: flexpower-web-demo' -H 'content-type: application/json' \
    ${token:+-H "x-auth-token: $token"} "${@:3}" -d "$2"
}
token=
token=$(call login '{"email":"cashier@flexpower.gm","password":"demo-cashier"}' | python3 -c 'import json, sys; print(json.load(sys.stdin)["token"])')
told=0
sell() {
  local order='{"meter_number":"37201148261","amount":100,"telephone":"7712345"}'
  call verify "$order" > /dev/null
  call transactions "$order" -H "idempotency-key: $(cat /proc/sys/kernel/random/uuid)" | grep -q '"status":"success"' || return 1
  told=$((told + 1))
}
ask() { psql "$url" -XAtqc "$1"; }
begun=$(ask 'select count(*) from sale')
for _ in $(seq 10); do sell; done
say "$told sales were told"

primary=$(member node1 leader) left=$(member node1 sync_standby)
for node in node1 node2 node3; do [ "$node" = "$primary" ] || [ "$node" = "$left" ] || other=$node; done
back=$primary
say "$primary (primary) and $other are destroyed, with their data; $left is left"
for node in "$primary" "$other"; do
  while pids=$(ip netns pids "flexpower-$node") && [ -n "$pids" ]; do kill -9 $pids 2> /dev/null || true; sleep 0.1; done
  rm -rf "${FLEXPOWER_CLUSTER:?}/$node"
done
sleep 15
sell && { echo "It sells without a second copy, and nobody has decided that." >&2; exit 1; }

export SUPERUSER_PASSWORD REPLICATION_PASSWORD RESTAPI_PASSWORD
# The passwords of before: whoever runs a cluster has them, here they are read from the file of the node that is left.
mapfile -t passwords < <(sed -n 's/^ *password: "\(.*\)"/\1/p' "$FLEXPOWER_CLUSTER/$left/patroni.yml")
RESTAPI_PASSWORD=${passwords[0]} SUPERUSER_PASSWORD=${passwords[1]} REPLICATION_PASSWORD=${passwords[2]}
play 1 "$left" 2>&1 | tee "$data/alone.log"
grep -q "\"leader\":\"$primary\".*\"sync_standby\":\"$left\"" "$data/alone.log"
play 2 "$left"
leads() { [ "$(member "$left" leader)" = "$left" ]; }
until_true 60 leads
until_true 60 ready
until_true 30 sell
say "$left sells again, alone"

play 3 "$left"
play 4 "$back"
follows() { members "$left" | grep -q '"role": "replica", "state": "\(running\|streaming\)"'; }
until_true 120 follows
say "$back was added and follows"
play 5 "$left"
whole() { [ "$(member "$left" sync_standby)" = "$back" ]; }
until_true 60 whole
until_true 30 sell
found=$(($(ask 'select count(*) from sale') - begun))
on "$left" <<< "etcdctl --endpoints http://10.77.0.${left#node}:2379 member list"
[ "$found" -ge "$told" ] || { echo "Wrong: $told sales were told, $found are in the books." >&2; exit 1; }
say "Right: all $told sales that were told are in the books ($found), $left leads, $back has every commit"
