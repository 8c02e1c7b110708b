import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { hashPassword } from '#src/backoffice/admin/gate/passwordActions.ts'

/**
 * Makes ADMIN_PASSWORD_HASH: `node scripts/hashPassword.ts` asks for the password without showing it; a pipe works, too.
 * The password is never an argument, because a shell keeps those.
 */
const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
const isAsking = process.stdin.isTTY === true
if (isAsking) process.stderr.write('Passwort der Verwaltung (12 Zeichen oder mehr): ')
const lines = createInterface({ input: process.stdin, output: silence, terminal: isAsking })
const { value: password = '' } = await lines[Symbol.asyncIterator]().next()
lines.close()
if (isAsking) process.stderr.write('\n')
if (password.length < 12) {
  console.error('Das Passwort muss mindestens 12 Zeichen lang sein.')
  process.exit(1)
}
console.log(await hashPassword(password, randomBytes(16)))
