import { z } from 'zod'
import { readProxies } from './trustedProxies.ts'

/** Types of the configuration's variables. A message completes the sentence that begins with the variable's name. */
export const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1')

const notEmpty = 'must not be empty'
export const text = z.string().trim().min(1, notEmpty)
export const optional = text.optional()

export const oneOf = <const Values extends readonly string[]>(values: Values) => z.enum(values, `must be one of ${values.join(', ')}`)

/** Whole number between two others. */
export function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}

export function factor(max: number) {
  const message = `must be a number from 1 to ${max}`
  return z.coerce.number(message).min(1, message).max(max, message)
}

export const email = z.email('must be an e-mail address').optional()
export const url = z.url('must be an address such as https://host.example')
export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
export const origin = url.refine(isOrigin, 'must have only protocol, host and port, without a path').optional()
export const hostname = z.hostname('must be the name of a host').optional()
export const secret = z.string().min(32, 'must have at least 32 characters').optional()
export const dataKeys = z
  .string()
  .regex(
    /^[\w-]{1,16}:[^,:\s]{32,}(,[\w-]{1,16}:[^,:\s]{32,})*$/,
    'must be id:secret, each secret of at least 32 characters, comma-separated',
  )
  .optional()

/** Names separated by commas. */
export const list = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((one) => one.trim() || []))

export const proxies = z.string().default('').transform(readProxies)

/** Links and cookies need an origin without a path. A text that is no address has its own message. */
function isOrigin(value: string) {
  if (!URL.canParse(value)) return true
  const { origin: own, href } = new URL(value)
  return href === `${own}/`
}
