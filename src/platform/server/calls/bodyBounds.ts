import type { MiddlewareHandler } from 'hono'
import { Problem } from '#src/platform/kit/problems.ts'
import type { HttpEnv } from './caller.ts'
import { type AnyEndpoint, methodOf, pathOf } from './endpoint.ts'
import { requestProblems } from './problems.ts'

/** Limits of a request's body in bytes (docs/spec.md#body-size): a form, and the JSON of an operation. */
export const bodyBytes = { form: 64 * 1024, json: 256 * 1024 }

/**
 * Limits the body of every request with an unsafe method, on every route, before anything reads it. Operations that take files limit
 * themselves while they stream (`boundsItself`); they run behind their guard.
 */
export function limitBodies(operations: readonly AnyEndpoint[]): MiddlewareHandler<HttpEnv> {
  const operationAt = lookup(operations)
  return async (c, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next()
    const one = operationAt(c.req.method, c.req.path)
    if (one?.kind === 'raw' && one.boundsItself) return next()
    if (one) c.set('route', pathOf(one))
    const type = c.req.header('content-type')?.toLowerCase() ?? ''
    if (one?.kind !== 'raw' && type.startsWith('multipart/')) throw requestProblems.noMultipart()
    const most = one && !type.startsWith('application/x-www-form-urlencoded') ? bodyBytes.json : bodyBytes.form
    const declared = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined
    if (declared !== undefined && !(Number(declared) <= most)) throw requestProblems.tooLarge()
    // Node ends a body at its Content-Length, so an operation may read it directly: counting the stream costs more than the rest of the
    // call. Pages are read by the router, which would report a broken connection as our error.
    if (c.req.raw.body && (declared === undefined || !one)) {
      c.req.raw = new Request(c.req.raw, { body: await readAtMost(c.req.raw.body, most) })
    }
    return next()
  }
}

/** Finds the operation of a method and a path, exact or with a trailing wildcard. */
function lookup(operations: readonly AnyEndpoint[]) {
  const exact = new Map(operations.map((one) => [`${methodOf(one)} ${pathOf(one)}`, one]))
  const wild = operations.flatMap((one) =>
    pathOf(one).endsWith('*') ? { one, method: methodOf(one), start: pathOf(one).slice(0, -1) } : [],
  )
  return (method: string, path: string) =>
    exact.get(`${method} ${path}`) ?? wild.find((entry) => entry.method === method && path.startsWith(entry.start))?.one
}

/** Reads a stream of at most `most` bytes. Stops reading at the first chunk beyond. */
async function readAtMost(stream: ReadableStream<Uint8Array>, most: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(connectionLost)
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > most) throw requestProblems.tooLarge()
    chunks.push(value)
  }
}

/** A client that disconnects while sending its body is not our error. */
export function connectionLost(error: unknown): never {
  throw error instanceof Problem ? error : requestProblems.connectionLost()
}
