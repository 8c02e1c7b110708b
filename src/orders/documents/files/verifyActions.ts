import { buffer } from 'node:stream/consumers'
import { recordDiscrepancy } from '#src/money/payments/actions.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { NothingStored } from '#src/platform/ports/storage.ts'
import type { App } from '#src/platform/server/app.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { issueCustomers } from '../customers/actions.ts'
import { dueBefore, subjectOfBooking } from '../customers/rules.ts'
import { listChanged, listDueInvoices } from '../customers/store.ts'
import { documentFacts } from '../facts.ts'
import { issueFees } from '../fees/actions.ts'
import { commissionsBefore } from '../fees/drafts.ts'
import { listUncovered } from '../fees/store.ts'
import { errorsOf } from '../issuing.ts'
import { sha256Of } from './actions.ts'
import { storageKeyOf } from './rules.ts'
import { listRendered, listUnrendered } from './store.ts'

/**
 * Nightly check: each document has its files, the stored files have the recorded hashes, each document still satisfies the rules, and each
 * fee of an invoiced month has a document. Each violation is recorded as a discrepancy, which notifies the operator. The views
 * `invariant_document…` compare the amounts.
 */
export async function verifyDocuments(app: App) {
  for (let after: string | undefined; ; ) {
    const step = await listRendered(app.db, { after, limit: stepSize })
    for (const { id, number, facts, grossCents, xmlSha256, pdfSha256 } of step) {
      const faults = errorsOf(documentFacts.parse(facts))
      if (xmlSha256 && !(await isAsStored(app, xmlSha256, 'xml'))) faults.push('xml')
      if (pdfSha256 && !(await isAsStored(app, pdfSha256, 'pdf'))) faults.push('pdf')
      if (faults.length > 0) await tell(app, { reference: id, amountCents: grossCents, details: { number, faults } })
    }
    after = step.at(-1)?.id
    if (step.length < stepSize) break
  }
  const aDayAgo = new Date(app.now().getTime() - 86_400_000)
  for (const { id, number, grossCents } of await listUnrendered(app.db, { before: aDayAgo, limit: stepSize })) {
    await tell(app, { reference: id, amountCents: grossCents, details: { number, faults: ['no files'] } })
  }
  await issueFees(app)
  await findUncovered(app)
  await findOverdue(app)
}
const stepSize = 500

async function isAsStored(app: App, sha256: string, ending: 'pdf' | 'xml') {
  try {
    return sha256Of(await buffer(await app.storage.read(storageKeyOf(sha256, ending)))) === sha256
  } catch (error) {
    if (error instanceof NothingStored) return false
    throw error
  }
}

/** A fee without a document two days after the first of the month is a discrepancy, even if the operator already sees the broken rule. */
async function findUncovered(app: App) {
  const { since } = (await readSettings(app.db)).invoices
  if (since === '') return
  const before = commissionsBefore(berlinInstant(addDays(berlinDay(app.now()), -2), '12:00'), berlinInstant)
  for (const { companyId, month } of await listUncovered(app.db, { from: `${since}-01`, before })) {
    await tell(app, { reference: `${companyId} ${month}`, amountCents: 0, details: { companyId, month } })
  }
}

/**
 * Reports bookings whose document is more than a day late without a stored reason. After a pause of the servers many are late at once, so
 * those that can be issued are issued first.
 */
async function findOverdue(app: App) {
  for (let late = await listOverdue(app); ; ) {
    await issueCustomers(app, { isWhole: true })
    const left = await listOverdue(app)
    if (late.every((id) => left.includes(id))) {
      for (const id of left) await tell(app, { reference: subjectOfBooking(id), amountCents: 0, details: { bookingId: id } })
      return
    }
    late = left
  }
}

async function listOverdue({ db, now }: App) {
  const dayAgo = new Date(now().getTime() - 86_400_000)
  const shared = { checkedBefore: new Date(0), limit: stepSize, isWhole: true }
  const due = await listDueInvoices(db, { ...shared, before: dueBefore(dayAgo), paidBefore: dayAgo })
  return [...due, ...(await listChanged(db, { ...shared, until: dayAgo }))].map(({ id }) => id)
}

const tell = (app: App, one: { reference: string; amountCents: number; details: object }) =>
  app.db.transaction().execute((tx) => recordDiscrepancy(app, tx, { kind: 'documentFault', ...one }))
