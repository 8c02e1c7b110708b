import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CallerName, callers, calls, refusals } from './calls.ts'
import { bookingRequestFor, makeCompany } from './factories.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { app, http, sandbox } = world
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

/** The server's own list: every route that is no middleware. */
const routesOf = (list: { method: string; path: string }[]) => [
  ...new Set(list.filter(({ path }) => path !== '/*' && path !== '*').map(({ method, path }) => `${method} ${path}`)),
]

/** Routes of the server without a row, and rows without a route. */
function compareCalls(routes: string[], rows: string[]) {
  return {
    withoutRow: routes.filter((route) => !rows.includes(route) && !refusals.includes(route)),
    withoutRoute: rows.filter((row) => !routes.includes(row)),
  }
}

test('every route of the server has its row, and every row its route', () => {
  const routes = routesOf(http.routes)
  expect(routes.length).toBeGreaterThan(10)
  expect(compareCalls(routes, Object.keys(calls))).toEqual({ withoutRow: [], withoutRoute: [] })
})

test('a new route without a row is found', () => {
  http.post('/functions/v1/seeded-fault', (c) => c.text('x'))
  expect(compareCalls(routesOf(http.routes), Object.keys(calls)).withoutRow).toEqual(['POST /functions/v1/seeded-fault'])
})

test.each(Object.entries(calls).flatMap(([route, row]) => callers.map((caller) => [route, caller, row[caller]] as const)))(
  '%s as %s: %s',
  async (route, caller, expected) => {
    const status = await useAs(route, caller)
    expect(status < 400 ? 'may' : 'refused').toBe(expected)
    if (expected === 'refused') expect([400, 401, 403, 404]).toContain(status)
  },
)

/** Uses an operation with a body that would be right for whoever may, and answers the status. */
async function useAs(route: string, caller: CallerName) {
  const { own, another, company } = await twoBookings()
  const ids = {
    visitor: { sessionId: another.sessionId, bookingId: own.bookingId },
    holder: own.ids,
    holderOfAnother: { ...own.ids, sessionId: another.sessionId },
  }
  const person = caller === 'holder' ? own.visitor : caller === 'holderOfAnother' ? another.visitor : world.newVisitor()
  const [method = '', path = ''] = route.split(' ')
  if (method === 'GET') {
    const key = 'company-images/d153b4f2-6a8c-8ead-9cbd-8c9d40ae08bc/logo/0.png'
    await app.storage.put(key, png, 'image/png')
    return (await person.request(path.replace('company-images/*', key), {})).status
  }
  const bodies: Record<string, unknown> = {
    search_companies_safe: { search_term: '' },
    get_public_reviews: { company_id_param: company.id },
    'create-booking-payment': bookingRequestFor(app, company.id, { customerEmail: 'dritte@kunde.example' }),
    'remove-booking-attachment': { attachmentId: own.attachmentId },
    'verify-payment': caller === 'signedWebhook' ? ids.visitor : ids[caller],
    'get-booking': caller === 'signedWebhook' ? ids.visitor : ids[caller],
  }
  const name = path.split('/').at(-1) ?? ''
  if (name === 'upload-booking-attachment') return (await person.upload({ name: 'a.png', type: 'image/png', content: png })).status
  const body = JSON.stringify(
    name === 'stripe' ? { id: 'evt_1', type: 'x', data: { object: { id: 'x', object: 'x' } } } : (bodies[name] ?? {}),
  )
  const headers = { 'content-type': 'application/json', ...(caller === 'signedWebhook' ? signature(body) : {}) }
  return (await person.request(path, { method: 'POST', body, headers })).status
}

/** Two visitors, each with a paid booking and an upload that no booking has. */
async function twoBookings() {
  const company = await makeCompany(app)
  const [own, another] = [await bookAs('eine@kunde.example', company.id), await bookAs('andere@kunde.example', company.id)]
  return { own, another, company }
}

async function bookAs(customerEmail: string, companyId: string) {
  const visitor = world.newVisitor()
  await visitor.call('create-booking-payment', bookingRequestFor(app, companyId, { customerEmail }))
  const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
  await sandbox.control('pay', { session: sessionId })
  const ids = { bookingId, sessionId: sessionId ?? '' }
  await visitor.call('verify-payment', ids)
  const file = await visitor.upload({ name: 'a.png', type: 'image/png', content: png })
  return { visitor, bookingId, sessionId: ids.sessionId, ids, attachmentId: String(file.body.id) }
}

function signature(body: string) {
  const at = Math.floor(app.now().getTime() / 1000)
  const hash = createHmac('sha256', app.config.stripe.webhookSecret).update(`${at}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${at},v1=${hash}` }
}
