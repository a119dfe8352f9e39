import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'
import { parseEnvFile, readEnvironment } from './env-file.ts'

test.each([
  ['A=1', '1'],
  ['A=token_public token_private', 'token_public token_private'],
  ['A=p&ss $HOME `id` (x) #1', 'p&ss $HOME `id` (x) #1'],
  ['  A =  spaces around \t', 'spaces around'],
  ['A="FlexPower <no-reply@example.gm>"', 'FlexPower <no-reply@example.gm>'],
  [`A='as it is: \\ " $x'`, 'as it is: \\ " $x'],
  ['A="a \\"quote\\", \\$x and \\n"', 'a "quote", $x and \\n'],
  [`A="one "'two'`, 'one two'],
  ['A=a\\ b\\\\c', 'a b\\c'],
  ['A=first \\\nsecond', 'first second'],
  ['A="two\nlines"', 'two\nlines'],
  ['A=x"y"z', 'x"y"z'],
  ['A=', ''],
  ['A=windows\r', 'windows'],
])('a value is read as systemd reads it: %s', (written, value) => {
  expect(parseEnvFile(`# A=comment\n; A=comment\n\nnot a setting\n${written}\nB=2`)).toEqual({
    A: value,
    B: '2',
  })
})

test('a file may end in the middle of a line', () => {
  expect(parseEnvFile('A=1\nB=ends\\')).toEqual({ A: '1', B: 'ends' })
})

test('the settings are those of FLEXPOWER_ENV_FILE, and the shell wins over it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-env-'))
  const file = join(folder, 'flexpower.env')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(file, 'FLEXPOWER_COMPANY_NAME=Sun & Sons\nPORT=3007\n')
  const shell = { PORT: '3009', FLEXPOWER_ENV_FILE: file }
  const { env, fileProblems } = readEnvironment(shell)
  expect(env).toMatchObject({ FLEXPOWER_COMPANY_NAME: 'Sun & Sons', PORT: '3009' })
  expect(parseConfig(env).site.companyName).toBe('Sun & Sons')
  expect(fileProblems).toEqual([])
  expect(() => readEnvironment({ FLEXPOWER_ENV_FILE: `${file}.old` })).toThrow(
    `FLEXPOWER_ENV_FILE names ${file}.old, which cannot be read (ENOENT): name the file of the settings, as a user who may read it.`,
  )
})

test('a file from Windows has no setting in its comments', () => {
  expect(parseEnvFile('# A=1\r\n#B=2\r\n; C=3\r\nD=4\r\n')).toEqual({ D: '4' })
})

function readWritten(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-env-'))
  const file = join(folder, 'flexpower.env')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(file, text)
  return { file, ...readEnvironment({ FLEXPOWER_ENV_FILE: file }) }
}

test.each([
  'FLEXPOWER_BACKUP_S3_SECRET s3cret',
  'FLEXPOWER_BACKUP_S3_SECRET: s3cret',
  'export FLEXPOWER_BACKUP_S3_SECRET=s3cret',
  'FLEXPOWER-BACKUP-S3-SECRET=s3cret',
  '\uFEFFFLEXPOWER_BACKUP_S3_SECRET=s3cret',
])('a line that is no setting is told by its number, with everything else that is wrong: %s', (line) => {
  const text = `# a comment\n${line}\n\n ; another\nA="two\nlines"\n${line}\r\nPORT=x\n`
  const { file, env, fileProblems } = readWritten(text)
  const problem = `${file} has text that is no setting and no comment, in line 2, 7: write NAME=value, without export. systemd leaves such lines out.`
  expect(fileProblems).toEqual([problem])
  expect(() => parseConfig(env, { isAlone: false, fileProblems })).toThrow(
    new ConfigError(`PORT must be a port number (it is "x").\n${problem}`),
  )
})

test('comments and empty lines are nothing to tell of', () => {
  expect(readWritten('\n# A\n  ; B\r\n\r\n \t\nPORT=3007 \\\n\n').fileProblems).toEqual([])
})

test('a server that is started by itself reads FLEXPOWER_ENV_FILE too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'flexpower.env')
  writeFileSync(file, 'FLEXPOWER_MODE=demo\nFLEXPOWER_PROCESSES=many\nPORT 3007\n')
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const { stderr, status } = spawnSync(process.execPath, [main], {
    env: { PATH: process.env['PATH'], FLEXPOWER_ENV_FILE: file },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.split('\n')).toEqual([
    'FLEXPOWER_PROCESSES must be a number from 1 to 64, or cores (it is "many").',
    expect.stringContaining(`${file} has text that is no setting and no comment, in line 3:`),
    expect.stringContaining('DATABASE_URL must be set'),
    expect.stringContaining('The utility cannot be reached'),
    '',
  ])
})
