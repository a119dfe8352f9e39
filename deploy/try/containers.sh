#!/bin/bash
# Follows docs/install.md, "In containers", literally: its first block of commands is executed on a copy of this project.
# Then the Admin's link is used, sales are made over https, also after a server was killed, and all is removed again.
# Docker with its compose, or the same commands against podman's socket (podman system service, DOCKER_HOST). Root only,
# for it gives haproxy's user its certificate. The ports 80, 443 and 8025 must be free: deploy/try/containers.sh
set -euo pipefail

project=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")
[ "$(id -u)" = 0 ] || { echo "Run it as root: haproxy's user gets a file." >&2; exit 1; }
docker compose version
work=$(mktemp -d)
# Everything beside an installation on this machine, whose volumes must not be removed at the end.
export COMPOSE_PROJECT_NAME=flexpower-try
had_backups=$([ -e /mnt/flexpower-backups ] && echo yes || true)
(cd "$project" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -c) | tar -x -C "$work"
cd "$work"
compose() { docker compose -f deploy/compose.yaml --env-file flexpower.env --profile staging "$@" < /dev/null; }
fail() { echo "$1" >&2; exit 1; }
finish() {
  code=$?
  [ "$code" = 0 ] || compose logs --tail 40 || true
  compose down -v --timeout 60 || code=1
  # The engine makes the folder of a volume.
  [ -n "$had_backups" ] || rmdir /mnt/flexpower-backups 2> /dev/null || true
  rm -rf "$work"
  exit "$code"
}

# The guide's user has a name that leads to the machine; here it is localhost.
awk '/^## / { there = /In containers/ } !there { next } /^```text$/ { inside = 1; next } /^```$/ { exit } inside' \
  docs/install.md | sed 's/vend\.example\.gm/localhost/' > guide.sh
# The last command prints the Admin's link.
let_in=$(tail -n 1 guide.sh)
case $let_in in *let-in*) ;; *) fail "The guide's last command lets no Admin in." ;; esac

begun=$(date +%s)
# For the first `compose`: what the file asks for before the guide writes it.
printf 'POSTGRES_PASSWORD=none\nGRAFANA_PASSWORD=none\n' > flexpower.env
trap finish EXIT
echo "== The images ($(date +%T))"
# Both servers are one image.
compose build one simulator
echo "== The guide ($(date +%T))"
bash -euo pipefail guide.sh < /dev/null 2>&1 | tee guide.log
compose ps
curl --silent --show-error --fail --retry 30 --retry-delay 1 --retry-all-errors --cacert deploy/flexpower.crt \
  https://localhost/readyz
echo

sell() {
  link=$(grep -o 'https://[^ ]*/password/reset/[A-Za-z0-9_-]*' guide.log | tail -n 1)
  PATH=$project/node_modules/.bin:$PATH NODE_EXTRA_CA_CERTS=$work/deploy/flexpower.crt \
    node "$project/deploy/try/sell.ts" "$link" "$work/flexpower.env"
}
echo "== The Admin uses the link and sells ($(date +%T))"
sell

echo "== What the servers may do ($(date +%T))"
for server in one two; do
  container=$(compose ps -q "$server")
  user=$(compose exec -T "$server" id -u)
  [ "$user" != 0 ] || fail "$server is root."
  ! compose exec -T "$server" touch /app/written 2> /dev/null || fail "$server can write its program."
  compose exec -T "$server" sh -c 'touch /data/written /tmp/written && rm /data/written /tmp/written'
  # The words of the HEALTHCHECK, after "CMD".
  mapfile -t health < <(docker inspect --format '{{range .Config.Healthcheck.Test}}{{println .}}{{end}}' "$container" | grep .)
  [ "${health[0]}" = CMD ] || fail "$server has no HEALTHCHECK."
  compose exec -T "$server" "${health[@]:1}"
  echo "$server: user $user, a root that is only read, HEALTHCHECK succeeds"
done

echo "== One server is killed, and the Admin sells ($(date +%T))"
compose kill one
bash -c "${let_in/exec one/exec two}" < /dev/null | tee guide.log
sell
seconds=$(($(date +%s) - begun))
echo "From nothing to sales over https: $((seconds / 60)) min $((seconds % 60)) s"
