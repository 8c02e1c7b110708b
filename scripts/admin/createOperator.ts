import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { hashPassword } from '#src/backoffice/admin/signIn/passwordActions.ts'
import { isEmail } from '#src/platform/kit/typed.ts'
import { CommandError, type Run } from './commands.ts'

const leastLength = 12

/** Prints the operator's variables of the configuration. Questions go to standard error, so that the lines can be redirected to a file. */
export const run: Run = async ({ words: [given] }) => {
  if (given !== undefined) requireEmail(given)
  const terminal = openTerminal()
  try {
    const address = given ?? requireEmail(await terminal.ask('E-mail address that receives the codes: '))
    const password = await terminal.askHidden(`Password of the administration (${leastLength} characters or more): `)
    if (password.length < leastLength) throw new CommandError(`The password must have at least ${leastLength} characters.`)
    if (terminal.isInteractive && password !== (await terminal.askHidden('The password again: ')))
      throw new CommandError('The two passwords differ.')
    // A shell that reads these lines would replace the hash's dollar signs without quotes.
    console.log(`ADMIN_EMAIL=${address}\nADMIN_PASSWORD_HASH='${await hashPassword(password, randomBytes(16))}'`)
    return 0
  } finally {
    terminal.close()
  }
}

function requireEmail(address: string) {
  if (!isEmail(address)) throw new CommandError(`'${address}' is no e-mail address.`)
  return address
}

/** Asks questions at the terminal, or reads lines of a pipe. The answer to a hidden question is not echoed. */
function openTerminal() {
  const isInteractive = process.stdin.isTTY === true
  let isHidden = false
  const echo = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const reader = createInterface({ input: process.stdin, output: echo, terminal: isInteractive })
  const lines = reader[Symbol.asyncIterator]()
  const show = (question: string) => {
    if (!isInteractive) return
    // As the prompt, because the reader writes it again when a line is edited.
    reader.setPrompt(question)
    reader.prompt()
  }
  const readLine = async () => (await lines.next()).value ?? ''
  return {
    isInteractive,
    ask: async (question: string) => {
      show(question)
      return (await readLine()).trim()
    },
    askHidden: async (question: string) => {
      show(question)
      isHidden = true
      const typed = await readLine()
      isHidden = false
      if (isInteractive) process.stderr.write('\n')
      return typed
    },
    close: () => reader.close(),
  }
}
