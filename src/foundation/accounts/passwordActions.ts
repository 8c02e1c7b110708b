import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { App } from '#src/platform/server/app.ts'
import { openSemaphore } from '#src/platform/server/semaphore.ts'
import { isCommonPassword, knownWords } from './commonPasswords.ts'
import { accountProblems } from './rules.ts'

/** Memory in KiB (OWASP's second choice). A hash costs some 20 ms and 19 MiB, so at most four run in parallel. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const saltLength = 16
const takeTurns = openSemaphore(4)
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Throws accountProblems.passwordTooCommon for a new password that is guessed first (docs/spec.md#passwords). */
export function refuseCommonPassword(app: App, { password, email }: { password: string; email: string }) {
  if (isCommonPassword(password, knownWords({ brand: app.config.BRAND_NAME, email }))) throw accountProblems.passwordTooCommon()
}

/** The argon2id hash of a password, as a PHC string. */
export async function hashPassword(app: App, password: string) {
  const salt = app.random(saltLength)
  const tag = await takeTurns(() => tagOf(password, salt))
  return `${prefix}${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * True if the password belongs to the hash. Without a hash (unknown address) the same work is done, so that the time does not reveal if the
 * address is known.
 */
export async function matchesPassword(password: string, hash: string | undefined) {
  const [salt = '', tag = ''] = (hash ?? noHash).slice(prefix.length).split('$')
  const derived = await takeTurns(() => tagOf(password, Buffer.from(salt, 'base64')))
  const isSame = timingSafeEqual(derived, Buffer.from(tag, 'base64'))
  return isSame && hash !== undefined
}

const tagOf = (password: string, nonce: Buffer) => derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
const noHash = `${prefix}${unpadded(Buffer.alloc(saltLength))}$${unpadded(Buffer.alloc(cost.tagLength))}`
