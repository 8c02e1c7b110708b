import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { databaseDownText, invalidInput, Problem } from '#src/platform/kit/problems.ts'
import type { App } from '../app.ts'
import { DatabaseDown, outageSeconds } from '../database/connectionErrors.ts'
import { connectionLost } from './bodyBounds.ts'
import { callerOf, clientIp, type HttpEnv, originIsOurs } from './caller.ts'
import type { AnyEndpoint, Caller, CountCreated, Endpoint, RawEndpoint, Reply, Resource } from './endpoint.ts'
import './fieldTexts.ts'
import type { Cache } from '../cache/cache.ts'
import { describeError } from '../log.ts'
import { findOwner, guard, isForOwner } from './guard.ts'
import { runOnce } from './idempotency.ts'
import { cleanValue, readForm } from './incoming.ts'
import { consumeLimits, countCreated, TooManyRequests } from './limits.ts'
import { Overloaded, type ReadGate } from './overload.ts'
import { requestProblems } from './problems.ts'
import { toWire } from './wire.ts'

type Http = Context<HttpEnv>

/** JSON of a response as it is sent, with the headers of its operation. */
export type CachedResponse = { bytes: Uint8Array<ArrayBuffer>; reply: Reply }
type Answering = { c: Http; cache: Cache<CachedResponse> | undefined; runsOn: (caller: Caller) => App; readGate: ReadGate }

/**
 * Runs the steps of every operation: guard, parse, limit, run, respond. `cache` has responses that are the same for all visitors;
 * `runsOn` selects the database of a call.
 */
export async function handleOperation(app: App, one: AnyEndpoint, { c, cache, runsOn, readGate }: Answering) {
  if (one.kind === 'resource') return handleResource(app, one, c)
  if (one.kind !== 'raw' && one.refusal) c.set('refusal', one.refusal)
  const caller = await recognise(app, c)
  guard(app, one, caller)
  return one.kind === 'raw'
    ? handleRaw(app, one, { c, caller })
    : handleEndpoint(app, one, { c, caller, runsOn: runsOn(caller), cache: one.isCached ? cache : undefined, readGate })
}

/** Returns the caller with the session and admin of its cookies. Without our cookies there is no query. */
async function recognise(app: App, c: Http): Promise<Caller> {
  const cookies = c.req.header('cookie')
  if (!cookies) return callerOf(app, c)
  const [session, admin] = await Promise.all([app.hooks.findSession(app, cookies), app.hooks.findAdmin(app, cookies)])
  return Object.assign(callerOf(app, c), session && { session }, admin && { admin })
}

type CallContext = { c: Http; caller: Caller; runsOn: App; cache: Cache<CachedResponse> | undefined; readGate: ReadGate }

async function handleEndpoint(app: App, one: Endpoint, { c, caller: recognised, runsOn, cache, readGate }: CallContext) {
  const raw = await readBody(one, c)
  const caller = isForOwner(one.allows) ? await findOwner(app, recognised, Object(raw).companyId) : recognised
  const body = parseBody(app, one, raw)
  const reply: Reply = []
  const counter: CountCreated = async (tx) => {
    const { limits, provenBy } = one.victimLimits?.(body) ?? { limits: [], provenBy: undefined }
    await countCreated(app, tx, { limits, isProven: caller.session?.isConfirmed === true && caller.session.email === provenBy })
  }
  const limit = async () => {
    if (one.limits) await consumeLimits(app, one.limits({ body, caller }))
  }
  const answerCall = async () =>
    toWire(one.answer, await one.run(runsOn, { body, caller, headers: c.req.raw.headers, reply, countCreated: counter }))
  const work = () => (one.isCached ? readGate(answerCall) : answerCall())
  if (cache) {
    await limit()
    // In its own memory: a short response would otherwise hold the eight kilobytes that it shares with others.
    const bytes = async () => new TextEncoder().encode(JSON.stringify(await work()))
    const answer = await cache.get(`${one.name} ${JSON.stringify(body)}`, async () => ({ bytes: await bytes(), reply }))
    for (const [name, value] of answer.reply) c.header(name, value)
    return c.body(answer.bytes, 200, { 'content-type': 'application/json' })
  }
  const run = async () => {
    await limit()
    return { status: 200, answer: await work() }
  }
  const key = one.isCreating ? c.req.header('idempotency-key') : undefined
  const { status, answer } =
    key === undefined ? await run() : await runOnce(app, { key, callerHash: caller.hash(), call: one.name, body }, run)
  for (const [name, value] of reply) c.header(name, value, { append: name === 'set-cookie' })
  if (one.leadsTo && isPlainForm(c)) return c.redirect(one.leadsTo, 303)
  return c.json(answer, status as ContentfulStatusCode)
}

