import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { cancelDocument } from '../actions.ts'
import { documentProblems } from '../company/rules.ts'
import { type FoundDocument, findDocument, lockIssuing } from '../store.ts'
import { markHeld } from './heldStore.ts'
import { type CancelReason, cancelReasonLabels } from './rules.ts'
import { copyEncrypted, listStanding } from './store.ts'

type TakeBack = { standing: readonly { id: string }[]; reason?: string }

/**
 * Cancels the valid documents of a booking, the invoice last. Returns the rules that a cancellation breaks; the caller then rolls back or
 * stores them.
 */
export async function takeBack(app: App, tx: Transaction, { standing, reason }: TakeBack): Promise<string[]> {
  for (const { id } of standing.toReversed()) {
    const original = await findDocument(tx, id)
    if (!original) continue
    const given = { documentId: id, prefix: original.facts.seller.id, ...(reason === undefined ? {} : { reason }) }
    const issued = await cancelDocument(app, tx, given)
    if (issued && 'id' in issued) await copyEncrypted(tx, { from: id, to: issued.id })
    else if (issued) return issued.faults
  }
  return []
}

type Cancel = { document: FoundDocument; reason?: string; isReissued: boolean }

/**
 * Cancels an invoice to a customer and its corrections. The next invoice is issued from the current data: at once if `isReissued`, else
 * when its company confirms the draft. Throws documentProblems.
 */
export async function cancelInvoice(app: App, tx: Transaction, { document, isReissued, ...why }: Cancel) {
  const { id, companyId, bookingId, number } = document
  if (document.kind !== 'customerInvoice' || bookingId === null) throw documentProblems.notCancellable()
  await lockIssuing(tx, companyId)
  const standing = await listStanding(tx, bookingId)
  if (!standing.some((one) => one.id === id)) throw documentProblems.notCancellable()
  const faults = await takeBack(app, tx, { standing, ...why })
  if (faults.length > 0) throw new Error(`${number} could not be taken back: ${faults.join(', ')}`)
  await markHeld(tx, { bookingId, companyId, heldAt: isReissued ? null : app.now() })
  if (isReissued) await issueSoon(tx, bookingId)
}

/** Enqueues issuing one booking's documents now, without waiting for the scheduled run. */
export const issueSoon = (tx: Transaction, bookingId: string) =>
  enqueue(tx, { name: 'documents.issueCustomers', payload: { bookingId }, key: `documents.issueCustomers:${bookingId}` })

type OwnCancel = { companyId: string; documentId: string; reason: CancelReason }

/** Cancels an invoice on behalf of its company; the next one remains a draft until the company confirms it. Throws documentProblems. */
export const cancelByCompany = (app: App, { companyId, documentId, reason }: OwnCancel) =>
  app.db.transaction().execute(async (tx) => {
    const document = await findDocument(tx, documentId)
    if (document?.issuerCompanyId !== companyId || !document.bookingId) throw documentProblems.unknown()
    await cancelInvoice(app, tx, { document, reason: cancelReasonLabels[reason], isReissued: false })
    return { bookingId: document.bookingId }
  })
