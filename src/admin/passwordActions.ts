import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { openGate } from '#src/server/gate.ts'

/** OWASP's first choice doubled in memory: one person signs in here, so it may cost some 100 ms. Memory in KiB. */
const cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32, saltLength: 16 } as const
/** What a configured hash may ask for: a typing error there must not fill the memory. */
const most = { memory: 1_048_576, passes: 20, parallelism: 16 } as const

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
const takeTurns = openGate(1)

/** The argon2id hash of a password as a PHC string, for ADMIN_PASSWORD_HASH. `salt`: 16 random bytes. */
export async function hashPassword(password: string, salt: Buffer) {
  const { memory, passes, parallelism, tagLength } = cost
  const tag = await derive('argon2id', { message: password, nonce: salt, parallelism, tagLength, memory, passes })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * Whether the password belongs to the hash, whatever cost it was made with: the configuration's may come from another tool. One is
 * evaluated at a time. @throws when the text is no argon2id hash.
 */
export const matchesHash = (password: string, phc: string) =>
  takeTurns(async () => {
    const { salt, tag, ...parameters } = readHash(phc)
    return timingSafeEqual(await derive('argon2id', { message: password, nonce: salt, tagLength: tag.length, ...parameters }), tag)
  })

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

function readHash(phc: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = shape.exec(phc) ?? []
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const isSound = parameters.memory <= most.memory && parameters.passes <= most.passes && parameters.parallelism <= most.parallelism
  if (!isSound) throw new Error('ADMIN_PASSWORD_HASH is no argon2id hash that can be checked')
  return { ...parameters, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}
