import { type Command, commands } from './commands.ts'

const start = 'npm run admin -- '
export const callOf = ({ name, usage }: Command) => `${start}${name} ${usage}`.trim()

/** One text with all commands. */
export function helpText() {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`.trim())
  const width = Math.max(...calls.map(({ length }) => length)) + 2
  const rows = commands.map(({ summary }, at) => `  ${(calls[at] ?? '').padEnd(width)}${summary}`)
  return [
    `${start}COMMAND: commands of the operator, on the database and services of the configuration (README.md).`,
    '',
    ...rows,
    '',
    `\`${start}COMMAND --help\` says more about one. Exit code: 0, 1 after a failure or a ✗, 2 after a wrong call.`,
  ].join('\n')
}

/** Text about one command. */
export const helpOf = (command: Command) => [callOf(command), '', `${command.summary}.`, ...command.details].join('\n')
