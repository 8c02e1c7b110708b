import { withdrawCheckout } from '#src/money/payments/actions.ts'
import { archiveBankDetails, deletePayouts } from '#src/money/payouts/bank/operatorActions.ts'
import { withdrawSubscriptionCheckout } from '#src/money/plans/checkoutActions.ts'
import { deletePlans, enqueueEnd } from '#src/money/plans/endActions.ts'
import { deleteBookings } from '#src/orders/bookings/deletionActions.ts'
import { lockUnpaidBookings } from '#src/orders/bookings/deletionStore.ts'
import { cancelBooking } from '#src/orders/refunds/cancelActions.ts'
import { deleteReviewsOf } from '#src/orders/reviews/writingStore.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import { PaymentsBusy, PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { type OperatorAct, recordAudit, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { archiveCompany, mailClosed, removeCompany } from '#src/supply/companies/closing/actions.ts'
import { lockCompaniesOf, lockForDeletion, markAnonymised } from '#src/supply/companies/closing/store.ts'
import { requireRetained } from '#src/supply/companies/operator/actions.ts'
import { lockForOperator } from '#src/supply/companies/operator/store.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { deleteServicesOf } from '#src/supply/services/editing/store.ts'
import {
  type ClosingFacts,
  type ClosingKind,
  closingKindOf,
  closingLimits,
  closingProblems,
  closingReason,
  hasOpenMoney,
  isOver,
  owedCents,
} from './rules.ts'
import { findClosingFacts, listBookingsToCancel, listClosing, listOpenCheckouts } from './store.ts'

/** Returns the consequences of deleting a company: deletion or archiving, its bookings, and the money involved. Throws operatorProblems. */
export const previewDeletion = (app: App, companyId: string) =>
  app.db.transaction().execute(async (tx) => {
    const company = await requireRetained(tx, companyId)
    const facts = await findClosingFacts(tx, { companyId, now: app.now() })
    const { isSubscribed: hasSubscription } = facts
    return { ...facts, kind: closingKindOf(facts), owedCents: owedCents(facts), hasSubscription, hasAccount: company.userId !== null }
  })

type Deletion = { companyId: string; expects: ClosingKind; caller: OperatorAct }

/**
 * Deletes or archives a company, as its dialog announced: it is deleted if it never had a payment, otherwise archived. Open checkouts are
 * expired at the PSP first. Of two concurrent requests only one succeeds. Throws closingProblems, operatorProblems.
 */
export async function deleteCompany(app: App, deletion: Deletion) {
  // Repeated, because a customer may open a checkout meanwhile.
  for (let tries = 0; tries < 3; tries += 1) {
    if (deletion.expects === 'deletion') await stopPayments(app, deletion.companyId)
    const isDone = await app.db
      .transaction()
      .execute((tx) => (deletion.expects === 'deletion' ? deleteForGood(app, tx, deletion) : archiveByOperator(app, tx, deletion)))
    if (isDone) return
  }
  throw closingProblems.stillPaying()
}

async function stopPayments(app: App, companyId: string) {
  try {
    for (const bookingId of await listOpenCheckouts(app.db, companyId)) await withdrawCheckout(app, bookingId)
    await withdrawSubscriptionCheckout(app, companyId)
  } catch (error) {
    if (error instanceof PaymentsUnavailable || error instanceof PaymentsBusy) throw closingProblems.unavailable()
    throw error
  }
}

/** Deletes bookings and company (docs/spec.md#company-deletion), in one transaction. Returns false if a checkout can be paid again. */
async function deleteForGood(app: App, tx: Transaction, { companyId, expects, caller }: Deletion) {
  // Lock order as in the settlement of payments: the bookings, then the company.
  await lockUnpaidBookings(tx, companyId)
  const company = await requireRetained(tx, companyId, lockForDeletion)
  const facts = await findClosingFacts(tx, { companyId, now: app.now() })
  if (closingKindOf(facts) !== expects) throw closingProblems.changed()
  if (facts.openCheckouts + facts.openPlanCheckouts > 0) return false
  await deleteReviewsOf(tx, companyId)
  await deleteBookings(tx, companyId)
  await deletePlans(tx, companyId)
  await deletePayouts(tx, companyId)
  await removeCompany(tx, company)
  await recordOperatorAct(app, tx, {
    companyId,
    caller,
    action: 'companies.delete',
    before: { bookings: facts.bookings, reviews: facts.reviews },
  })
  await mailClosed(tx, company)
  return true
}

