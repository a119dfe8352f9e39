#!/bin/bash
# Loads deploy/monitoring into the real Prometheus: promtool checks the files and runs the tests of the alerts, then
# Prometheus scrapes a demo with a sale, and every expression of rules and dashboard is evaluated. Needs Debian's
# prometheus, python3 and an installed project. Ends by itself, in about two minutes.
set -euo pipefail

project=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d /tmp/flexpower-prometheus.XXXXXX)
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
PORT=$(free_port) METRICS=$(free_port) PROMETHEUS=$(free_port)
running=()
finish() {
  for pid in "${running[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait || true
  rm -rf "$folder"
}
trap finish EXIT

promtool check config "$project/deploy/monitoring/prometheus.yml"
promtool test rules "$project"/deploy/monitoring/alerts*.test.yml

cp "$project"/deploy/monitoring/*.yml "$folder"
echo "- targets: [\"127.0.0.1:$METRICS\"]" > "$folder/targets.yml"
sed -i 's/scrape_interval: 15s/scrape_interval: 1s\n  evaluation_interval: 5s/' "$folder/prometheus.yml"

cd "$project"
PORT=$PORT FLEXPOWER_METRICS_PORT=$METRICS FLEXPOWER_DATA_DIR=$folder/demo npm start >"$folder/demo.log" 2>&1 &
running+=($!)
prometheus --config.file="$folder/prometheus.yml" --storage.tsdb.path="$folder/series" \
  --web.listen-address="127.0.0.1:$PROMETHEUS" --log.level=warn >"$folder/prometheus.log" 2>&1 &
running+=($!)

PORT=$PORT PROMETHEUS=$PROMETHEUS DASHBOARD=$project/deploy/monitoring/dashboard.json python3 - <<'END' ||
import json, os, sys, time, urllib.error, urllib.parse, urllib.request, uuid

demo = f"http://127.0.0.1:{os.environ['PORT']}"
prometheus = f"http://127.0.0.1:{os.environ['PROMETHEUS']}/api/v1"

def ask(url, body=None, **headers):
    headers['client-access-token'] = 'flexpower-web-demo'
    if body is not None:
        headers['content-type'] = 'application/json'
        body = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)

def wait_for(what, look):
    for _ in range(180):
        try:
            if look():
                return
        except (OSError, ValueError, KeyError):
            pass
        time.sleep(0.5)
    sys.exit(f'{what} did not happen')

def list_targets():
    return [(target['scrapeUrl'], target['health'], target['lastError'])
            for target in ask(f'{prometheus}/targets')['data']['activeTargets']]

wait_for('the demo is ready', lambda: ask(f'{demo}/readyz')['status'] == 'ready')
calls = f'{demo}/flexpower/api'
token = ask(f'{calls}/login', {'email': 'cashier@flexpower.gm', 'password': 'demo-cashier'})['token']
order = {'meter_number': '37201148261', 'amount': 100, 'telephone': '7712345'}
ask(f'{calls}/verify', order, **{'x-auth-token': token})
def sell():
    return ask(f'{calls}/transactions', order, **{'x-auth-token': token, 'idempotency-key': str(uuid.uuid4())})
print('a sale:', sell()['status'])
wait_for('every target is up', lambda: [health for _, health, _ in list_targets()] == ['up'])
print('targets:', list_targets())
# Twice, apart, so that there is something to compute a rate from.
time.sleep(6)
print('a sale:', sell()['status'])

def list_rules():
    return [rule for group in ask(f'{prometheus}/rules')['data']['groups'] for rule in group['rules']]

wait_for('every rule is evaluated', lambda: all(rule['health'] != 'unknown' for rule in list_rules()))
rules = list_rules()
wrong = [f"{rule['name']}: {rule['lastError']}" for rule in rules if rule['health'] != 'ok']
firing = [rule['name'] for rule in rules if rule['state'] == 'firing']
panels = json.load(open(os.environ['DASHBOARD']))['panels']
empty, count = [], 0
for panel in panels:
    for target in panel.get('targets', []):
        count += 1
        answer = ask(f'{prometheus}/query?' + urllib.parse.urlencode({'query': target['expr']}))
        if answer['status'] != 'success':
            wrong.append(f"{panel['title']}: {answer['error']}")
        elif not answer['data']['result']:
            empty.append(panel['title'])
print(f'{len(rules)} rules and {count} expressions of the dashboard, {len(wrong)} wrong; firing: {firing}; without data: {empty}')
sys.exit('\n'.join(wrong) if wrong else 0)
END
  { tail -n 20 "$folder/demo.log" "$folder/prometheus.log"; exit 1; }
