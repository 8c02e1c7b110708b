import { actorText } from '#src/foundation/accounts/auditActors.ts'
import { auditLabels, auditObjects } from '#src/foundation/accounts/operator/signInRules.ts'
import { csvText } from '#src/platform/kit/csv.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type AuditFilter, type AuditRow, countAudit, listAudit, listAuditBefore } from '#src/platform/server/audit.ts'
import { type CsvColumns, csvFile } from '#src/platform/server/calls/csvResponse.ts'
import { type PageRequest, readListPage } from '#src/platform/server/pages.ts'
import { changeText } from './rules.ts'

type Params = PageRequest & AuditFilter & { sort: 'newest' | 'oldest' }

/** Returns one page of the audit log. */
export const readAudit = (app: App, params: Params) =>
  readListPage(app.db, params, { list: async (db, part) => (await listAudit(db, part)).map(showAudit), count: countAudit })

const showAudit = ({ before, after, ...row }: AuditRow) => ({
  ...row,
  before: before === null ? null : JSON.parse(before),
  after: after === null ? null : JSON.parse(after),
})

/** Writes all matching rows to a file. */
export const writeAudit = (app: App, filter: AuditFilter) =>
  csvFile(app, {
    name: 'protokoll.csv',
    columns,
    read: (last, limit) => listAuditBefore(app.db, { filter, before: last?.id, limit }),
  })

const textOf = (kept: string | null) => csvText(kept === null ? '' : changeText(JSON.parse(kept)))

const columns: CsvColumns<AuditRow> = [
  { title: 'Zeitpunkt', cell: ({ at }) => formatMoment(at) },
  { title: 'Wer', cell: ({ actor }) => csvText(actorText(actor)) },
  { title: 'Vorgang', cell: ({ action }) => csvText(auditLabels[action] ?? action) },
  { title: 'Objekt', cell: ({ objectType }) => csvText(auditObjects[objectType] ?? objectType) },
  { title: 'Kennung', cell: ({ objectId }) => csvText(objectId) },
  { title: 'Vorher', cell: ({ before }) => textOf(before) },
  { title: 'Nachher', cell: ({ after }) => textOf(after) },
  { title: 'Anfrage', cell: ({ requestId }) => csvText(requestId) },
]
