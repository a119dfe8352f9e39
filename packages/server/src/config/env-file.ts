// The environment with what the file in FLEXPOWER_ENV_FILE adds to it. The file is read as systemd reads EnvironmentFile
// (systemd.exec(5)), so that an operator's command and the server have the same settings: in a shell, a value with a
// space, $ or & would be another one.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config.ts'

type Environment = Record<string, string | undefined>

export interface ReadEnvironment {
  env: Environment
  /** Sentences for parseConfig, which tells them with everything else that is wrong. */
  fileProblems: string[]
}

/**
 * `environment` wins over the file, and gets what only the file has: others read it too, such as PGPASSWORD. `usual`: the
 * file that is read, if it exists, where none is named.
 */
export function readEnvironment(environment: Environment, usual?: string): ReadEnvironment {
  const { FLEXPOWER_ENV_FILE: named, INIT_CWD: startedIn = '' } = environment
  // npm runs in the project's folder; the path is relative to the person's own.
  const file = named ? resolve(startedIn, named) : usual
  const text = file !== undefined && (named || existsSync(file)) ? readFile(file) : ''
  for (const [name, value] of Object.entries(parseEnvFile(text))) environment[name] ??= value
  const stray = findStrayLines(text)
  return {
    env: { ...environment, FLEXPOWER_ENV_FILE: undefined },
    fileProblems:
      stray.length === 0
        ? []
        : [
            `${file} has text that is no setting and no comment, in line ${stray.join(', ')}: write NAME=value, without export. systemd leaves such lines out.`,
          ],
  }
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `FLEXPOWER_ENV_FILE names ${file}, which cannot be read (${code}): name the file of the settings, as a user who may read it.`,
    )
  }
}

/**
 * A comment, or a name, parts in quotes one after the other, and plain text to the end of the line; or neither. Not with
 * dots, which end at the \r of a file from Windows: what follows # there would be a setting.
 */
const LINE =
  /[ \t\r]*(?:[#;][^\n]*|([A-Za-z_]\w*)[ \t]*=((?:"(?:[^"\\]|\\[^])*"|'[^']*'|[ \t\r]){0,99})((?:[^\n\\]|\\[^])*)\\?|([^\n]*))(?:\n|$)/g

export function parseEnvFile(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name, quoted = '', plain = ''] of text.matchAll(LINE))
    if (name !== undefined) found[name] = readQuoted(quoted) + readPlain(plain)
  return found
}

/** The numbers of the lines that are neither a setting nor a comment. What is there may be a secret. */
function findStrayLines(text: string): number[] {
  return [...text.matchAll(LINE)]
    .filter(([, , , , neither = '']) => neither.trim() !== '')
    .map(({ index }) => text.slice(0, index).split('\n').length)
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
