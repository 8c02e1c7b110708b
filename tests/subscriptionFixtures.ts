import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { type PlanKey, plans } from '#src/money/plans/rules.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { bookingRequestFor, enterAs, makeUser } from './factories.ts'
import type { TestApp, Visitor } from './testApp.ts'

/** Valid fields of a company. */
export const companyFields = {
  company_name: 'Fugenlos Fliesen',
  category: 'Handwerk',
  description: 'Wir legen Fliesen in Bad und Küche.',
  location: 'Schmale Gasse 12, 22767 Hamburg',
  contact_person: 'Jens Tabor',
  email: 'kontakt@fugenlos.example',
  phone: '+49 40 66969150',
}

export type Owner = { email: string; userId: string; companyId: string }

/** Helpers for tests of subscriptions: register, pay, let time pass, deliver or lose webhooks, compare. */
export function openSubscriptionFixtures(testApp: TestApp) {
  const { app, sandbox, clock, runJobs } = testApp
  const gateway = openGateway(testApp)

  /** Signs in as owner after the code, in a new browser: after a month all sessions have expired. */
  async function signInOwner({ email }: { email: string }): Promise<Visitor> {
    const visitor = await enterAs(app, testApp.newVisitor(), email)
    const ofPerson = app.db.selectFrom('users').select('id').where('email', '=', email)
    await app.db.updateTable('sessions').set({ steppedUpAt: app.now() }).where('userId', 'in', ofPerson).execute()
    return visitor
  }

  async function register(fields: object = {}): Promise<Owner> {
    const { email, id } = await makeUser(app, { email: `jens-${Math.floor(Math.random() * 1e9)}@anbieter.example` })
    const visitor = await signInOwner({ email })
    const { status, body } = await visitor.call('create-provider-company', { plan: 'basic', company: { ...companyFields, ...fields } })
    expect(status).toBe(200)
    return { email, userId: id, companyId: body.companyId }
  }

  /** Opens the checkout of a plan and returns its session's id. */
  async function openCheckout(owner: Owner, plan: PlanKey) {
    const visitor = await signInOwner(owner)
    const { status, body } = await visitor.call('create-company-subscription', { companyId: owner.companyId, plan })
    expect([status, body.error]).toEqual([200, undefined])
    const row = await app.db
      .selectFrom('subscriptionCheckouts')
      .select('sessionId')
      .where('companyId', '=', owner.companyId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    return { url: String(body.url), sessionId: row.sessionId ?? '' }
  }

  const pay = (session: string, card?: string) => sandbox.control('pay', { session, ...(card ? { card } : {}) })

  /** A company whose subscription was paid and is stored here. */
  async function subscribed(plan: PlanKey) {
    const owner = await register()
    const { sessionId } = await openCheckout(owner, plan)
    await pay(sessionId)
    await gateway.arrive()
    const { pspId, customerId } = await readSubscription(owner.companyId)
    return { ...owner, sessionId, subscriptionId: pspId, customerId }
  }

  const readCompany = (id: string) => app.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const readSubscription = (companyId: string) =>
    app.db.selectFrom('subscriptions').selectAll().where('companyId', '=', companyId).executeTakeFirstOrThrow()

  const call = async (owner: Owner, name: string, body: object = {}) =>
    (await signInOwner(owner)).call(name, { companyId: owner.companyId, ...body })

  /** Advances both clocks. */
  async function passTime({ days = 0, minutes = 0 }: { days?: number; minutes?: number }) {
    const to = new Date(app.now().getTime() + days * 86_400_000 + minutes * 60_000)
    clock.moveTo(to)
    await sandbox.control('clock', { to: to.toISOString() })
  }

  async function reconcile() {
    for (const name of ['plans.reconcileCheckouts', 'plans.reconcileSubscriptions']) await enqueue(app.db, { name, payload: {} })
    await runJobs()
  }

  const switchCard = (customer: string, card: string) => sandbox.control('card', { customer, card })

  /** Subjects of the mails to this address, oldest first. */
  async function subjectsTo({ email }: { email: string }) {
    await runJobs()
    return testApp.inbox
      .mails()
      .filter((mail) => mail.to === email)
      .map(({ subject }) => subject)
      .reverse()
  }

  /** Posts to the sandbox as the PSP's own pages or its operator would. */
  async function atPsp(method: 'POST' | 'DELETE', path: string, fields: Record<string, string> = {}) {
    const body = method === 'POST' ? new URLSearchParams(fields) : null
    const headers = { authorization: `Bearer ${app.config.stripe.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${sandbox.url}/v1/${path}`, { method, body, headers })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }

  /** Cancels on the PSP's own page, to the end of the period. */
  async function cancelInPortal({ customerId, subscriptionId }: { customerId: string; subscriptionId: string }) {
    const { url } = await app.payments.openBillingPortal({ customerId, returnUrl: 'http://localhost/dashboard' })
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ intention: `cancel:${subscriptionId}` }) })
    expect(await answer.text()).toContain('Das Abonnement endet mit dem Zeitraum.')
  }

  /** Creates a paid subscription directly at the PSP, without our code; returns its id. */
  async function secondSubscription({ companyId, customerId }: { companyId: string; customerId: string }, plan: PlanKey) {
    const session = await app.payments.startSubscriptionCheckout({
      companyId,
      customerId,
      checkoutId: 'past-our-doors',
      plan: { key: plan, name: plans[plan].name, priceCents: plans[plan].priceCents },
      methods: ['card'],
      expiresAt: new Date(app.now().getTime() + 35 * 60_000),
      successUrl: 'http://localhost/',
      cancelUrl: 'http://localhost/',
      idempotencyKey: `second:${companyId}:${Math.random()}`,
    })
    // Not delivered: the session itself is not tested here.
    await sandbox.control('webhooks', { action: 'drop', types: ['checkout.session.completed'], times: 1 })
    await pay(session.id)
    const paid = await app.payments.findCheckout(session.id)
    return paid?.subscriptionId ?? expect.fail('the second subscription did not begin')
  }

  /** Books and pays at once; returns the commission, or 'refused' if the company takes no bookings. */
  async function bookOnce(companyId: string) {
    const request = bookingRequestFor(app, companyId, { customerEmail: `kunde${Math.floor(Math.random() * 1e9)}@kunde.example` })
    const visitor = testApp.newVisitor()
    if ((await visitor.call('create-booking-payment', request)).status === 409) return 'refused'
    const { sessionId, bookingId } = await app.db.selectFrom('checkouts').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
    await pay(sessionId ?? '')
    await visitor.call('verify-payment', { sessionId, bookingId })
    const booking = await app.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
    return booking.commissionBasisPoints
  }

  /** Asserts that the stored subscription equals the PSP's in every field, and that each paid invoice is in the ledger once. */
  async function expectSameAsPsp(companyId: string) {
    const stored = await readSubscription(companyId)
    const truth = await app.payments.findSubscription(stored.pspId)
    const { id, companyId: itsCompany, renewalCents: _price, ...facts } = truth ?? expect.fail('the PSP does not know the subscription')
    expect([id, itsCompany]).toEqual([stored.pspId, companyId])
    expect(stored).toMatchObject(facts)
    expect((await readCompany(companyId)).subscriptionStatus).toBe(facts.status)
    const invoices = await app.payments.listInvoices(id)
    const paid = invoices.filter(({ status, amountPaidCents }) => status === 'paid' && amountPaidCents > 0)
    const { rows } = await sql<{ reference: string; account: string; cents: number }>`
      select reference, account, amount_cents as cents
      from ledger_tx
      join ledger_entry on ledger_entry.tx_id = ledger_tx.id
      join subscription_invoices on subscription_invoices.id = reference
      where kind = 'subscription' and subscription_id = ${id}`.execute(app.db)
    const inLedger = rows.filter(({ account }) => account === 'psp_balance')
    expect(Object.fromEntries(inLedger.map(({ reference, cents }) => [reference, cents]))).toEqual(
      Object.fromEntries(paid.map((invoice) => [invoice.id, invoice.amountPaidCents])),
    )
    expect(inLedger).toHaveLength(paid.length)
  }

  return {
    register,
    openCheckout,
    pay,
    subscribed,
    readCompany,
    readSubscription,
    signInOwner,
    call,
    passTime,
    reconcile,
    switchCard,
    subjectsTo,
    atPsp,
    cancelInPortal,
    bookOnce,
    secondSubscription,
    expectSameAsPsp,
    ...gateway,
  }
}

