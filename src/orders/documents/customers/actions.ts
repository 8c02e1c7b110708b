import { findBilling } from '#src/orders/bookings/billing/store.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { oneLine, shortId } from '#src/platform/kit/text.ts'
import { readAddress } from '#src/platform/kit/typed.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { readSettings, type Settings } from '#src/platform/server/settings.ts'
import { readBillingFacts, readTaxProfile } from '#src/supply/companies/tax/actions.ts'
import type { TaxProfile } from '#src/supply/companies/tax/rules.ts'
import { type Draft, issueDocument, issueEach } from '../actions.ts'
import type { DocumentParty } from '../facts.ts'
import { issueBatch, retryAfterMinutes } from '../fees/drafts.ts'
import { companyParty, encryptedTaxNumber } from '../parties.ts'
import { deleteFaults, findDocument, noteFaults } from '../store.ts'
import { type BilledBooking, findBilled } from './billedStore.ts'
import { takeBack } from './cancelActions.ts'
import { draftOf, taxedAs } from './lines.ts'
import { draftCorrection, draftInvoice } from './papers.ts'
import { dueBefore, subjectOfBooking } from './rules.ts'
import {
  copyEncrypted,
  deleteOldFaults,
  encryptTaxNumber,
  findCancelled,
  listChanged,
  listDueInvoices,
  listMoneyFacts,
  listNamed,
  listStanding,
  type MoneyFact,
  storeIssuedLines,
} from './store.ts'

/**
 * Issues due customer invoices in the companies' names, and corrects invoices that a refund, a chargeback or a missed appointment made
 * wrong. Reads its work from the tables, so the next run continues an interrupted one. Runs every minute over bookings with recent
 * services, payments or ledger entries; every hour over all bookings (`isWhole`); on demand for one booking (`bookingId`).
 */
export async function issueCustomers(
  app: App,
  { isWhole = false, bookingId }: { isWhole?: boolean | undefined; bookingId?: string | undefined } = {},
) {
  const settings = await readSettings(app.db)
  await deleteOldFaults(app.db)
  const asked = bookingId === undefined ? await listDue(app, isWhole) : await listNamed(app.db, bookingId)
  await issueEach(
    app,
    asked.map(({ id, companyId }) => ({ bookingId: id, companyId, subject: subjectOfBooking(id) })),
    (tx, { bookingId }) => settleDocuments(app, tx, { bookingId, settings }),
  )
}

async function listDue({ db, now: clock }: App, isWhole: boolean) {
  const now = clock()
  const shared = { checkedBefore: new Date(now.getTime() - retryAfterMinutes * 60_000), limit: issueBatch, isWhole }
  const due = await listDueInvoices(db, { ...shared, before: dueBefore(now), paidBefore: now })
  return [...due, ...(await listChanged(db, { ...shared, until: now }))]
}

type Of = { bookingId: string; settings: Settings }

/** Issues, corrects or cancels the documents of one booking so that they match its state. */
async function settleDocuments(app: App, tx: Transaction, { bookingId, settings }: Of) {
  const booking = await findBilled(tx, bookingId)
  if (!booking?.hasOwnInvoice) return
  const facts = await listMoneyFacts(tx, bookingId)
  const standing = await listStanding(tx, bookingId)
  const open = facts.filter(({ isCovered }) => !isCovered)
  const [invoice] = standing
  if (invoice?.kind !== 'customerInvoice') return issueInvoice(app, tx, { booking, facts: open, settings })
  // Money that the company keeps for an appointment that did not take place is not the price of a service: all its documents are cancelled.
  if (booking.hasEnded && booking.refundedCents < booking.amountCents) {
    const faults = await takeBack(app, tx, { standing })
    return faults.length > 0 ? note(app, tx, booking, faults) : undefined
  }
  if (open.length > 0) await issueCorrection(app, tx, { booking, facts, invoiceId: invoice.id, settings })
}

type Invoicing = { booking: BilledBooking; facts: readonly MoneyFact[]; settings: Settings }

