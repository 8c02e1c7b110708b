import { z } from 'zod'
import type { Schema } from './values.ts'

type Media = Record<string, { schema?: Schema }>
type Operation = { requestBody?: { content: Media }; responses: Record<string, { content?: Media }> }
export type Document = { paths: Record<string, Record<string, Operation>> }

export type Answer = { status: number; type: string; text: string; took: number }

/** Maximum duration of a response in milliseconds. */
const mostMs = 2_000

/** Returns the fault of a response: server error, violation of the document, or too slow. */
export function findResponseError(operation: Operation, { status, type, text, took }: Answer): string | undefined {
  if (status >= 500) return `our fault: ${status} ${text.slice(0, 200)}`
  if (took > mostMs) return `took ${Math.round(took)} ms`
  const said = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`]
  if (!said) return `status ${status} is not in the document`
  const media = type.split(';')[0] ?? ''
  if (!said.content) return undefined
  if (status === 422 && isTechnical(text)) return `a technical word in ${text.slice(0, 300)}`
  const content = said.content[media]
  if (!content) return `status ${status} as '${media}' is not in the document`
  return media === 'application/json' ? differenceOf(content.schema ?? {}, text) : undefined
}

/** Technical words that users do not understand. */
export const technicalWords =
  /erwartet|erhalten|Ungültig: |Schlüssel|undefined|Invalid|expected|\b(string|object|array|int|number|boolean|null|UUID|JSON|token|token_hash)\b/i

const isTechnical = (text: string) =>
  text.startsWith('{') && technicalWords.test(JSON.stringify(Object(JSON.parse(text)).fields ?? {}).replace(/"[\w.]+":/g, ''))

const checks = new WeakMap<Schema, z.ZodType>()

function differenceOf(schema: Schema, text: string) {
  const check = checks.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  checks.set(schema, check)
  const read = check.safeParse(JSON.parse(text))
  if (read.success) return undefined
  const [issue] = read.error.issues
  return `the answer is not in the document: ${issue?.path.join('.')}: ${issue?.message} in ${text.slice(0, 300)}`
}
