-- One sale a request, by each cashier to each of their meters in turn, each with its own key.
local thread_count = 0
function setup(thread)
  thread:set("thread_id", thread_count)
  thread_count = thread_count + 1
end
local cashiers, meters = 200, 40
local serial = 0
function init(args)
  seed = args[1] or "0"
end
function request()
  serial = serial + 1
  local cashier = (serial * 7 + thread_id * 101) % cashiers + 1
  local meter = string.format("9%04d%06d", cashier, math.floor(serial / cashiers) % meters)
  local headers = {
    ["content-type"] = "application/json",
    ["client-access-token"] = "flexpower-web-demo",
    ["x-auth-token"] = "bench-token-" .. cashier,
    ["idempotency-key"] = seed .. "-" .. thread_id .. "-" .. serial,
  }
  return wrk.format("POST", "/flexpower/api/transactions", headers,
    string.format('{"meter_number":"%s","amount":100,"telephone":"7712345"}', meter))
end
local bad = 0
function response(status, _, body)
  if status ~= 200 or not body:find('"success"', 1, true) then
    bad = bad + 1
    if bad <= 3 then io.stderr:write(status, " ", body:sub(1, 200), "\n") end
  end
end
