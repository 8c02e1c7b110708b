import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { App } from './app.ts'
import { type AnyEndpoint, methodOf, pathOf } from './endpoint.ts'

const refusal = z.object({ error: z.string(), code: z.string(), fields: z.record(z.string(), z.array(z.string())).optional() })
const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** The OpenAPI 3.1 document of all operations, made from their declarations (decisions 2). */
export function describeOperations(app: App, operations: readonly AnyEndpoint[]) {
  const document = new OpenAPIHono()
  for (const one of operations) {
    document.openAPIRegistry.registerPath({
      method: methods[methodOf(one)],
      path: pathOf(one).replace(/\*/g, '{path}'),
      operationId: one.name,
      summary: one.summary,
      tags: [one.kind],
      ...(one.kind !== 'raw' && one.kind !== 'resource'
        ? { request: { body: { required: true, content: json(typeof one.body === 'function' ? one.body(app) : one.body) } } }
        : {}),
      responses: {
        200: one.kind === 'resource' ? { description: 'The content' } : { description: 'Done', content: json(one.answer) },
        '4XX': { description: 'Refused, with a German sentence', content: json(refusal) },
      },
    })
  }
  return document.getOpenAPI31Document({ openapi: '3.1.0', info: { title: app.config.BRAND_NAME, version: '1' } })
}
