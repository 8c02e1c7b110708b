import { type LedgerEntry, withoutZeros } from '#src/money/payments/rules.ts'
import { insertLedgerTransaction } from '#src/money/payments/store.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { findOpenRestore } from '#src/platform/server/database/restores.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { describeError } from '#src/platform/server/log.ts'
import type { DocumentFacts, DocumentKind } from './facts.ts'
import { errorsOf } from './issuing.ts'
import { documentNumber, rangeOf } from './numbers.ts'
import {
  deleteFaults,
  type FoundDocument,
  findCancellation,
  findDocument,
  insertCovers,
  insertDocument,
  lockIssuing,
  noteFaults,
  releaseCovers,
  type Side,
  sumCoveredTax,
  takePlace,
} from './store.ts'
import type { DocumentTaxCase } from './taxes.ts'
import { cancellationOf } from './texts.ts'

/**
 * Issues each due document in its own transaction, which holds the company's lock. A step that fails is retried once at once; if it fails
 * again, the fault is stored for the operator (`noteFaults`), the loop continues, and the next run retries it: the database may have been
 * away.
 */
export async function issueEach<Due extends { companyId: string; subject: string }>(
  app: App,
  all: readonly Due[],
  issue: (tx: Transaction, due: Due) => Promise<unknown>,
) {
  for (const due of all) {
    const { companyId, subject } = due
    const step = () =>
      app.db.transaction().execute(async (tx) => {
        await lockIssuing(tx, companyId)
        await issue(tx, due)
      })
    try {
      await step().catch(step)
    } catch (error) {
      app.log.error({ companyId, subject, error: describeError(error) }, 'document not issued')
      const fault = { companyId, subject, rules: ['broken'], now: app.now(), checkedAt: new Date(0) }
      await app.db.transaction().execute((tx) => noteFaults(tx, fault))
    }
  }
}

export type Draft = {
  kind: DocumentKind
  companyId: string
  bookingId?: string
  /** Seller code that prefixes the numbers of a company's documents; null for the operator's own documents. */
  prefix: string | null
  taxCase: DocumentTaxCase
  facts: DocumentFacts
  correctsId?: string
  isCancellation?: boolean
  covers: { side: Side; facts: readonly string[] } | null
}

/** Number and id of the issued document, or the names of the rules that the draft breaks. */
export type Issued = { id: string; number: string; faults?: never } | { faults: string[] }

/**
 * Issues a document within the caller's transaction. The rules run before a number is taken, so a faulty draft leaves no gap in the
 * numbers; after a restore none is taken until the ranges were moved. Also stores the ledger entries that it covers, posts the rounding
 * difference to the ledger, and enqueues the job that renders its files.
 */
export async function issueDocument(app: App, tx: Transaction, draft: Draft): Promise<Issued> {
  const { kind, facts, companyId, prefix, covers } = draft
  const faults = errorsOf(facts)
  if (faults.length > 0) return { faults }
  if (await findOpenRestore(tx)) return { faults: ['restored'] }
  const range = { kind: rangeOf(kind), year: Number(facts.issuedOn.slice(0, 4)) }
  const issuerCompanyId = prefix === null ? null : companyId
  const place = await takePlace(tx, { issuerCompanyId, ...range })
  const number = documentNumber({ prefix, ...range, position: place.position })
  const id = await insertDocument(tx, {
    ...place,
    number,
    kind,
    issuerCompanyId,
    companyId,
    bookingId: draft.bookingId ?? null,
    taxCase: draft.taxCase,
    correctsId: draft.correctsId ?? null,
    isCancellation: draft.isCancellation ?? false,
    facts,
    now: app.now(),
  })
  if (covers && covers.facts.length > 0) await insertCovers(tx, { documentId: id, ...covers })
  if (prefix === null) await postRounding(tx, { id, draft })
  await enqueue(tx, { name: 'documents.render', payload: { documentId: id }, key: `document:${id}` })
  return { id, number }
}

