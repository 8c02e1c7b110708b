import type { BillingAddress } from '#src/orders/bookings/billing/rules.ts'
import { upsertBilling } from '#src/orders/bookings/billing/store.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { readTaxProfile } from '#src/supply/companies/tax/actions.ts'
import { showDocument } from '../company/actions.ts'
import { countDocuments, listDocuments } from '../company/store.ts'
import { documentFacts } from '../facts.ts'
import { ruleText } from '../issuing.ts'
import { findMandate } from '../mandates/mandateStore.ts'
import { lockIssuing } from '../store.ts'
import { buyerOf } from './actions.ts'
import { type BilledBooking, findBilled } from './billedStore.ts'
import { issueSoon } from './cancelActions.ts'
import { type DraftLine, draftOf, mayReverse } from './lines.ts'
import { listOpenInvoices, listReceived, type OpenRow } from './listStore.ts'
import {
  type CustomerListRequest,
  customerLimits,
  customerProblems,
  customerTexts,
  dueAt,
  ownInvoiceSince,
  ownInvoiceUntil,
} from './rules.ts'
import { saveDraft } from './store.ts'

/** Lists a company's drafts and one page of the documents issued in its name. */
export async function readCustomerInvoices(app: App, { companyId, page, sort, kind, month, search }: CustomerListRequest) {
  const today = berlinDay(app.now())
  const mandate = await findMandate(app.db, companyId)
  const since = mandate ? berlinDay(mandate.acceptedAt) : undefined
  const asked = { companyId, since, ownSince: ownInvoiceSince(today), today, month, search, limit: customerLimits.drafts }
  const { rows: open, total: openTotal } = kind === undefined || kind === 'draft' ? await listOpenInvoices(app.db, asked) : noneOpen
  const drafts = { open: open.map((one) => showOpen(one, since)), openTotal }
  if (kind === 'draft') return { ...drafts, documents: [], total: 0 }
  const filter = { companyId, issuer: 'company', kind: kind && documentKindOf[kind], month, search } as const
  const limit = customerLimits.pageSize
  const documents = await listDocuments(app.db, { filter, sort, limit, offset: (page - 1) * limit })
  const received = await listReceived(
    app.db,
    documents.map(({ id }) => id),
  )
  return {
    ...drafts,
    documents: documents.map((row) => ({
      ...showDocument(row),
      customerName: documentFacts.parse(row.facts).buyer.name,
      isCancellable: row.kind === 'customerInvoice' && row.state !== 'cancelled',
      receivedOn: dayOf(received.find(({ id }) => id === row.id)?.paidAt),
    })),
    ...(await countDocuments(app.db, filter)),
  }
}

const documentKindOf = { invoice: 'customerInvoice', correction: 'customerCorrection' } as const
const noneOpen = { rows: [], total: 0 }

const showOpen = ({ paidAt, rules, lastDay, ...one }: OpenRow, since: string | undefined) => ({
  ...one,
  receivedOn: berlinDay(paidAt),
  dueAt: since !== undefined && one.serviceOn >= since ? dueOf({ ...one, serviceOn: lastDay }, paidAt) : null,
  ownUntil: ownInvoiceUntil(lastDay),
  reasons: (rules ?? []).map(ruleText),
})

const dayOf = (moment: Date | null | undefined) => (moment ? berlinDay(moment) : null)

/** Moment at which the invoice is issued: for a business at payment, for a consumer after the service. */
export const dueOf = ({ customerKind, serviceOn }: { customerKind: string; serviceOn: string }, paidAt: Date) =>
  customerKind === 'business' ? paidAt : dueAt(serviceOn)

type Named = { companyId: string; bookingId: string }

/** Returns the draft of a booking as it would be issued now. Throws customerProblems. */
export async function readDraft(app: App, named: Named) {
  const booking = await findOpen(app.db, named)
  const { buyer, buyerReference } = await buyerOf(app.db, booking)
  const profile = await readTaxProfile(app, named.companyId, booking.bookingDate)
  return {
    bookingId: booking.id,
    serviceTitle: booking.serviceTitle,
    serviceOn: booking.bookingDate,
    dueAt: booking.acceptedAt && booking.paidAt ? dueOf({ ...booking, serviceOn: booking.lastDay }, booking.paidAt) : null,
    isEdited: booking.editedAt !== null,
    heldAt: booking.heldAt,
    isConsumer: booking.customerKind === 'consumer',
    amountCents: booking.amountCents,
    refundedCents: booking.refundedCents,
    billing: { ...buyer, buyerReference },
    hasRates: (profile?.status ?? 'regular') === 'regular',
    mayReverse: mayReverse({ ...booking, status: profile?.status }),
    isReverse: booking.reverseConfirmedAt !== null,
    lines: draftOf(booking),
  }
}

type Change = Named & {
  lines: readonly DraftLine[]
  billing?: BillingAddress | undefined
  isReverse: boolean
  isReverseConfirmed: boolean
}

/**
 * Changes a draft: the lines split the amount paid, `billing` is the recipient. A held draft is released and issued by the next run.
 * Throws customerProblems and invalidInput.
 */
export async function changeDraft(app: App, { lines, billing, isReverse, isReverseConfirmed, ...named }: Change) {
  return app.db.transaction().execute(async (tx) => {
    await lockIssuing(tx, named.companyId)
    const booking = await findOpen(tx, named)
    const { amountCents, heldAt } = booking
    if (lines.reduce((sum, { grossCents }) => sum + grossCents, 0) !== amountCents) {
      throw invalidInput({ lines: [customerTexts.sum(formatEuro(amountCents))] })
    }
    if (billing) await upsertBilling(tx, { bookingId: named.bookingId, address: billing, now: app.now() })
    if (isReverse) await checkReverse(app, tx, { booking, isReverseConfirmed })
    await saveDraft(tx, { ...named, lines, isReverse, now: app.now() })
    if (heldAt) await issueSoon(tx, named.bookingId)
    // Read within the transaction: after the commit a run may issue the invoice, and no draft is left.
    return readDraft({ ...app, db: tx }, named)
  })
}

type Reversed = { booking: BilledBooking; isReverseConfirmed: boolean }

/** Checks that the recipient can owe the tax, as far as the data shows; the company confirms the rest. Throws invalidInput. */
async function checkReverse(app: App, tx: Transaction, { booking, isReverseConfirmed }: Reversed) {
  const profile = await readTaxProfile({ ...app, db: tx }, booking.companyId, booking.bookingDate)
  if (!mayReverse({ ...booking, status: profile?.status })) throw invalidInput({ isReverse: [customerTexts.notReverse] })
  if (!isReverseConfirmed) throw invalidInput({ isReverseConfirmed: [customerTexts.reverse] })
  const { buyer } = await buyerOf(tx, booking)
  if (!profile?.vatId || !buyer.vatId) throw invalidInput({ isReverse: [customerTexts.reverseVatIds] })
}

/** Finds a company's booking that has no invoice yet. */
async function findOpen(db: Database | Transaction, { companyId, bookingId }: Named) {
  const booking = await findBilled(db, bookingId)
  if (booking?.companyId !== companyId || !booking.paidAt) throw customerProblems.unknown()
  if (!booking.isOpen) throw customerProblems.issued()
  if (!booking.isServed || !booking.hasOwnInvoice) throw customerProblems.unknown()
  return booking
}
