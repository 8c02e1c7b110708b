import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashCost, readPasswordHash } from '#src/platform/server/passwordHash.ts'
import { openSemaphore } from '#src/platform/server/semaphore.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
const takeTurns = openSemaphore(1)

/** Returns the argon2id hash of a password as a PHC string, for ADMIN_PASSWORD_HASH. `salt`: 16 random bytes. */
export async function hashPassword(password: string, salt: Buffer) {
  const { memory, passes, parallelism, tagLength } = hashCost
  const tag = await derive('argon2id', { message: password, nonce: salt, parallelism, tagLength, memory, passes })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * Returns true if the password matches the hash, with any cost parameters: outside production a weaker hash is fine. Evaluates one at a
 * time, to limit memory. @throws if the text is no argon2id hash.
 */
export const matchesHash = (password: string, phc: string) =>
  takeTurns(async () => {
    const read = readPasswordHash(phc)
    if (!read) throw new Error('ADMIN_PASSWORD_HASH is not a supported argon2id hash')
    const { salt, tag, ...parameters } = read
    return timingSafeEqual(await derive('argon2id', { message: password, nonce: salt, tagLength: tag.length, ...parameters }), tag)
  })
