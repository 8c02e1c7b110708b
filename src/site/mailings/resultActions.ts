import { csvText } from '#src/platform/kit/csv.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type CsvColumns, csvFile } from '#src/platform/server/calls/csvResponse.ts'
import { type PageRequest, readPage } from '#src/platform/server/pages.ts'
import {
  countByStatus,
  countResults,
  findNext,
  listResults,
  listResultsAfter,
  type ResultFilter,
  type ResultRow,
} from './recipientStore.ts'
import { mailingProblems } from './rules.ts'
import { countCandidates, countMailings, findCurrentMailing, findMailing, listCandidates, listMailings, type MailingRow } from './store.ts'
import { errorText } from './texts.ts'

/** Lists the companies that would get a mailing now, by name. Those that opted out are included and counted separately. */
export async function readCandidates(app: App, asked: PageRequest) {
  const counts = await countCandidates(app.db)
  const count = async () => ({ total: counts.recipients + counts.optedOut })
  const { rows, ...page } = await readPage(asked, { list: (part) => listCandidates(app.db, part), count })
  return { rows: rows.map(withCompany), ...page, ...counts }
}

/** Returns the progress of the given mailing, or of the running or newest one. Throws mailingProblems.unknown for an unknown id. */
export async function readProgress(app: App, mailingId: string | undefined) {
  const mailing = mailingId === undefined ? await findCurrentMailing(app.db) : await findMailing(app.db, mailingId)
  if (!mailing && mailingId !== undefined) throw mailingProblems.unknown()
  return { mailing: mailing ? await describeProgress(app, mailing) : null }
}

async function describeProgress(app: App, mailing: MailingRow) {
  const { sent, failed, waiting, waitsUntil } = await countByStatus(app.db, mailing.id)
  const isRunning = mailing.status === 'running'
  const next = isRunning ? await findNext(app.db, { mailingId: mailing.id, now: app.now() }) : undefined
  return {
    ...showMailing({ ...mailing, sent, failed }),
    message: mailing.message,
    waiting,
    current: next ? { company: next.companyName, position: sent + failed + 1 } : null,
    waitsUntil: isRunning && !next ? waitsUntil : null,
    isUnreachable: mailing.unreachableSince !== null,
  }
}

/** Returns one page of all mailings, newest first. */
export async function readMailings(app: App, asked: PageRequest) {
  const { rows, ...page } = await readPage(asked, {
    list: (part) => listMailings(app.db, part),
    count: () => countMailings(app.db),
  })
  return { rows: rows.map(showMailing), ...page }
}

const showMailing = (mailing: MailingRow & { sent: number; failed: number }) => ({ ...mailing, total: mailing.recipients })

const withCompany = <Row extends { companyName: string }>(row: Row) => ({ ...row, company: row.companyName })

/** Returns one page of the results by recipient, in order of sending. Throws mailingProblems.unknown. */
export async function readResults(app: App, { page, pageSize, ...filter }: ResultFilter & PageRequest) {
  if (!(await findMailing(app.db, filter.mailingId))) throw mailingProblems.unknown()
  const { rows, ...asked } = await readPage(
    { page, pageSize },
    { list: (part) => listResults(app.db, { ...filter, ...part }), count: () => countResults(app.db, filter) },
  )
  return { rows: rows.map(showResult), ...asked }
}

/** Result of one mail (docs/spec.md#mail-result). `success` is null while the mail waits. */
const showResult = ({ errorCode, messageId, ...row }: ResultRow) => ({
  ...withCompany(row),
  success: row.status === 'waiting' ? null : row.status === 'sent',
  ...(row.status === 'sent' && messageId ? { messageId } : {}),
  ...(errorCode ? { error: errorText(errorCode, row.smtpCode) } : {}),
})

/** Writes the results to a file. Throws mailingProblems.unknown. */
export async function writeResults(app: App, filter: ResultFilter) {
  if (!(await findMailing(app.db, filter.mailingId))) throw mailingProblems.unknown()
  return csvFile(app, {
    name: 'rund-mail.csv',
    columns,
    read: (last, limit) => listResultsAfter(app.db, { ...filter, after: last?.position ?? 0, limit }),
  })
}

const resultLabels = { waiting: 'Wartet', sent: 'Gesendet', failed: 'Fehlgeschlagen' } as const

const columns: CsvColumns<ResultRow> = [
  { title: 'Nr.', cell: ({ position }) => String(position) },
  { title: 'Firma', cell: ({ companyName }) => csvText(companyName) },
  { title: 'E-Mail', cell: ({ email }) => csvText(email) },
  { title: 'Ergebnis', cell: ({ status }) => resultLabels[status] },
  { title: 'Message-ID', cell: ({ status, messageId }) => csvText(status === 'sent' ? (messageId ?? '') : '') },
  { title: 'Fehler', cell: ({ errorCode, smtpCode }) => csvText(errorCode ? errorText(errorCode, smtpCode) : '') },
  { title: 'Versuche', cell: ({ attempts }) => String(attempts) },
  { title: 'Zeitpunkt', cell: ({ processedAt }) => (processedAt ? formatMoment(processedAt) : '') },
]
