import { byteOrderMark, csvLine, csvText } from '#src/kit/csv.ts'
import { formatMoment } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import { type AuditFilter, type AuditRow, countAudit, listAudit, listAuditBefore } from '#src/server/audit.ts'
import { csvAnswer } from '#src/server/calls/csvAnswer.ts'
import { type PageAsked, readPage } from '#src/server/pages.ts'
import { auditLabels, auditObjects } from '../gate/gateRules.ts'
import { actorText, changeText } from './rules.ts'

type Asked = PageAsked & AuditFilter & { sort: 'newest' | 'oldest' }

/** A page of the audit log. */
export async function readAudit(app: App, { page, pageSize, sort, ...filter }: Asked) {
  const { rows, ...place } = await readPage(
    { page, pageSize },
    { list: (part) => listAudit(app.db, { filter, sort, ...part }), count: () => countAudit(app.db, filter) },
  )
  return { rows: rows.map(showAudit), ...place }
}

const showAudit = ({ before, after, ...row }: AuditRow) => ({
  ...row,
  before: before === null ? null : JSON.parse(before),
  after: after === null ? null : JSON.parse(after),
})

const batchSize = 1_000

/** All rows that match as a file, read and sent in batches. */
export const writeAudit = (app: App, filter: AuditFilter) => csvAnswer(app, 'protokoll.csv', partsOf(app, filter))

async function* partsOf(app: App, filter: AuditFilter): AsyncGenerator<string, undefined, undefined> {
  yield `${byteOrderMark}${csvLine(columns.map(({ title }) => title))}`
  let before: string | undefined
  for (;;) {
    const rows = await listAuditBefore(app.db, { filter, before, limit: batchSize })
    if (rows.length) yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('')
    before = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}

const textOf = (kept: string | null) => csvText(kept === null ? '' : changeText(JSON.parse(kept)))

const columns: { title: string; cell: (row: AuditRow) => string }[] = [
  { title: 'Zeitpunkt', cell: ({ at }) => formatMoment(at) },
  { title: 'Wer', cell: ({ actor }) => csvText(actorText(actor)) },
  { title: 'Vorgang', cell: ({ action }) => csvText(auditLabels[action] ?? action) },
  { title: 'Objekt', cell: ({ objectType }) => csvText(auditObjects[objectType] ?? objectType) },
  { title: 'Kennung', cell: ({ objectId }) => csvText(objectId) },
  { title: 'Vorher', cell: ({ before }) => textOf(before) },
  { title: 'Nachher', cell: ({ after }) => textOf(after) },
  { title: 'Anfrage', cell: ({ requestId }) => csvText(requestId) },
]