const isPlainForm = (c: Http) => c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true

async function handleRaw(app: App, one: RawEndpoint, { c, caller: recognised }: { c: Http; caller: Caller }) {
  const path = decodedPath(c)
  const named = one.companyOf ? one.companyOf(path) : c.req.header('x-company-id')
  const caller = isForOwner(one.allows) ? await findOwner(app, recognised, named) : recognised
  const bytes = Number(c.req.header('content-length') ?? 0)
  if (one.limits) await consumeLimits(app, one.limits({ caller, bytes }))
  const query = new URL(c.req.url).searchParams
  const content = {
    stream: () => arriving(c.req.raw.body ?? new Blob([]).stream()),
    text: () => textOf(c),
  }
  return c.json(toWire(one.answer, await one.run(app, { content, caller, headers: c.req.raw.headers, path, query })))
}

async function handleResource(app: App, one: Resource, c: Http) {
  const path = decodedPath(c)
  const query = new URL(c.req.url).searchParams
  const caller = await readerOf(app, one, { c, query })
  if (one.limits) await consumeLimits(app, one.limits({ caller }))
  const answer = await one.run(app, { path, query, caller, headers: c.req.raw.headers, signal: c.req.raw.signal })
  if (one.allows !== 'V') answer.headers.set('cache-control', 'private, no-store')
  // The body of a response to HEAD is never read: a stream would run for ever.
  if (c.req.method === 'HEAD') await answer.body?.cancel()
  return answer
}

/**
 * A public resource neither sets nor needs a cookie, so that caches may store it. Others are for our own pages only: a link on a foreign
 * page would carry the cookies, and reading some of them is an act, such as the first download of a bank file.
 */
async function readerOf(app: App, one: Resource, { c, query }: { c: Http; query: URLSearchParams }) {
  if (one.allows === 'V') return { hash: () => '', ip: clientIp(app, c), requestId: c.get('requestId') }
  if (!originIsOurs(app, c.req.raw.headers)) throw requestProblems.foreignOrigin()
  const caller = await recognise(app, c)
  guard(app, one, caller)
  return isForOwner(one.allows) ? findOwner(app, caller, query.get('companyId')) : caller
}

function decodedPath(c: Http) {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    throw requestProblems.unknown()
  }
}

const readBody = async (one: Endpoint, c: Http): Promise<unknown> =>
  one.leadsTo && isPlainForm(c) ? readForm(await textOf(c)) : parseJson(await textOf(c))

/** A client that disconnects while sending its body is not our error. */
const textOf = (c: Http) => c.req.text().catch(connectionLost)

function arriving(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch(connectionLost)
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function parseBody(app: App, one: Endpoint, raw: unknown): unknown {
  const schema = typeof one.body === 'function' ? one.body(app) : one.body
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw invalidInput(fieldsOf(parsed.error))
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return cleanValue(JSON.parse(text))
  } catch {
    throw requestProblems.notJson()
  }
}

/** Texts of each field at any depth: { customerName: ['…'], 'attachmentIds.0': ['…'] }. */
function fieldsOf(error: z.ZodError) {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body'
    fields[name] = [...new Set([...(fields[name] ?? []), issue.message])]
  }
  return fields
}

/** Maps all errors to responses (docs/spec.md#errors): problems are the user's, anything else is our fault and is logged. */
export function refuse(app: App, error: unknown, c: Http): Response {
  if (error instanceof TooManyRequests || error instanceof Overloaded) c.header('retry-after', String(error.retryAfterSeconds))
  c.header('cache-control', 'no-store')
  if (error instanceof Problem) c.set('refusedWith', error.code)
  // A client that requests a page gets a sentence, not JSON.
  if (error instanceof Problem && c.req.header('accept')?.includes('text/html')) return c.text(error.message, error.status)
  if (error instanceof Problem) {
    return c.json(
      { ...c.get('refusal'), success: false, error: error.message, code: error.code, ...(error.fields ? { fields: error.fields } : {}) },
      error.status,
    )
  }
  app.log.error({ requestId: c.get('requestId'), route: c.get('route'), error: describeError(error) }, 'request failed')
  if (error instanceof DatabaseDown) {
    c.header('retry-after', String(outageSeconds))
    if (c.req.header('accept')?.includes('text/html')) return c.text(databaseDownText, 503)
    return c.json({ success: false, error: databaseDownText, code: 'databaseDown' }, 503)
  }
  return c.json({ success: false, error: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es erneut.', code: 'internal' }, 500)
}
