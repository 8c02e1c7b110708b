import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refundEntries } from '#src/money/payments/entryRules.ts'
import { chargeEntries, splitAmount, subscriptionEntries } from '#src/money/payments/rules.ts'
import { insertLedgerTransaction } from '#src/money/payments/store.ts'
import { insertItems } from '#src/orders/bookings/itemStore.ts'
import { issueDocument } from '#src/orders/documents/actions.ts'
import { mandateVersion } from '#src/orders/documents/mandates/mandateTexts.ts'
import { insertPlan } from '#src/orders/instalments/store.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import { readSettings, writeSettings } from '#src/platform/server/settings.ts'
import { writeTaxProfile } from '#src/supply/companies/tax/actions.ts'
import type { TaxStatus } from '#src/supply/companies/tax/texts.ts'
import { makeCompany } from './factories.ts'
import { randomDocument } from './randomDocuments.ts'
import type { TestApp } from './testApp.ts'

/** Issues any document of a company, without ledger entries: the operator's, or one to the customer of a booking. */
export async function issueSample(app: App, companyId: string, bookingId?: string) {
  const facts = randomDocument(bookingId ? '19 %' : 'subscription', 1)
  const shared = { companyId, taxCase: 'regular', facts, covers: null } as const
  const draft = bookingId
    ? ({ ...shared, kind: 'customerInvoice', prefix: 'P7K2A', bookingId } as const)
    : ({ ...shared, kind: 'subscription', prefix: null } as const)
  const issued = await app.db.transaction().execute((tx) => issueDocument(app, tx, draft))
  if (!('id' in issued)) throw new Error(issued.faults.join(' '))
  return issued.id
}

type Firm = { status?: TaxStatus; vatId?: string | null; mandatedOn?: string; category?: 'Reinigung' | 'Catering' }
/** Tax number of a company with a mandate. */
export const taxNumber = '22/815/08156'

