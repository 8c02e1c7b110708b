import { cleanField, formFields } from '#src/platform/kit/formFields.ts'
import { cleanText } from '#src/platform/kit/text.ts'

/** Cleans every text in a parsed body, at any depth: field names as well as values. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanField(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [cleanText(name), cleanValue(part)]))
}

/** Fields of a plain form as an object, the last of each name. */
export const readForm = (text: string) => Object.fromEntries(formFields(text))

/** Returns the request with a cleaned URL. A malformed escape is unchanged and matches no route. */
export function cleanRequest(request: Request) {
  if (!isDirty.test(request.url)) return request
  const address = new URL(request.url)
  address.pathname = address.pathname.split('/').map(cleanSegment).join('/')
  address.search = new URLSearchParams([...address.searchParams].map(([name, value]) => [cleanText(name), cleanText(value)])).toString()
  const { method, headers, body, signal } = request
  const same = { method, headers, body, signal, duplex: 'half' }
  return new Request(address, same)
}

/** Characters that `cleanText` removes, percent-encoded. */
const isDirty = /%(?:0[0-8bcef]|1[\da-f]|7f|c2%[89])/i

/** A segment that cleaning would empty becomes U+FFFD: it must match no route, and not the parent path. */
function cleanSegment(segment: string) {
  try {
    return encodeURIComponent(cleanText(decodeURIComponent(segment)) || (segment && '\uFFFD'))
  } catch {
    return segment
  }
}
