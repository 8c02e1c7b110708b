import type Stripe from 'stripe'
import { invalidRequest } from './problems.ts'

/** Validates metadata like Stripe: texts only, at most 50 keys of 40 characters with values of 500. */
export function readMetadata(given: Stripe.MetadataParam | null | '' | undefined, param = 'metadata'): Stripe.Metadata {
  const kept: Stripe.Metadata = {}
  for (const [key, value] of Object.entries(given || {})) {
    if (value === null) continue
    if (key.length > 40) throw invalidRequest(`Metadata keys must be at most 40 characters: ${key}`, { param })
    const text = String(value)
    if (text.length > 500)
      throw invalidRequest(`Metadata values can have up to 500 characters, but you passed in a value that is ${text.length} characters.`, {
        param: `${param}[${key}]`,
      })
    kept[key] = text
  }
  if (Object.keys(kept).length > 50) throw invalidRequest('Metadata can have at most 50 keys.', { param })
  return kept
}