/** Helpers for tests of documents: an operator that may issue, and ledger entries of any day, without a PSP. */
export function openDocumentFixtures({ app }: TestApp) {
  /** Enables issuing for a month and later. */
  async function mayIssue(since: string) {
    const { operator } = await readSettings(app.db)
    const named = {
      ...operator,
      name: 'Handschlag GmbH',
      address: 'Deichstraße 1\n20459 Hamburg',
      email: 'post@handschlag.example',
      phone: '+49 40 1234567',
      representedBy: 'Hanna Schlag',
      vatId: 'DE136695976',
    }
    await app.db.transaction().execute((tx) => writeSettings(tx, { operator: named, invoices: { since, taxNumber: '' } }, app.now()))
  }

  const makeFirm = (fields: Parameters<typeof makeCompany>[1] = {}) =>
    makeCompany(app, { street: 'Große Straße 3', postcode: '22767', town: 'Hamburg', vatId: 'DE123456788', ...fields })

  /** A company with tax details, under a mandate since a day to issue its customers' invoices. */
  async function makeMandated({ status = 'regular', vatId = 'DE136695976', mandatedOn = '2026-11-01', category = 'Reinigung' }: Firm = {}) {
    await mayIssue('2026-11')
    const firm = await makeFirm({ category, companyName: 'Glanzwerk Altona' })
    const exemptionText = status === 'exempt' ? 'Umsatzsteuerfrei nach § 4 Nr. 21 UStG.' : null
    await app.db.transaction().execute(async (tx) => {
      await writeTaxProfile(app, tx, { companyId: firm.id, validFrom: '2026-01-01', status, vatId, taxNumber, exemptionText })
      await tx
        .insertInto('invoiceMandates')
        .values({ companyId: firm.id, version: mandateVersion, acceptedText: 'Text', acceptedAt: berlinInstant(mandatedOn, '08:00') })
        .execute()
    })
    return firm
  }

  /** A paid booking, in the state after its checkout was settled. */
  async function paid(companyId: string, { amountCents, on, vatBasisPoints = 1_900, ...fields }: Paid) {
    const at = berlinInstant(on, '12:00')
    const commissionBasisPoints = 300
    const split = splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints })
    return app.db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('bookings')
        .values({
          companyId,
          serviceTitle: 'Fenster putzen',
          customerName: 'Katrin Bergmann',
          customerEmail: 'katrin.bergmann@kunde.example',
          customerPhone: '+49 40 66969140',
          bookingDate: on,
          bookingTime: '07:30',
          location: 'Schmale Gasse 12, 22767 Hamburg',
          description: 'Vier Fenster',
          requestHash: `${Math.random()}`,
          amountCents,
          bookingStatus: 'confirmed',
          paymentStatus: 'paid',
          commissionBasisPoints,
          vatBasisPoints,
          feeCents: split.feeCents,
          payableAt: at,
          paidAt: at,
          expiresAt: at,
          createdAt: at,
          updatedAt: at,
          ...fields,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertLedgerTransaction(tx, {
        kind: 'charge',
        reference: id,
        bookingId: id,
        occurredAt: at,
        entries: chargeEntries(amountCents, split, companyId),
      })
      return { id, companyId, amountCents, vatBasisPoints, commissionBasisPoints, refundedCents: 0 }
    })
  }

  /** A paid supplement of a job, as its settlement leaves it. */
  async function added(job: Awaited<ReturnType<typeof paid>>, { on, cents, kind = 'hours' }: Added) {
    const order = await paid(job.companyId, {
      amountCents: cents,
      on,
      bookingDate: '2026-11-20',
      parentId: job.id,
      serviceTitle: 'Nachtrag: Mehr',
    })
    const item = { title: 'Mehr', quantity: 100, unit: kind === 'hours' ? 'Std.' : null, unitCents: cents, totalCents: cents }
    const moment = berlinInstant(on, '11:00')
    await app.db.transaction().execute(async (tx) => {
      await insertItems(tx, { bookingId: order.id, items: [item] })
      const ids = { id: randomUUID(), bookingId: job.id, companyId: job.companyId, orderId: order.id }
      const state = { status: 'accepted', proposedAt: moment, answerBy: moment, endedAt: moment } as const
      await tx
        .insertInto('supplements')
        .values({ ...ids, ...item, ...state, kind, reason: 'Mehr Fenster' })
        .execute()
    })
    return order
  }

  /** Deposit and instalments of a job whose booking is its deposit, and the items of the whole job. */
  async function planned(job: Awaited<ReturnType<typeof paid>>, restCents: readonly Cents[]) {
    const totalCents = restCents.reduce((sum, cents) => sum + cents, job.amountCents)
    const item = { title: 'Wohnung streichen', quantity: 100, unit: null, unitCents: totalCents, totalCents }
    await app.db.transaction().execute(async (tx) => {
      await insertItems(tx, { bookingId: job.id, items: [item] })
      await insertPlan(tx, { bookingId: job.id, companyId: job.companyId, totalCents, depositCents: job.amountCents, restCents })
    })
  }

  /** A paid instalment, as its settlement leaves it. */
  async function paidPart(job: Awaited<ReturnType<typeof paid>>, { place, on }: { place: number; on: string }) {
    const moment = berlinInstant(on, '11:00')
    const part = app.db.updateTable('instalments').where('bookingId', '=', job.id).where('place', '=', place)
    const { id, totalCents } = await part.set({ status: 'due', dueAt: moment }).returning(['id', 'totalCents']).executeTakeFirstOrThrow()
    const order = await paid(job.companyId, {
      amountCents: totalCents,
      on,
      bookingDate: '2026-11-20',
      parentId: job.id,
      serviceTitle: 'Rate',
    })
    const item = { title: 'Rate', quantity: 100, unit: null, unitCents: totalCents, totalCents }
    await app.db.transaction().execute(async (tx) => {
      await insertItems(tx, { bookingId: order.id, items: [item] })
      const state = { orderId: order.id, status: 'paid', endedAt: moment } as const
      await tx.updateTable('instalments').set(state).where('id', '=', id).execute()
    })
    return order
  }

  /** Drops an open instalment. */
  const dropped = (job: Awaited<ReturnType<typeof paid>>, place: number) =>
    app.db
      .updateTable('instalments')
      .set({ status: 'dropped', totalCents: 0, endedAt: app.now() })
      .where('bookingId', '=', job.id)
      .where('place', '=', place)
      .execute()

  /** A full or partial refund. */
  async function refunded(booking: Awaited<ReturnType<typeof paid>>, { cents, on }: { cents: Cents; on: string }) {
    const { companyId, commissionBasisPoints, vatBasisPoints } = booking
    const rates = { commissionBasisPoints, vatBasisPoints }
    const before = splitAmount({ amountCents: booking.amountCents - booking.refundedCents, ...rates })
    booking.refundedCents += cents
    const after = splitAmount({ amountCents: booking.amountCents - booking.refundedCents, ...rates })
    await app.db.transaction().execute(async (tx) => {
      await insertLedgerTransaction(tx, {
        kind: 'refund',
        reference: `${booking.id}-${booking.refundedCents}`,
        bookingId: booking.id,
        occurredAt: berlinInstant(on, '15:00'),
        entries: refundEntries({ refundCents: cents, before, after, companyId, account: 'company_payable' }),
      })
      const paymentStatus = booking.refundedCents === booking.amountCents ? ('refunded' as const) : ('paid' as const)
      await tx
        .updateTable('bookings')
        .set({ refundedCents: booking.refundedCents, feeCents: after.feeCents, paymentStatus })
        .where('id', '=', booking.id)
        .execute()
    })
  }

  /** A paid invoice of a subscription. */
  async function paidPlan(companyId: string, { amountCents, on, until }: { amountCents: Cents; on: string; until: string }) {
    const id = `in_${Math.random()}`
    const paidAt = berlinInstant(on, '09:00')
    await app.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('subscriptionInvoices')
        .values({
          id,
          companyId,
          subscriptionId: `sub_${companyId}`,
          status: 'paid',
          amountDueCents: amountCents,
          amountPaidCents: amountCents,
          periodStart: paidAt,
          periodEnd: berlinInstant(until, '09:00'),
          paidAt,
          postedAt: paidAt,
          vatBasisPoints: 1_900,
        })
        .execute()
      await insertLedgerTransaction(tx, {
        kind: 'subscription',
        reference: id,
        bookingId: null,
        occurredAt: paidAt,
        entries: subscriptionEntries(amountCents, 1_900),
      })
    })
  }

  /** Violated invariants of documents, from the database's views. */
  async function documentFaults() {
    const { rows } = await sql<{ invariant: string }>`
      select invariant
      from invariant_violations
      where invariant ilike '%document%' or invariant in ('ledgerTxSumsToZero', 'ledgerSumsToZero', 'revenueFollowsTheLedger')`.execute(
      app.db,
    )
    return rows.map(({ invariant }) => invariant)
  }

  const listed = () => app.db.selectFrom('documents').selectAll().orderBy('rangeId').orderBy('position').execute()
  return { mayIssue, makeFirm, makeMandated, paid, added, planned, paidPart, dropped, refunded, paidPlan, documentFaults, listed }
}

type Added = { on: string; cents: number; kind?: 'hours' | 'material' }
type Paid = {
  amountCents: Cents
  on: string
  vatBasisPoints?: number
  customerKind?: 'consumer' | 'business'
  location?: string
  bookingDate?: string
  serviceTitle?: string
  parentId?: string
}