/** Endpoint to which the sandbox delivers, with faults; events are signed again for the product's own clock. */
function openGateway({ app, sandbox, visitor, runJobs }: TestApp) {
  const server = createServer(async (request, response) => {
    const body = await new Response(request as never).text()
    const at = Math.floor(app.now().getTime() / 1000)
    const hash = createHmac('sha256', app.config.stripe.webhookSecret).update(`${at}.${body}`).digest('hex')
    const headers = { 'stripe-signature': `t=${at},v1=${hash}`, 'content-type': 'application/json' }
    const answer = await visitor.request('/webhooks/stripe', { method: 'POST', body, headers })
    response.writeHead(answer.status).end()
  })
  const listening = new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))
  afterAll(() => void server.close())

  /** Registers the endpoint at the sandbox; needed after each reset. */
  async function listen() {
    const form = new URLSearchParams({ url: `http://127.0.0.1:${await listening}/`, 'enabled_events[]': '*' })
    const headers = { authorization: `Bearer ${app.config.stripe.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${sandbox.url}/v1/webhook_endpoints`, { method: 'POST', body: form, headers })
    expect(answer.status).toBe(200)
  }

  /** Waits until everything that is not held back is delivered, and processes it. */
  async function arrive() {
    for (;;) {
      const { deliveries } = (await sandbox.control('state')) as { deliveries: { heldBy: string | null }[] }
      if (deliveries.every(({ heldBy }) => heldBy !== null)) break
      await new Promise((done) => setTimeout(done, 20))
    }
    await runJobs()
  }
  return { listen, arrive }
}
