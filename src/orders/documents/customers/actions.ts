import { findBilling } from '#src/orders/bookings/billing/store.ts'
import { finalInvoiceDays } from '#src/orders/instalments/rules.ts'
import { listInstalments } from '#src/orders/instalments/store.ts'
import { instalmentTexts, partName } from '#src/orders/instalments/texts.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { oneLine, shortId } from '#src/platform/kit/text.ts'
import { readAddress } from '#src/platform/kit/typed.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { readSettings, type Settings } from '#src/platform/server/settings.ts'
import { readBillingFacts, readTaxProfile } from '#src/supply/companies/tax/actions.ts'
import type { TaxProfile } from '#src/supply/companies/tax/rules.ts'
import { issueEach, issueOrNote } from '../actions.ts'
import type { DocumentParty } from '../facts.ts'
import { issueBatch, retryAfterMinutes } from '../fees/drafts.ts'
import { companyParty, encryptedTaxNumber } from '../parties.ts'
import { findDocument, noteFaults } from '../store.ts'
import { type BilledBooking, findBilled } from './billedStore.ts'
import { takeBack } from './cancelActions.ts'
import { draftOf, taxedAs } from './lines.ts'
import { draftAdvance, draftCorrection, draftInvoice } from './papers.ts'
import { listPlanned } from './plannedStore.ts'
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
  const planned = await listPlanned(db, { ...shared, before: dueBefore(now), finalDays: finalInvoiceDays })
  return [...due, ...planned, ...(await listChanged(db, { ...shared, until: now }))]
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
  if (invoice?.kind !== 'customerInvoice') {
    const invoicing = { booking, facts: open, settings }
    return booking.hasPlan ? settlePlanned(app, tx, { ...invoicing, standing }) : issueInvoice(app, tx, invoicing)
  }
  // Money that the company keeps for an appointment that did not take place is not the price of a service: all its documents are cancelled.
  if (booking.hasEnded && booking.refundedCents < booking.chargedCents) return cancelAll(app, tx, { booking, standing })
  if (open.length > 0) await issueCorrection(app, tx, { booking, facts, invoiceId: invoice.id, settings })
}

type Cancelling = { booking: BilledBooking; standing: readonly { id: string }[] }

async function cancelAll(app: App, tx: Transaction, { booking, standing }: Cancelling) {
  const faults = await takeBack(app, tx, { standing })
  if (faults.length > 0) await note(app, tx, booking, faults)
}

type Invoicing = { booking: BilledBooking; facts: readonly MoneyFact[]; settings: Settings }

/** True if the operator may issue documents about the booking: served, under the mandate, not held, and without an invoice. */
const mayIssue = ({ isServed, isOpen, heldAt, acceptedAt, bookingDate }: BilledBooking) =>
  isServed && isOpen && !heldAt && acceptedAt !== null && bookingDate >= berlinDay(acceptedAt)

async function issueInvoice(app: App, tx: Transaction, { booking, facts, settings }: Invoicing) {
  const isDue = booking.lastDay < dueBefore(app.now()) || booking.customerKind === 'business'
  if (mayIssue(booking) && isDue && sumOf(facts) > 0) await writeInvoice(app, tx, { booking, facts, back: facts, settings })
}

/**
 * Documents of a job with deposit and instalments until its final invoice: an advance invoice for each payment before the end of the work,
 * the final invoice once all is paid or long over; none of a job that was called off.
 */
async function settlePlanned(app: App, tx: Transaction, { booking, standing, ...invoicing }: Invoicing & { standing: Standing }) {
  const isOff = booking.hasEnded || booking.refundedCents === booking.chargedCents
  if (isOff) return standing.length > 0 ? cancelAll(app, tx, { booking, standing }) : undefined
  if (!mayIssue(booking)) return
  const before = dueBefore(app.now())
  const isOver = booking.lastDay < before && (booking.isSettled || booking.lastDay < addDays(before, 0 - finalInvoiceDays))
  const advances = standing.filter(({ kind }) => kind === 'customerAdvance')
  if (isOver) return issueFinal(app, tx, { booking, advances, ...invoicing })
  const instalments = await listInstalments(tx, booking.id)
  for (const fact of invoicing.facts.filter(({ kind, onDay }) => kind === 'charge' && onDay <= booking.lastDay)) {
    const place = instalments.find(({ orderId }) => orderId === fact.bookingId)?.place
    if (fact.bookingId !== booking.id && place === undefined) continue
    const name = place === undefined ? instalmentTexts.deposit : partName({ place, parts: instalments.length })
    await issueAdvance(app, tx, { booking, fact, name, settings: invoicing.settings })
  }
}

