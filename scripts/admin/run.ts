import { parseArgs } from 'node:util'
import { ConfigError } from '#src/platform/server/config.ts'
import { DatabaseDown } from '#src/platform/server/database/connectionErrors.ts'
import { LocalDatabaseError } from '#src/platform/server/database/localDatabase.ts'
import { describeError } from '#src/platform/server/log.ts'
import { type Command, CommandError, commands, UsageError } from './commands.ts'
import { codeOf, reasonOf } from './doctor/findings.ts'
import { callOf, helpOf, helpText } from './help.ts'

/** Runs a command of the operator; returns its exit code. */
export async function runCommand([name = 'help', ...rest]: readonly string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return print(helpText())
  const command = commands.find((one) => one.name === name)
  if (!command) return refuse(`There is no command '${name}': \`npm run admin -- help\` lists all.`, 2)
  if (rest.includes('--help') || rest.includes('-h')) return print(helpOf(command))
  try {
    const given = readArguments(command, rest)
    return (await (await command.load()).run(given)) ?? 0
  } catch (error) {
    if (error instanceof UsageError) return refuse(`${error.message} Usage: ${callOf(command)}`, 2)
    return refuse(sentenceOf(error), 1)
  }
}

function readArguments({ words: [fewest, most], options = {} }: Command, args: string[]) {
  const { values, positionals } = parseOrRefuse(args, options)
  if (positionals.length < fewest) throw new UsageError('Words are missing.')
  if (positionals.length > most) throw new UsageError(`'${positionals[most]}' is too much.`)
  return { words: positionals, options: values }
}

function parseOrRefuse(args: string[], options: NonNullable<Command['options']>) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message.split('. ')[0] : error}.`)
  }
}

/** Expected errors have a sentence; any other has its stack. */
function sentenceOf(error: unknown) {
  if ([CommandError, ConfigError, LocalDatabaseError].some((kind) => error instanceof kind)) return (error as Error).message
  return isAboutDatabase(error) ? `The database does not answer: ${reasonOf(error)}.` : describeError(error)
}

const isAboutDatabase = (error: unknown) => error instanceof DatabaseDown || /^(ECONN|ENOTFOUND|28|3D|57P)/.test(codeOf(error))

function print(text: string) {
  console.log(text)
  return 0
}

function refuse(sentence: string, code: number) {
  console.error(sentence)
  return code
}