async function archiveByOperator(app: App, tx: Transaction, { companyId, expects, caller }: Deletion) {
  const company = await requireRetained(tx, companyId)
  const facts = await findClosingFacts(tx, { companyId, now: app.now() })
  if (closingKindOf(facts) !== expects) throw closingProblems.changed()
  await archive(app, tx, company)
  await recordOperatorAct(app, tx, { companyId, caller, action: 'companies.archive', after: countsOf(facts) })
  await mailClosed(tx, company)
  return true
}

const countsOf = ({ futureBookings, refundCents, isSubscribed }: ClosingFacts) => ({ futureBookings, refundCents, isSubscribed })

type Company = NonNullable<Awaited<ReturnType<typeof lockForOperator>>>

/** Hides the company at once. Jobs do the rest at the PSP and for each booking; they are idempotent. */
async function archive(app: App, tx: Transaction, company: Company) {
  await archiveCompany(app, tx, company)
  await deleteServicesOf(tx, company.id)
  await enqueueEnd(tx, company.id)
  await enqueueClosing(tx, company.id)
}

/**
 * Archives the companies of an account that is being deleted (docs/spec.md#account-deletion), in the same transaction. Throws
 * companyProblems.moneyOpen while money of a company is open.
 */
export async function archiveCompaniesOf(app: App, tx: Transaction, { userId }: Person) {
  for (const company of await lockCompaniesOf(tx, userId)) {
    const facts = await findClosingFacts(tx, { companyId: company.id, now: app.now() })
    if (hasOpenMoney(facts)) throw companyProblems.moneyOpen()
    await archive(app, tx, company)
    await recordAudit(tx, {
      at: app.now(),
      actor: `user:${userId}`,
      action: 'companies.archive',
      companyId: company.id,
      after: countsOf(facts),
      requestId: 'delete-own-account',
    })
  }
}

const enqueueClosing = (tx: Transaction, companyId: string) =>
  enqueue(tx, { name: 'admin.closeCompany', payload: { companyId }, key: `close:${companyId}` })

/**
 * Finishes the closing of an archived company; idempotent. Cancels future and unpaid bookings, and overwrites the rest of its data once
 * nothing is open. The sweep retries bookings that cannot be cancelled yet.
 */
export async function closeCompany(app: App, companyId: string) {
  const unkept = await listBookingsToCancel(app.db, { companyId, now: app.now(), limit: closingLimits.batch })
  let taken = 0
  for (const bookingId of unkept) if (await takeBack(app, bookingId)) taken += 1
  const isMore = unkept.length === closingLimits.batch && taken > 0
  if (isMore) return app.db.transaction().execute((tx) => enqueueClosing(tx, companyId))
  await app.db.transaction().execute((tx) => finish(app, tx, companyId))
}

/** Cancels a booking; returns false if the rules refuse it now, and the sweep retries it. */
async function takeBack(app: App, bookingId: string) {
  try {
    await cancelBooking(app, { bookingId, by: 'operator', reason: closingReason, actor: 'system', requestId: 'close-company' })
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    app.log.warn({ bookingId, code: error.code }, 'booking of an archived company not taken back')
    return false
  }
}

async function finish(app: App, tx: Transaction, companyId: string) {
  const company = await lockForOperator(tx, companyId)
  if (!company?.archivedAt || company.anonymisedAt) return
  if (!isOver(await findClosingFacts(tx, { companyId, now: app.now() }))) return
  await archiveBankDetails(tx, companyId)
  await markAnonymised(tx, { id: companyId, now: app.now() })
  await recordAudit(tx, { at: app.now(), actor: 'system', action: 'companies.anonymise', companyId, requestId: 'close-company' })
}

/** Retries every archived company that is not finished: late payments, payouts, disputes, a subscription that ends. */
export async function sweepClosing(app: App) {
  const ids = await listClosing(app.db)
  for (const companyId of ids) {
    await app.db.transaction().execute(async (tx) => {
      await enqueueEnd(tx, companyId)
      await enqueueClosing(tx, companyId)
    })
  }
}
