import { text } from 'node:stream/consumers'
import { formatMoment } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { storageKeyOf } from '../files/rules.ts'
import { documentNumber, type NumberPlace, readDocumentNumbers } from '../numbers.ts'
import { findCompanyOfCode, listUnknownFiles, skipTo } from './store.ts'

/** Files of a forgotten document may be a little older than the restored state: they are stored before their row names them. */
const marginMs = 24 * 3_600_000

/** Numbers of the documents in the storage that the database forgot: stored since about the time of the restored state. */
export async function listForgottenNumbers(app: App, stateOf: Date) {
  const stored: string[] = []
  for await (const { key, storedAt } of app.storage.list('documents')) {
    const sha256 = /^documents\/([\da-f]{64})\.xml$/.exec(key)?.[1]
    if (sha256 && storedAt.getTime() > stateOf.getTime() - marginMs) stored.push(sha256)
  }
  const numbers: NumberPlace[] = []
  for (const sha256 of await listUnknownFiles(app.db, stored)) {
    const xml = await text(await app.storage.read(storageKeyOf(sha256, 'xml')))
    // Only the document's own number: other texts of the file were written by customers and companies.
    numbers.push(...readDocumentNumbers(/<rsm:ExchangedDocument>\s*<ram:ID>([^<]*)</.exec(xml)?.[1] ?? ''))
  }
  return numbers
}

/** Skipped numbers of a range, both included. */
export type Skipped = { first: string; last: string }

/**
 * Moves every number range beyond these numbers and stores the skipped ones as gaps, with the reason. Ranges of companies that the database
 * forgot, too, are left: nothing is issued in their name any more.
 */
export async function skipNumbers(app: App, tx: Transaction, { numbers, stateOf }: { numbers: readonly NumberPlace[]; stateOf: Date }) {
  const now = app.now()
  const reason = `Wiederherstellung der Datenbank auf den Stand vom ${formatMoment(stateOf)}`
  const skipped: Skipped[] = []
  const ofRange = Map.groupBy(numbers, ({ prefix, kind, year }) => documentNumber({ prefix, kind, year, position: 0 }))
  for (const [range] of [...ofRange.values()].map((all) => all.toSorted((one, other) => other.position - one.position))) {
    if (!range) continue
    const { prefix, kind, year, position: last } = range
    const company = prefix === null ? undefined : await findCompanyOfCode(tx, prefix)
    if (prefix !== null && !company) continue
    const first = await skipTo(tx, { issuerCompanyId: company?.id ?? null, kind, year, last, reason, now })
    if (first === undefined) continue
    const numberOf = (position: number) => documentNumber({ prefix, kind, year, position })
    skipped.push({ first: numberOf(first), last: numberOf(last) })
  }
  return skipped.sort((one, other) => one.first.localeCompare(other.first))
}
