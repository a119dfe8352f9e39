// `npm run admin -- SUBCOMMAND`: what an operator does from the machine itself, beside any number of running servers. Exits
// with 0, with 1 if a problem was found or it was refused, with 2 if it was typed wrongly.
import { type Command, type ExitCode, WrongUsage } from './admin/command.ts'
import { keyCommands } from './admin/keys.ts'
import { peopleCommands } from './admin/people.ts'
import { sellingCommands } from './admin/selling.ts'
import { settingCommands } from './admin/settings.ts'
import { telling } from './tell.ts'

const commands = [...peopleCommands, ...sellingCommands, ...keyCommands, ...settingCommands]
const HELP = new Set(['--help', '-h', 'help'])

/** The subcommand with the longest name that the words begin with, and what follows it. */
function findCommand(words: readonly string[]): { command: Command; given: string[] } | null {
  // `npm run admin -- EMAIL NAME`, as it was before there were subcommands.
  if (words[0]?.includes('@')) return findCommand(['let-in', ...words])
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '))
    if (command) return { command, given: words.slice(length) }
  }
  return null
}

const showUsage = ({ name, parameters }: Command) => `npm run admin -- ${name} ${parameters}`.trim()

function listCommands(): string {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  return [
    'npm run admin -- SUBCOMMAND, where SUBCOMMAND is one of',
    ...commands.map(({ name, does }) => `  ${name.padEnd(widest)}  ${does}`),
    'Each has --help.',
  ].join('\n')
}

const showHelp = (command: Command) =>
  [showUsage(command), `It ${command.does}.`, ...(command.details ? [command.details] : [])].join('\n')

/** Refuses whatever the subcommand does not know: a mistyped --dry-run must not be executed without it. */
function splitOptions({ takes: [least, most], options: known = [] }: Command, given: readonly string[]) {
  const options = given.filter((word) => word.startsWith('-'))
  const words = given.filter((word) => !word.startsWith('-'))
  const unknown = options.find((option) => !known.includes(option))
  if (unknown !== undefined) throw new WrongUsage(`There is no option ${unknown}. Nothing was done.`)
  if (words.length < least || words.length > most)
    throw new WrongUsage('That is not how it is used. Nothing was done.')
  return { words, options }
}

/** Without `--` before the subcommand npm takes an option that it knows too, and says nothing. */
function findSwallowed(): string | undefined {
  const options = new Set(commands.flatMap((command) => command.options ?? []))
  return [...options].find(
    (option) => process.env[`npm_config_${option.slice(2).replaceAll('-', '_')}`] !== undefined,
  )
}

async function runCommand(words: readonly string[]): Promise<ExitCode> {
  const swallowed = findSwallowed()
  if (swallowed !== undefined) {
    console.error(
      `npm has taken ${swallowed} for itself, so it was not seen here. Nothing was done. Type -- before the subcommand: npm run admin -- ${words.join(' ')} ${swallowed}`,
    )
    return 2
  }
  const isHelp = words.some((word) => HELP.has(word))
  const found = findCommand(words.filter((word) => !HELP.has(word)))
  if (!found) {
    if (words.length > 0 && !isHelp) console.error(`There is no subcommand ${words.join(' ')}.`)
    console.log(listCommands())
    return words.length === 0 || isHelp ? 0 : 2
  }
  const { command, given } = found
  if (isHelp) {
    console.log(showHelp(command))
    return 0
  }
  try {
    const { words: parameters, options } = splitOptions(command, given)
    return await command.run(parameters, options)
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error
    console.error(`${error.message} Type: ${showUsage(command)}`)
    return 2
  }
}

await telling(async () => {
  process.exitCode = await runCommand(process.argv.slice(2))
})