/** Issues a document about `subject`; if it breaks rules, stores them for the operator and returns undefined. */
export async function issueOrNote(app: App, tx: Transaction, subject: string, draft: Draft) {
  const issued = await issueDocument(app, tx, draft)
  const about = { companyId: draft.companyId, subject }
  if (issued.faults) return void (await noteFaults(tx, { ...about, rules: issued.faults, now: app.now() }))
  await deleteFaults(tx, about)
  return issued
}

/**
 * Posts the difference between the tax of the document, rounded once, and the ledger's, rounded for each booking
 * (docs/domain.md#documents). It is dated into the month of the supply, so that the month's tax in the ledger equals the sum of its
 * documents. A cancellation reverses it.
 */
async function postRounding(tx: Transaction, { id, draft }: { id: string; draft: Draft }) {
  const { facts, isCancellation, correctsId } = draft
  const covered = isCancellation && correctsId ? -(await sumCoveredTax(tx, correctsId)) : await sumCoveredTax(tx, id)
  const entries = roundingEntries(facts.taxCents - covered)
  if (entries.length === 0) return
  const afterSupply = berlinInstant(addDays(facts.supplyTo, 1), '00:00')
  await insertLedgerTransaction(tx, {
    kind: 'documentRounding',
    reference: id,
    bookingId: null,
    occurredAt: new Date(afterSupply.getTime() - 1_000),
    entries,
  })
}

const roundingEntries = (moreTaxCents: number): LedgerEntry[] =>
  withoutZeros([
    { account: 'fee_revenue', amountCents: moreTaxCents },
    { account: 'vat_payable', amountCents: 0 - moreTaxCents },
  ])

type Cancelled = { documentId: string; prefix: string | null; reason?: string }

/**
 * Cancels a document by issuing a cancellation document, with an optional reason, and releases the ledger entries that it covered. Returns
 * undefined if it is already cancelled or is itself a cancellation.
 */
export async function cancelDocument(app: App, tx: Transaction, { documentId, prefix, reason }: Cancelled) {
  const before = await findDocument(tx, documentId)
  if (!before || before.isCancellation) return undefined
  await lockIssuing(tx, before.companyId)
  if (await findCancellation(tx, documentId)) return undefined
  const issued = await issueDocument(app, tx, {
    kind: before.issuerCompanyId === null ? 'operatorCorrection' : 'customerCorrection',
    companyId: before.companyId,
    ...(before.bookingId === null ? {} : { bookingId: before.bookingId }),
    prefix,
    taxCase: before.taxCase as DocumentTaxCase,
    facts: mirrored(before, { today: berlinDay(app.now()), reason }),
    correctsId: documentId,
    isCancellation: true,
    covers: null,
  })
  if ('id' in issued) await releaseCovers(tx, { documentId, releasedBy: issued.id })
  return issued
}

type Mirrored = Pick<FoundDocument, 'facts' | 'number'>

/** Returns the facts of a cancellation: the original's facts with every amount negated. */
export function mirrored({ facts, number }: Mirrored, { today, reason }: { today: string; reason?: string | undefined }): DocumentFacts {
  const turned = (cents: number) => 0 - cents
  return {
    ...facts,
    typeCode: '384',
    issuedOn: today,
    lines: facts.lines.map((line) => ({ ...line, netCents: turned(line.netCents) })),
    groups: facts.groups.map((group) => ({ ...group, netCents: turned(group.netCents), taxCents: turned(group.taxCents) })),
    netCents: turned(facts.netCents),
    taxCents: turned(facts.taxCents),
    grossCents: turned(facts.grossCents),
    terms: '',
    notes: [cancellationOf(number, facts.issuedOn), ...(reason === undefined ? [] : [`Grund: ${reason}.`])],
    corrects: { number, issuedOn: facts.issuedOn },
  }
}
