import { addDays, berlinDay, berlinInstant } from '#src/kit/dates.ts'
import { type LedgerEntry, withoutZeros } from '#src/payments/rules.ts'
import { insertLedgerTransaction } from '#src/payments/store.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { describeError } from '#src/server/log.ts'
import type { DocumentFacts, DocumentKind } from './facts.ts'
import { faultsOf } from './issuing.ts'
import { documentNumber, rangeOf } from './numbers.ts'
import {
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
 * One step for each of what is due, in a transaction of its own that has the lock of the company. One that breaks twice is told to the operator,
 * stops nobody, and is tried again by the next run: the database may have been away.
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
  /** The prefix of a company's own numbers; null for ours. */
  prefix: string | null
  taxCase: DocumentTaxCase
  facts: DocumentFacts
  correctsId?: string
  isCancellation?: boolean
  covers: { side: Side; facts: readonly string[] } | null
}

/** A number and an id, or the rules that the draft breaks. */
export type Issued = { id: string; number: string; faults?: never } | { faults: string[] }

/**
 * Issues a document for good, in the caller's transaction: the rules first, then the number, so that a draft with faults takes none; the
 * facts it covers, the rounding between it and the ledger, and the job that writes its files.
 */
export async function issueDocument(app: App, tx: Transaction, draft: Draft): Promise<Issued> {
  const { kind, facts, companyId, prefix, covers } = draft
  const faults = faultsOf(facts)
  if (faults.length > 0) return { faults }
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

/**
 * The ledger rounds the tax of each booking, a document once (docs/domain.md#documents). The difference is posted into the month of the
 * supply, so that the tax of a month is what its documents say; a cancellation takes it back.
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
 * Takes a whole document back by another one, which may say why; what it covered may be covered again. Undefined when somebody else did so
 * before, or when it is a cancellation itself.
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

/** The same with every amount turned round. */
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
