import { z } from 'zod'
import type { App } from '../app.ts'
import { type AnyEndpoint, methodOf, pathOf } from './endpoint.ts'
import { describeSchema } from './wire.ts'

/**
 * Writes the OpenAPI 3.1 document of all operations from their declarations (docs/spec.md#calls). Its schemas are JSON Schema, as zod
 * writes it.
 */
export function describeOperations(app: App, operations: readonly AnyEndpoint[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {}
  for (const one of operations) {
    const path = pathOf(one).replace(/\*/g, '{path}')
    paths[path] = { ...paths[path], [methodOf(one).toLowerCase()]: operationOf(app, one) }
  }
  return { openapi: '3.1.0', info: { title: app.config.BRAND_NAME, version: '1' }, paths }
}

function operationOf(app: App, one: AnyEndpoint) {
  return {
    operationId: one.name,
    summary: one.summary,
    tags: [one.kind],
    ...(pathOf(one).includes('*') ? { parameters: [pathParameter] } : {}),
    ...(isParsed(one) ? { requestBody: bodyOf(app, one) } : {}),
    responses: responsesOf(one),
  }
}

type Parsed = Extract<AnyEndpoint, { body: unknown }>
const isParsed = (one: AnyEndpoint): one is Parsed => 'body' in one
const pathParameter = { name: 'path', in: 'path', required: true, schema: { type: 'string' } } as const

function bodyOf(app: App, one: Parsed) {
  const schema = describeSchema(typeof one.body === 'function' ? one.body(app) : one.body, 'input')
  const form = one.leadsTo ? { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } : {}
  return { required: true, content: { 'application/json': { schema }, ...form } }
}

/** By status or range of statuses. Refusals before the operation is known are JSON, too, except 431 (headers too large). */
const responsesOf = (one: AnyEndpoint) => ({
  ...(one.kind === 'resource'
    ? { 200: { description: 'Content' }, ...unchanged(one), ...(one.movesTo ? { 302: { description: one.movesTo } } : {}) }
    : { 200: { description: 'Done', content: json(describeSchema(one.answer, 'output')) } }),
  ...('leadsTo' in one && one.leadsTo ? { 303: { description: `After a form that was sent without JavaScript: ${one.leadsTo}` } } : {}),
  '4XX': { description: 'Refused, with a German sentence', content: refusalOf(one) },
  431: { description: 'The headers are too large; without a body' },
  '5XX': { description: 'Server error or a dependency that is down, with a German sentence', content: refusalOf(one) },
})

/** A cacheable response is revalidated. */
const unchanged = (one: AnyEndpoint) => (one.allows === 'V' ? { 304: { description: 'Unchanged since it was read' } } : {})

const json = (schema: object) => ({ 'application/json': { schema } })

/** A client that requests a page gets only the sentence. */
const refusalOf = (one: AnyEndpoint) => ({
  ...json(describeSchema(refusal.extend('refusal' in one ? literalsOf(one.refusal ?? {}) : {}), 'output')),
  'text/plain': { schema: { type: 'string' } },
})
const refusal = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
})
const literalsOf = (words: Record<string, false>) => Object.fromEntries(Object.keys(words).map((name) => [name, z.literal(false)]))
