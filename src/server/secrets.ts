import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { App } from './app.ts'

/** A secret of 32 random bytes, as links and cookies carry it. */
export const newSecret = (app: App) => app.random(32).toString('base64url')

/** What is kept of a long random secret. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** What is kept of something that could be guessed (an address, a code): worthless without SECRET_KEY. `purpose` keeps uses apart. */
export const keyedHash = (app: App, purpose: string, text: string) =>
  createHmac('sha256', keyFor(app, `hash:${purpose}`))
    .update(text)
    .digest('base64url')

/** Compares two hashes without telling by its time where they differ. */
export function areSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Encrypts with AES-256-GCM under a key derived from SECRET_KEY; `bound` (an id) must be given again to open it. */
export function sealText(app: App, sealed: { purpose: string; bound: string; text: string }) {
  const nonce = app.random(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(app, `seal:${sealed.purpose}`), nonce)
  cipher.setAAD(Buffer.from(sealed.bound))
  const content = Buffer.concat([cipher.update(sealed.text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
}

/** Opens what sealText made. Throws when anything of it was changed. */
export function openSealed(app: App, { purpose, bound, sealed }: { purpose: string; bound: string; sealed: string }) {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(app, `seal:${purpose}`), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(bound))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const keyFor = (app: App, use: string) => Buffer.from(hkdfSync('sha256', app.config.secretKey, 'handschlag', use, 32))