async function issueInvoice(app: App, tx: Transaction, { booking, facts, settings }: Invoicing) {
  const { companyId, bookingDate, lastDay, paidAt } = booking
  const isDue = lastDay < dueBefore(app.now()) || booking.customerKind === 'business'
  if (!booking.isServed || !booking.isOpen || booking.heldAt || !booking.acceptedAt || bookingDate < berlinDay(booking.acceptedAt)) return
  if (!isDue || !paidAt || sumOf(facts) <= 0) return
  const profile = await readTaxProfile({ ...app, db: tx }, companyId, bookingDate)
  if (!profile) return note(app, tx, booking, ['law: tax status'])
  const isReverse = booking.reverseConfirmedAt !== null
  const lines = taxedAs(draftOf(booking), { ...profile, isReverse })
  const back = facts.filter(({ cents }) => cents < 0)
  const { facts: paper, taxCase } = draftInvoice({
    service: {
      serviceOn: bookingDate,
      serviceUntil: lastDay,
      paidOn: berlinDay(paidAt),
      isConsumer: booking.customerKind === 'consumer',
      category: booking.category,
    },
    lines,
    back: back.length > 0 ? { cents: 0 - sumOf(back), on: back.at(-1)?.onDay ?? bookingDate } : null,
    replaces: await findCancelled(tx, booking.id),
    today: berlinDay(app.now()),
    operatorName: oneLine(settings.operator.name),
    ...(await partiesOf(tx, { booking, profile })),
  })
  const issued = await issueOrNote(app, tx, {
    kind: 'customerInvoice',
    companyId,
    bookingId: booking.id,
    prefix: paper.seller.id,
    taxCase,
    facts: paper,
    covers: { side: 'customer', facts: facts.map(({ id }) => id) },
  })
  if (!issued) return
  await storeIssuedLines(tx, { bookingId: booking.id, companyId, lines })
  if (paper.seller.taxNumber) await encryptTaxNumber(tx, { documentId: issued.id, companyId, validFrom: profile.validFrom })
}

const sumOf = (facts: readonly MoneyFact[]) => facts.reduce((sum, { cents }) => sum + cents, 0)

/** Returns seller, with its tax profile on the day of the service, and buyer. A VAT id suffices; without one the tax number is included. */
async function partiesOf(tx: Transaction, { booking, profile }: { booking: BilledBooking; profile: TaxProfile }) {
  const company = await readBillingFacts({ db: tx }, booking.companyId)
  if (!company) throw new Error(`company ${booking.companyId} was deleted while its invoice was issued`)
  const taxNumber = profile.vatId || !profile.taxNumber ? null : encryptedTaxNumber
  const seller = { ...companyParty({ ...company, vatId: profile.vatId }), taxNumber }
  return { seller, ...(await buyerOf(tx, booking)) }
}

/** Recipient of a booking's invoice: the billing address, or the customer at the place of the service if there is none. */
export async function buyerOf(
  db: Parameters<typeof findBilling>[0],
  booking: Pick<BilledBooking, 'id' | 'customerName' | 'customerEmail' | 'location'>,
) {
  const billing = await findBilling(db, booking.id)
  const { name, street, postcode, town, country, vatId } = billing ?? {
    name: booking.customerName,
    ...readAddress(booking.location),
    country: 'DE',
    vatId: null,
  }
  const buyer: DocumentParty = {
    id: shortId(booking.id),
    name: oneLine(name).trim(),
    street,
    postcode,
    town,
    country,
    vatId,
    taxNumber: null,
    contactName: '',
    phone: '',
    email: booking.customerEmail,
  }
  return { buyer, buyerReference: billing?.buyerReference ?? null }
}

/** Issues a correction for refunds since the last document, with the parties and tax rates of the original invoice. */
async function issueCorrection(app: App, tx: Transaction, { booking, facts, invoiceId, settings }: Invoicing & { invoiceId: string }) {
  const original = await findDocument(tx, invoiceId)
  if (!original || !booking.issuedLines) return
  const goneOf = (those: readonly MoneyFact[]) => 0 - sumOf(those.filter(({ cents }) => cents < 0))
  const open = facts.filter(({ isCovered }) => !isCovered)
  const last = open.at(-1)
  if (!last) return
  const { facts: paper, taxCase } = draftCorrection({
    original,
    lines: booking.issuedLines,
    gone: {
      before: goneOf(facts.filter(({ isCovered }) => isCovered)),
      after: goneOf(facts),
      on: last.onDay,
      isDispute: last.kind === 'disputeLost',
    },
    isConsumer: booking.customerKind === 'consumer',
    today: berlinDay(app.now()),
    operatorName: oneLine(settings.operator.name),
  })
  const issued = await issueOrNote(app, tx, {
    kind: 'customerCorrection',
    companyId: booking.companyId,
    bookingId: booking.id,
    prefix: paper.seller.id,
    taxCase,
    facts: paper,
    correctsId: invoiceId,
    covers: { side: 'customer', facts: open.map(({ id }) => id) },
  })
  if (issued) await copyEncrypted(tx, { from: invoiceId, to: issued.id })
}

/** Issues the document; if it breaks rules, stores them and returns undefined. */
async function issueOrNote(app: App, tx: Transaction, draft: Draft & { bookingId: string }) {
  const issued = await issueDocument(app, tx, draft)
  const of = { id: draft.bookingId, companyId: draft.companyId }
  if (!('id' in issued)) return void (await note(app, tx, of, issued.faults ?? []))
  await deleteFaults(tx, { companyId: of.companyId, subject: subjectOfBooking(of.id) })
  return issued
}

const note = (app: App, tx: Transaction, { id, companyId }: Pick<BilledBooking, 'id' | 'companyId'>, rules: string[]) =>
  noteFaults(tx, { companyId, subject: subjectOfBooking(id), rules, now: app.now() })
