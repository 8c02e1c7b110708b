import { formatMonth } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { findMailbox } from '#src/supply/companies/store.ts'
import { cancelDocument } from '../actions.ts'
import { showDocument } from '../company/actions.ts'
import { documentProblems } from '../company/rules.ts'
import { countDocuments, listDocuments } from '../company/store.ts'
import { cancelInvoice } from '../customers/cancelActions.ts'
import { bookingOfSubject } from '../customers/rules.ts'
import { subjectLabels } from '../files/rules.ts'
import { ruleText } from '../issuing.ts'
import { cancelledMail } from '../mails.ts'
import { findCancellation, findDocument } from '../store.ts'
import type { DocumentList } from './rules.ts'
import { listMissing } from './store.ts'

/** Returns one page of the matching documents. */
export async function readAllDocuments(app: App, asked: ListRequest<DocumentList>) {
  const { rows, ...page } = await readListPage(app.db, asked, { list: listDocuments, count: countDocuments })
  const shown = rows.map((row) => ({
    ...showDocument(row),
    companyId: row.companyId,
    companyName: row.companyName,
    isCancellation: row.isCancellation,
    isCustomers: row.issuerCompanyId !== null,
    isCancellable: row.state !== 'cancelled' && !row.isCancellation && !['customerCorrection', 'customerAdvance'].includes(row.kind),
  }))
  return { rows: shown, ...page }
}

/** Lists documents that could not be issued, with the reasons in words. */
export async function readMissing(app: App) {
  const found = await listMissing(app.db, mostMissing)
  return {
    missing: found.map(({ subject, rules, ...one }) => ({
      ...one,
      subject: missingWord(subject),
      reasons: rules.map(ruleText),
    })),
  }
}
const mostMissing = 500

/** Name of the missing document: a month's commission, a booking's invoice, or a subscription. */
function missingWord(subject: string) {
  const booking = bookingOfSubject(subject)
  if (booking) return `Rechnung zu Buchung ${shortId(booking)}`
  return /^\d{4}-\d\d$/.test(subject) ? `${subjectLabels.commission} ${formatMonth(subject)}` : subjectLabels.subscription
}

type Cancel = { documentId: string; reason: string; isReissued: boolean; caller: OperatorAct }

/**
 * Cancels a document on behalf of the operator. The fees of an operator's document are invoiced again by the next run. A company's invoice
 * is cancelled with its corrections, and the company is notified. Throws documentProblems.
 */
export const cancelByOperator = (app: App, { documentId, reason, isReissued, caller }: Cancel) =>
  app.db.transaction().execute(async (tx) => {
    const before = await findDocument(tx, documentId)
    if (!before) throw documentProblems.unknown()
    if (before.issuerCompanyId === null) await cancelOurs(app, tx, documentId)
    else {
      await cancelInvoice(app, tx, { document: before, isReissued })
      const to = await findMailbox(tx, before.issuerCompanyId)
      if (to) await enqueueMail(tx, cancelledMail({ to, document: before, reason, isReissued, publicUrl: app.config.publicUrl }))
    }
    const number = (await findCancellation(tx, documentId))?.number ?? ''
    await recordOperatorAct(app, tx, {
      caller,
      action: 'documents.cancel',
      objectType: 'document',
      objectId: documentId,
      before: { number: before.number },
      after: { number, reason },
    })
    return { number }
  })

async function cancelOurs(app: App, tx: Transaction, documentId: string) {
  const issued = await cancelDocument(app, tx, { documentId, prefix: null })
  if (!issued || !('id' in issued)) throw documentProblems.notCancellable()
}