type Standing = Awaited<ReturnType<typeof listStanding>>

/** Issues the final invoice, which deducts the advance invoices. Those that refunds made larger than the rest are cancelled before. */
async function issueFinal(app: App, tx: Transaction, { booking, facts, advances, settings }: Invoicing & { advances: Standing }) {
  let [open, kept] = [facts, advances]
  while (sumOf(open) < 0 && kept.length > 0) {
    const faults = await takeBack(app, tx, { standing: kept.slice(-1) })
    if (faults.length > 0) return note(app, tx, booking, faults)
    kept = kept.slice(0, -1)
    open = (await listMoneyFacts(tx, booking.id)).filter(({ isCovered }) => !isCovered)
  }
  const found = await Promise.all(kept.map(({ id }) => findDocument(tx, id)))
  const planned = { unbilledCents: booking.amountCents - booking.chargedCents, advances: found.filter((one) => one !== undefined) }
  await writeInvoice(app, tx, { booking, facts: open, back: await listMoneyFacts(tx, booking.id), planned, settings })
}

type Advancing = { booking: BilledBooking; fact: MoneyFact; name: string; settings: Settings }

async function issueAdvance(app: App, tx: Transaction, { booking, fact, name, settings }: Advancing) {
  const profile = await readTaxProfile({ ...app, db: tx }, booking.companyId, booking.bookingDate)
  if (!profile) return note(app, tx, booking, ['law: tax status'])
  const advanced = sumOf((await listMoneyFacts(tx, booking.id)).filter(({ isCovered }) => isCovered))
  const { facts: paper, taxCase } = draftAdvance({
    service: { serviceOn: booking.bookingDate, serviceUntil: booking.lastDay, paidOn: fact.onDay },
    name: `${name}: ${booking.serviceTitle}`,
    lines: taxedAs(draftOf(booking), { ...profile, isReverse: booking.reverseConfirmedAt !== null }),
    ...{ before: advanced, after: advanced + fact.cents },
    today: berlinDay(app.now()),
    operatorName: oneLine(settings.operator.name),
    ...(await partiesOf(tx, { booking, profile })),
  })
  const issued = await issueOrNote(app, tx, subjectOfBooking(booking.id), {
    kind: 'customerAdvance',
    companyId: booking.companyId,
    bookingId: booking.id,
    prefix: paper.seller.id,
    taxCase,
    facts: paper,
    covers: { side: 'customer', facts: [fact.id] },
  })
  if (issued && paper.seller.taxNumber) {
    await encryptTaxNumber(tx, { documentId: issued.id, companyId: booking.companyId, validFrom: profile.validFrom })
  }
}

type Written = Invoicing & { back: readonly MoneyFact[]; planned?: Parameters<typeof draftInvoice>[0]['planned'] }

/** Issues the invoice of a booking; `facts`: what it covers, `back`: entries with the refunds that it names. */
async function writeInvoice(app: App, tx: Transaction, { booking, facts, back: entries, planned, settings }: Written) {
  const { companyId, bookingDate, lastDay, paidAt } = booking
  if (!paidAt) return
  const profile = await readTaxProfile({ ...app, db: tx }, companyId, bookingDate)
  if (!profile) return note(app, tx, booking, ['law: tax status'])
  const isReverse = booking.reverseConfirmedAt !== null
  const lines = taxedAs(draftOf(booking), { ...profile, isReverse })
  const back = entries.filter(({ cents }) => cents < 0)
  const { facts: paper, taxCase } = draftInvoice({
    service: {
      serviceOn: bookingDate,
      serviceUntil: lastDay,
      paidOn: entries.findLast(({ kind }) => kind === 'charge')?.onDay ?? berlinDay(paidAt),
      isConsumer: booking.customerKind === 'consumer',
      category: booking.category,
    },
    lines,
    back: back.length > 0 ? { cents: 0 - sumOf(back), on: back.at(-1)?.onDay ?? bookingDate } : null,
    planned,
    replaces: await findCancelled(tx, booking.id),
    today: berlinDay(app.now()),
    operatorName: oneLine(settings.operator.name),
    ...(await partiesOf(tx, { booking, profile })),
  })
  const issued = await issueOrNote(app, tx, subjectOfBooking(booking.id), {
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
  const issued = await issueOrNote(app, tx, subjectOfBooking(booking.id), {
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

const note = (app: App, tx: Transaction, { id, companyId }: Pick<BilledBooking, 'id' | 'companyId'>, rules: string[]) =>
  noteFaults(tx, { companyId, subject: subjectOfBooking(id), rules, now: app.now() })
