#!/bin/bash
# Follows docs/install.md literally: every block of commands in it is executed, in order, on a bare Debian 12 that is
# made for it (debootstrap) and booted with its own systemd, and nothing else. Then the Admin's link is used, a sale is
# made over https, the units are tried, and the machine is rebooted and loses its power: each time all comes back.
# Prints the minutes. Root only; nothing outside the folder is changed: deploy/try/production.sh [FOLDER]
set -euo pipefail

project=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
bare=${1:-/var/tmp/flexpower-bare}
[ "$(id -u)" = 0 ] || { echo "Run it as root: it makes a Debian of its own." >&2; exit 1; }
{ command -v debootstrap && command -v iptables; } > /dev/null ||
  apt-get install -y -q --no-install-recommends debootstrap iptables iproute2 > /dev/null

# What the guide's user has before the first step: a bare Debian with this project in a folder.
if [ ! -e "$bare/sbin/init" ]; then
  debootstrap --variant=minbase --include=systemd-sysv,dbus,procps bookworm "$bare" > /dev/null
fi
cp /etc/resolv.conf "$bare/etc/resolv.conf"
# The name leads to the machine.
echo "127.0.0.1 localhost vend.example.gm" > "$bare/etc/hosts"
# A network whose proxy has its own certificate authority, where this machine is in one.
authority=
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$bare/root/authority.crt"
  authority=NODE_EXTRA_CA_CERTS=/root/authority.crt
fi
rm -rf "$bare/root/flexpower"
mkdir -p "$bare/root/flexpower"
(cd "$project" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -c) | tar -x -C "$bare/root/flexpower"
# A network of its own, with a way out: its ports are all free, as on a new machine.
forwarded=$(cat /proc/sys/net/ipv4/ip_forward)
echo 1 > /proc/sys/net/ipv4/ip_forward
iptables -t nat -A POSTROUTING -s 10.78.0.0/24 -j MASQUERADE
ip netns add flexpower-try
ip link add fp-try type veth peer name eth0 netns flexpower-try
ip address add 10.78.0.254/24 dev fp-try
ip link set fp-try up
ip -n flexpower-try address add 10.78.0.1/24 dev eth0
ip -n flexpower-try link set eth0 up
ip -n flexpower-try link set lo up
ip -n flexpower-try route add default via 10.78.0.254
machine=
cut_power() {
  pkill -KILL -P "$machine" || true
  wait "$machine" 2> /dev/null || true
  machine=
}
finish() {
  [ -z "$machine" ] || cut_power
  find "$(findmnt -n -t cgroup2 -o TARGET | head -n 1)/flexpower-try" -depth -type d -exec rmdir {} + || true
  ip netns delete flexpower-try
  ip link delete fp-try 2> /dev/null || true
  iptables -t nat -D POSTROUTING -s 10.78.0.0/24 -j MASQUERADE
  echo "$forwarded" > /proc/sys/net/ipv4/ip_forward
}
trap finish EXIT

say() { echo "== $* ($(date +%T))"; }
# As on its console: without the settings of whoever runs this.
inside() {
  nsenter --target "$(pgrep -P "$machine")" --all --root --wd env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    systemd-run --quiet --collect --pipe --wait -E HOME=/root -E LANG=C.UTF-8 -E DEBIAN_FRONTEND=noninteractive \
    -E PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin ${authority:+-E "$authority"} "$@"
}
boot() {
  nsenter --net=/run/netns/flexpower-try "$project/deploy/try/boot" "$bare" &
  machine=$!
  for _ in $(seq 60); do
    sleep 1
    # Also the bus has to be there.
    ! inside systemctl is-system-running --wait 2> /dev/null || return 0
  done
  echo "It did not boot." >&2
  inside systemctl --no-pager --failed
  return 1
}

# The guide's blocks, each announced, in one shell: what a step sets is there in the next.
{
  echo 'set -euo pipefail; cd /root/flexpower'
  awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } /^## / { print "echo \"== " substr($0, 4) " ($(date +%T))\"" } inside' \
    "$project/docs/install.md"
} > "$bare/root/guide.sh"

boot
begun=$(date +%s)
inside bash /root/guide.sh 2>&1 | tee "$bare/root/guide.log"
link=$(grep -o 'https://[^ ]*/password/reset/[A-Za-z0-9_-]*' "$bare/root/guide.log" | tail -n 1)
authority=NODE_EXTRA_CA_CERTS=/etc/haproxy/flexpower.crt
sell() {
  # systemd has begun to start the servers when it says that it runs.
  inside curl --silent --fail --retry 120 --retry-delay 1 --retry-all-errors --output /dev/null \
    --cacert /etc/haproxy/flexpower.crt "${link%/password/*}/readyz"
  inside /usr/local/bin/node /opt/flexpower/deploy/try/sell.ts "$link"
}
say "The Admin uses the link and sells"
sell
seconds=$(($(date +%s) - begun))
echo "From a bare Debian to a sale over https: $((seconds / 60)) min $((seconds % 60)) s"

link=${link%/password/*}
inside bash /opt/flexpower/deploy/try/units.sh "$link"
say "A reboot"
inside systemctl reboot || true
wait "$machine" 2> /dev/null || true
machine=
say "It has stopped"
boot
sell
say "The power is cut"
cut_power
boot
sell
inside systemctl --no-pager --failed
say "All comes back"
