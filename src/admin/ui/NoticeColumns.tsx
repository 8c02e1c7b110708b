import { formatMoment } from '#src/kit/dates.ts'
import { shortId } from '#src/kit/text.ts'
import { type NoticeSort, noticeDecisionWords, noticeTargetWords, type ShownNotice } from '#src/support/noticeListRules.ts'
import { noticeReasonWords } from '#src/support/noticeRules.ts'
import type { Column } from '#src/web/DataTable.tsx'
import { StatusChip } from '#src/web/StatusChip.tsx'

export const noticeColumns = (onOpen: (noticeId: string) => void): Column<ShownNotice, NoticeSort>[] => [
  {
    label: 'Gemeldeter Inhalt',
    look: 'title',
    cell: (notice) => (
      <>
        <button type="button" className="row-link" onClick={() => onOpen(notice.id)}>
          {reportedOf(notice)}
        </button>
        <span className="s2">Nr. {shortId(notice.id)}</span>
      </>
    ),
  },
  { label: 'Grund', cell: ({ reason }) => noticeReasonWords[reason] },
  {
    label: 'Gemeldet von',
    cell: ({ name, email }) => (
      <span className="lt-w">
        {name ?? 'Ohne Namen'} {email ? <span className="s2">{email}</span> : null}
      </span>
    ),
  },
  {
    label: 'Eingegangen',
    look: 'date',
    cell: ({ created_at }) => formatMoment(new Date(created_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Stand', cell: (notice) => <NoticeChip notice={notice} /> },
]

/** What was reported, in words. */
export const reportedOf = ({ target, company_name, page }: Pick<ShownNotice, 'target' | 'company_name' | 'page'>) =>
  target === 'page' ? (page ?? noticeTargetWords.page) : `${noticeTargetWords[target]}: ${company_name ?? 'gelöschter Anbieter'}`

/** How far a notice is. */
export function NoticeChip({ notice: { decision, is_suspect } }: { notice: Pick<ShownNotice, 'decision' | 'is_suspect'> }) {
  if (decision) return <StatusChip look={decision === 'kept' ? 'off' : 'done'}>{noticeDecisionWords[decision]}</StatusChip>
  return is_suspect ? <StatusChip look="bad">Verdacht auf Spam</StatusChip> : <StatusChip look="waiting">Offen</StatusChip>
}
