import { createHmac, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { issueBookingToken } from '#src/orders/bookings/links/actions.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { developmentSecrets } from '#src/platform/server/config.ts'
import { signMail } from '../../sandbox/answers.ts'
import { bookingRequestFor, enterAs, enterAsOperator, makeCompany, makeOwner, makeReview, makeUser, passCode } from '../factories.ts'
import type { TestApp, Visitor } from '../testApp.ts'
import type { Asked } from './requests.ts'
import type { Answer } from './responseCheck.ts'

export const callers = ['visitor', 'signedIn', 'ownerPastCode', 'admin'] as const
export type CallerName = (typeof callers)[number]

/** The server behind a real socket, and callers that own objects of every kind. */
export async function openFixture({ app, http, newVisitor, sandbox }: TestApp) {
  const server = createAdaptorServer({ fetch: http.fetch }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let sent = 0
  let fixture = await set()

  async function set() {
    const company = await makeCompany(app, { email: `firma-${randomUUID()}@anbieter.example` })
    const owner = await makeOwner(app, company.id)
    const user = await makeUser(app, { email: `person-${randomUUID()}@kunde.example` })
    const [own, other] = [await bookAs(company.id), await bookAs(company.id)]
    const sender = { name: 'Katrin Bergmann', email: 'katrin@kunde.example', createdAt: app.now(), isSuspect: false }
    const message = await app.db
      .insertInto('contactMessages')
      .values({ ...sender, topic: 'other', message: 'Eine Frage.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const notice = await app.db
      .insertInto('contentReports')
      .values({ ...sender, target: 'company', companyId: company.id, reason: 'untrue', explanation: 'Die Angaben stimmen nicht.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await newVisitor().call('declare-withdrawal', { name: sender.name, contract: 'Reinigung', email: sender.email })
    const withdrawal = await app.db.selectFrom('withdrawals').select('id').executeTakeFirst()
    const ids: Record<string, string> = {
      companyId: company.id,
      otherCompanyId: (await makeCompany(app, { email: `andere-${randomUUID()}@anbieter.example` })).id,
      bookingId: own.bookingId,
      otherBookingId: other.bookingId,
      sessionId: own.sessionId,
      otherSessionId: other.sessionId,
      attachmentId: own.attachmentId,
      reviewId: (await makeReview(app, company.id)).id,
      messageId: message.id,
      reportId: notice.id,
      withdrawalId: withdrawal?.id ?? randomUUID(),
      mailingId: randomUUID(),
      payoutId: randomUUID(),
      token: await app.db
        .transaction()
        .execute((tx) => issueBookingToken(app, tx, { id: own.bookingId, bookingDate: berlinDay(app.now()) })),
      email: user.email,
      ownerEmail: owner.email,
      origin: app.config.publicUrl,
      today: berlinDay(app.now()),
      day: addDays(berlinDay(app.now()), 2),
      now: company.updatedAt.toISOString(),
    }
    const admin = await enterAsOperator(app, newVisitor())
    ids.mailingId = String((await admin.call('admin-start-mailing', { subject: 'Neues', message: 'Guten Tag' })).body.mailing_id)
    const people: Record<CallerName, Visitor> = { visitor: newVisitor(), signedIn: newVisitor(), ownerPastCode: newVisitor(), admin }
    await enterAs(app, people.signedIn, user.email)
    await passCode(app, await enterAs(app, people.ownerPastCode, owner.email))
    return { ids, people }
  }

  /** Signs in a caller again whose session was ended or whose account was deleted. */
  async function reenter(caller: CallerName) {
    const { people, ids } = fixture
    const fresh = newVisitor()
    if (caller === 'admin') await enterAsOperator(app, fresh)
    if (caller === 'signedIn') await enterAs(app, fresh, (await makeUser(app, { email: `person-${randomUUID()}@kunde.example` })).email)
    if (caller === 'ownerPastCode') await passCode(app, await enterAs(app, fresh, (await makeOwner(app, ids.companyId ?? '')).email))
    people[caller] = fresh
  }

  async function bookAs(companyId: string) {
    const visitor = newVisitor()
    const customerEmail = `kundin-${randomUUID()}@kunde.example`
    await visitor.call('create-booking-payment', bookingRequestFor(app, companyId, { customerEmail }))
    const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
    await sandbox.control('pay', { session: sessionId })
    await visitor.call('verify-payment', { bookingId, sessionId })
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const file = await visitor.upload({ name: 'a.png', type: 'image/png', content: new Uint8Array(Buffer.from(png, 'base64')) })
    return { bookingId, sessionId: sessionId ?? '', attachmentId: String(file.body.id) }
  }

  /** Replaces a request's placeholders by this fixture's ids. */
  const filled = (text: string) =>
    text.replace(/«(\w+)»|%C2%AB(\w+)%C2%BB/g, (_all, name = '', escaped = '') =>
      name === 'n' ? String(sent) : (fixture.ids[name || escaped] ?? ''),
    )

  /** Sends the request as this caller; returns the response with the request as sent. */
  async function send(asked: Asked, caller: CallerName): Promise<{ request: object; answer: Answer }> {
    sent += 1
    const body = asked.body === undefined ? undefined : filled(asked.body)
    const cookie = [...fixture.people[caller].cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = Object.fromEntries(
      Object.entries({ ...asked.headers, ...(asked.isSigned ? signed(body ?? '') : {}) }).map(([name, value]) => [name, filled(value)]),
    )
    const request = { method: asked.method, path: filled(asked.path), headers, body }
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, {
      method: request.method,
      headers: { ...headers, cookie, origin: app.config.publicUrl },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(30_000),
    })
    const type = answer.headers.get('content-type') ?? ''
    const isStream = type.startsWith('text/event-stream')
    const text = isStream ? '' : await answer.text()
    const took = performance.now() - began
    if (isStream) await answer.body?.cancel()
    return { request, answer: { status: answer.status, type, text, took } }
  }

  function signed(body: string) {
    const at = Math.floor(app.now().getTime() / 1000)
    const hash = createHmac('sha256', app.config.stripe.webhookSecret).update(`${at}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${at},v1=${hash}`, ...signMail(body, { secret: developmentSecrets.MAIL_REPLY_SECRET, now: app.now() }) }
  }

  return {
    send,
    reenter,
    /** Recreates all objects and callers: requests end sessions, delete accounts, close companies. */
    renew: async () => {
      fixture = await set()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
