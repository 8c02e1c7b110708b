import type { Context, Hono } from 'hono'
import { type createRequestHandler, RouterContextProvider } from 'react-router'
import type { App } from './app.ts'
import type { HttpEnv } from './calls/caller.ts'
import { outageSeconds } from './database/connectionErrors.ts'
import { appOf, inlineOf, isOutageOf, sendOf, settingsOf, viewerOf } from './pageContext.ts'
import { readRecentSettings } from './settings.ts'

type Rendering = { handler: ReturnType<typeof createRequestHandler>; http: Hono<HttpEnv> }

/** Renders the requested page or its data. Returns the response and the hashes of the page's inline scripts and styles. */
export async function render(app: App, c: Context<HttpEnv>, { handler, http }: Rendering) {
  const context = new RouterContextProvider()
  context.set(appOf, app)
  const cookies: string[] = []
  context.set(sendOf, async (path, body, key) => {
    const answer = await http.request(path, { method: 'POST', body: JSON.stringify(body), headers: headersOfVisitor(c, key) }, c.env)
    cookies.push(...answer.headers.getSetCookie())
    return answer
  })
  const viewer = await app.hooks.findSession(app, c.req.header('cookie') ?? '')
  context.set(viewerOf, viewer ? { email: viewer.email } : undefined)
  const settings = await readRecentSettings(app).catch(() => undefined)
  if (settings) {
    const { orderLabel, payoutSchedule, appointments, paymentMethods, methodApprovals, operator } = settings
    context.set(settingsOf, {
      orderLabel,
      payoutWeekday: payoutSchedule.weekday,
      answerHours: appointments.answerHours,
      methods: { paymentMethods, methodApprovals },
      creditor: operator.name,
    })
  }
  const rendered = await handler(withoutOrigin(c.req.raw), context)
  const answer = context.get(isOutageOf) ? outageOf(rendered) : rendered
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  const inline = context.get(inlineOf) ?? undefined
  c.set('inline', inline)
  if (viewer) answer.headers.set('cache-control', 'private, no-store')
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-cache')
  return { answer, inline }
}

/** The page with the status of an outage, so that proxies and crawlers try again instead of taking it for broken. */
function outageOf({ body, headers }: Response) {
  const answer = new Response(body, { status: 503, headers })
  answer.headers.set('retry-after', String(outageSeconds))
  answer.headers.set('cache-control', 'no-store')
  return answer
}

/**
 * Returns a form without its Origin, which was checked before (`originIsOurs`): the router compares it with Host by itself, and would
 * refuse `Origin: null` of a page with no-referrer and a Host that a proxy has changed.
 */
function withoutOrigin(request: Request) {
  if (request.method !== 'POST' || !request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers })
}

/** Headers that identify the visitor, and our page as origin: forms from elsewhere were refused before. */
function headersOfVisitor(c: Context<HttpEnv>, key: string | undefined) {
  const passed = ['cookie', 'x-forwarded-for', 'user-agent'].flatMap((name) => {
    const value = c.req.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { 'content-type': 'application/json', ...Object.fromEntries(passed), ...(key === undefined ? {} : { 'idempotency-key': key }) }
}
