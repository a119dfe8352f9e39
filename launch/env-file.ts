// Reads a file of settings as systemd reads EnvironmentFile (systemd.exec(5)), so that an operator's command and the
// server have the same settings: in a shell, a value with a space, $ or & would be another one.

/** A comment, or a name, parts in quotes one after the other, and plain text to the end of the line; or neither. */
const LINE =
  /[ \t\r]*(?:[#;].*|([A-Za-z_]\w*)[ \t]*=((?:"(?:[^"\\]|\\[^])*"|'[^']*'|[ \t\r]){0,99})((?:[^\n\\]|\\[^])*)\\?|.*)(?:\n|$)/g

export function parseEnvFile(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name, quoted = '', plain = ''] of text.matchAll(LINE))
    if (name !== undefined) found[name] = readQuoted(quoted) + readPlain(plain)
  return found
}

const readQuoted = (written: string): string =>
  written.replaceAll(
    /"((?:[^"\\]|\\[^])*)"|'([^']*)'|[ \t\r]+/g,
    (_, double?: string, single?: string) => double?.replaceAll(/\\(["\\`$\n])/g, escaped) ?? single ?? '',
  )

const readPlain = (written: string): string =>
  written.replace(/(?<![\\ \t\r])[ \t\r]+$/, '').replaceAll(/\\([^])/g, escaped)

/** A line that ends with a backslash goes on in the next one. */
const escaped = (_: string, character: string): string => (character === '\n' ? '' : character)
