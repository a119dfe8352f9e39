// The key of a call that must be done once, however often it is sent.

/** randomUUID would do, but it is missing at a counter on plain http in a local network. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
