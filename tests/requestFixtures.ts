import Stripe from 'stripe'
import { reconcilePayments } from '#src/money/payments/reconciliation/convergeActions.ts'
import { openAppointmentFixtures } from './appointmentFixtures.ts'
import { bookingRequestFor, makeCalendar, makeService } from './factories.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of requests: a company with requests enabled, a request with an authorized card, and the PSP's view of it. */
export function openRequestFixtures(testApp: TestApp) {
  const { app, newVisitor, runJobs, sandbox } = testApp
  const fixtures = openAppointmentFixtures(testApp)
  const { hostname, port } = new URL(sandbox.url)
  const stripe = new Stripe(app.config.stripe.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })

  /** A company with a calendar whose only service is booked by request. */
  async function requestCompany(fields: object = {}) {
    const company = await fixtures.payableCompany()
    await makeCalendar(app, company.id)
    const service = await makeService(app, company.id, { bookingMode: 'request', priceCents: 13_800, minutes: 60, ...fields })
    return { ...company, serviceId: service.id }
  }

  /** A request in two days at 14:00 with an authorized card; `service`: other fields of the company's service. */
  async function requested(fields: object = {}, { service = {} }: { service?: object } = {}) {
    const company = await requestCompany(service)
    const customerEmail = `kundin${Math.floor(Math.random() * 1e9)}@kunde.example`
    const order = { serviceId: company.serviceId, time: '14:00', customerKind: 'business', customerEmail }
    const request = bookingRequestFor(app, company.id, { ...order, ...fields })
    const placed = await newVisitor().call('create-booking-payment', request)
    if (placed.status !== 200) throw new Error(JSON.stringify(placed.body))
    const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    const key = { sessionId: String(sessionId), bookingId }
    await sandbox.control('pay', { session: key.sessionId })
    await newVisitor().call('verify-payment', key)
    await runJobs()
    const { paymentId } = await app.db
      .selectFrom('checkouts')
      .select('paymentId')
      .where('bookingId', '=', bookingId)
      .executeTakeFirstOrThrow()
    const owner = await fixtures.ownerOf(company.id)
    return { ...key, key, company, owner, ids: { companyId: company.id, bookingId }, request, customerEmail, paymentId: String(paymentId) }
  }

  return { ...fixtures, requestCompany, requested, stripe, reconcile: () => reconcilePayments(app) }
}
