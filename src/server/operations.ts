import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { invalidInput, Problem, problemsOf } from '#src/kit/problems.ts'
import type { App } from './app.ts'
import { callerOf, type HttpEnv } from './caller.ts'
import type { AnyEndpoint, Caller, Endpoint, RawEndpoint } from './endpoint.ts'
import { runOnce } from './idempotency.ts'
import { consumeLimits, TooManyRequests } from './limits.ts'
import { describeError } from './log.ts'

export const requestProblems = problemsOf('request', {
  notJson: [422, 'Die Anfrage ist kein gültiges JSON.'],
  foreignOrigin: [403, 'Diese Anfrage kommt von einer fremden Seite.'],
  tooLarge: [413, 'Die Anfrage ist zu groß.'],
  unknown: [404, 'Nicht gefunden'],
})

type Http = Context<HttpEnv>

/** Guard, parse, limit, run, answer: the way of every operation. */
export async function answerOperation(app: App, one: AnyEndpoint, c: Http): Promise<Response> {
  if (one.kind === 'resource') return one.run(app, { path: decodedPath(c), headers: c.req.raw.headers })
  const caller = callerOf(app, c)
  return one.kind === 'raw' ? answerRaw(app, one, { c, caller }) : answerEndpoint(app, one, { c, caller })
}

function decodedPath(c: Http) {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    throw requestProblems.unknown()
  }
}

async function answerEndpoint(app: App, one: Endpoint, { c, caller }: { c: Http; caller: Caller }) {
  const body = await parseBody(app, one, c)
  const reply = new Headers()
  const run = async () => {
    if (one.limits) await consumeLimits(app, one.limits({ body, caller }))
    return { status: 200, answer: await one.run(app, { body, caller, headers: c.req.raw.headers, reply }) }
  }
  const key = one.isCreating ? c.req.header('idempotency-key') : undefined
  const { status, answer } =
    key === undefined ? await run() : await runOnce(app, { key, callerHash: caller.hash, call: one.name, body }, run)
  for (const [name, value] of reply) c.header(name, value)
  return c.json(answer, status as ContentfulStatusCode)
}

async function answerRaw(app: App, one: RawEndpoint, { c, caller }: { c: Http; caller: Caller }) {
  const bytes = Number(c.req.header('content-length') ?? 0)
  if (one.limits) await consumeLimits(app, one.limits({ caller, bytes }))
  const content = c.req.raw.body ?? new Blob([]).stream()
  return c.json(await one.run(app, { content, caller, headers: c.req.raw.headers }))
}

async function parseBody(app: App, one: Endpoint, c: Http): Promise<unknown> {
  const raw = parseJson(await c.req.text())
  const schema = typeof one.body === 'function' ? one.body(app) : one.body
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw invalidInput(fieldsOf(parsed.error))
  return parsed.data
}

/** PostgreSQL keeps no NUL in a text, so none gets in. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
  } catch {
    throw requestProblems.notJson()
  }
}

/** The texts of each field, whatever its depth: { customerName: ['…'], 'attachmentIds.0': ['…'] }. */
function fieldsOf(error: z.ZodError) {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body'
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}

/** The one mapper of errors (architecture, "Errors"): problems say what the user did, anything else is our fault and is logged. */
export function refuse(app: App, error: unknown, c: Http): Response {
  if (error instanceof TooManyRequests) c.header('retry-after', String(error.retryAfterSeconds))
  // Whoever asked for a page reads a sentence, not JSON.
  if (error instanceof Problem && c.req.header('accept')?.includes('text/html')) return c.text(error.message, error.status)
  if (error instanceof Problem) {
    return c.json(
      { success: false, error: error.message, code: error.code, ...(error.fields ? { fields: error.fields } : {}) },
      error.status,
    )
  }
  app.log.error({ requestId: c.get('requestId'), route: c.get('route'), error: describeError(error) }, 'request failed')
  return c.json({ success: false, error: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es erneut.', code: 'internal' }, 500)
}

// A missing or mistyped field without a text of its own answers German, too.
z.config(z.locales.de())
