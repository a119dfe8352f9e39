#!/bin/bash
# Follows docs/install.md literally: every block of commands in it is executed, in order, on a bare Debian 12 that is
# made for it (debootstrap, a chroot), and nothing else. Then the Admin's link is used, and a sale is made over https.
# Prints the minutes. Root only; nothing outside the folder is changed: deploy/try/production.sh [FOLDER]
set -euo pipefail

project=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
bare=${1:-/var/tmp/flexpower-bare}
[ "$(id -u)" = 0 ] || { echo "Run it as root: it makes a Debian of its own." >&2; exit 1; }
{ command -v debootstrap && command -v iptables; } > /dev/null ||
  apt-get install -y -q --no-install-recommends debootstrap iptables iproute2 > /dev/null

# What the guide's user has before the first step: a bare Debian with this project in a folder.
if [ ! -e "$bare/etc/debian_version" ]; then debootstrap --variant=minbase bookworm "$bare" > /dev/null; fi
cp /etc/resolv.conf "$bare/etc/resolv.conf"
# The name leads to the machine.
echo "127.0.0.1 localhost vend.example.gm" > "$bare/etc/hosts"
# A network whose proxy has its own certificate authority, where this machine is in one.
authority=
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$bare/root/authority.crt"
  authority=NODE_EXTRA_CA_CERTS=/root/authority.crt
fi
# As in every container image: packages do not start their services.
printf '#!/bin/sh\nexit 101\n' > "$bare/usr/sbin/policy-rc.d"
chmod +x "$bare/usr/sbin/policy-rc.d"
install -D "$project/deploy/try/systemctl" "$bare/usr/local/sbin/systemctl"
rm -rf "$bare/root/flexpower"
mkdir -p "$bare/root/flexpower"
(cd "$project" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -c) | tar -x -C "$bare/root/flexpower"
mount -t proc proc "$bare/proc"
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
mount --rbind --make-rslave /dev "$bare/dev"
finish() {
  ip netns pids flexpower-try | xargs -r kill -9 2> /dev/null || true
  ip netns delete flexpower-try
  ip link delete fp-try 2> /dev/null || true
  iptables -t nat -D POSTROUTING -s 10.78.0.0/24 -j MASQUERADE
  echo "$forwarded" > /proc/sys/net/ipv4/ip_forward
  umount -R "$bare/dev" "$bare/proc"
}
trap finish EXIT

# The guide's blocks, each announced, in one shell: what a step sets is there in the next.
{
  echo 'set -euo pipefail; cd /root/flexpower'
  awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } /^## / { print "echo \"== " substr($0, 4) " ($(date +%T))\"" } inside' \
    "$project/docs/install.md"
} > "$bare/root/guide.sh"

begun=$(date +%s)
# Without the settings of whoever runs this.
inside() { ip netns exec flexpower-try chroot "$bare" env -i "$@"; }
inside HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive $authority bash /root/guide.sh 2>&1 | tee "$bare/root/guide.log"
link=$(grep -o 'https://[^ ]*/password/reset/[A-Za-z0-9_-]*' "$bare/root/guide.log" | tail -n 1)
echo "== The Admin uses the link and sells ($(date +%T))"
inside PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=/etc/haproxy/flexpower.crt \
  node /opt/flexpower/deploy/try/sell.ts "$link"
seconds=$(($(date +%s) - begun))
echo "From a bare Debian to a sale over https: $((seconds / 60)) min $((seconds % 60)) s"
