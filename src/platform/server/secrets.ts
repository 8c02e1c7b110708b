import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { App } from './app.ts'

/** Creates a secret of 32 random bytes, for links and cookies. */
export const newToken = (app: App) => app.random(32).toString('base64url')

/** Stored hash of a long random secret. */
export const hashToken = (secret: string) => hash('sha256', secret, 'base64url')

/** Stored hash of a guessable value (an address, a code): worthless without SECRET_KEY. `purpose` separates uses. */
export const keyedHash = (app: App, purpose: string, text: string) =>
  createHmac('sha256', derivedKey(app.config.secretKey, `hash:${purpose}`))
    .update(text)
    .digest('base64url')

/** Compares two hashes in constant time. */
export function areSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

type Encryption = Pick<App, 'config' | 'random'>

/**
 * Encrypts with AES-256-GCM under the first of DATA_KEYS, whose id is the prefix: 'id.…'. `bound` (an id) is needed again to decrypt, so
 * that an encrypted text copied into another row is worthless.
 */
export function encryptText(app: Encryption, plain: { purpose: string; bound: string; text: string }) {
  const key = currentKey(app)
  const nonce = app.random(12)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key.secret, `seal:${plain.purpose}`), nonce)
  cipher.setAAD(Buffer.from(plain.bound))
  const content = Buffer.concat([cipher.update(plain.text, 'utf8'), cipher.final()])
  return `${key.id}.${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`
}

/** Decrypts the result of encryptText, with the key of DATA_KEYS that it names. Throws if the text was changed or its key is gone. */
export function decryptText(app: Encryption, { purpose, bound, sealed }: { purpose: string; bound: string; sealed: string }) {
  const [id = '', content = ''] = sealed.split('.')
  const key = app.config.dataKeys.find((one) => one.id === id)
  if (!key) throw new Error(`DATA_KEYS has no key '${id}'`)
  const bytes = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(key.secret, `seal:${purpose}`), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(bound))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Prefix of every text that was encrypted with the current key; all others wait for the key rotation. */
export const currentPrefix = (app: Pick<App, 'config'>) => `${currentKey(app).id}.`

function currentKey(app: Pick<App, 'config'>) {
  const [key] = app.config.dataKeys
  if (!key) throw new Error('DATA_KEYS is empty')
  return key
}

/** Caches derived keys: there are few uses and few secrets. */
function derivedKey(secret: string, use: string) {
  const name = `${use} ${secret}`
  const key = derivedKeys.get(name) ?? Buffer.from(hkdfSync('sha256', secret, 'handschlag', use, 32))
  derivedKeys.set(name, key)
  return key
}
const derivedKeys = new Map<string, Buffer>()
