import { type AdminWithdrawal, type WithdrawalSort, withdrawalStatusLabels } from '#src/orders/withdrawals/listRules.ts'
import { causeLabels } from '#src/orders/withdrawals/rules.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'

export const withdrawalColumns = (onOpen: (withdrawalId: string) => void): Column<AdminWithdrawal, WithdrawalSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ name, email }) => (
      <>
        {name}
        <span className="second">{email}</span>
      </>
    ),
  },
  {
    label: 'Vertrag',
    cell: ({ contract, booking_id, company_name }) => (
      <>
        {booking_id ? shortId(booking_id) : contract}
        {company_name ? <span className="second">{company_name}</span> : null}
      </>
    ),
  },
  { label: 'Stand', cell: (one) => <WithdrawalState withdrawal={one} /> },
  {
    label: 'Eingegangen',
    format: 'date',
    cell: ({ last_declared_at, times }) => (
      <>
        {formatMoment(new Date(last_declared_at))}
        {times > 1 ? <span className="second">{times}-mal erklärt</span> : null}
      </>
    ),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  {
    label: 'Einzelheiten',
    cell: (one) => (
      <button type="button" className="button neutral small" onClick={() => onOpen(one.id)}>
        Ansehen<span className="unseen">: Widerruf von {one.name}</span>
      </button>
    ),
  },
]

const looks = { open: 'waiting', accepted: 'done', rejected: 'bad' } as const

/** State of a declaration, and the reason why the operator has to decide. */
export const WithdrawalState = ({ withdrawal: { status, cause, decided_by } }: { withdrawal: AdminWithdrawal }) => (
  <>
    <StatusChip tone={looks[status]}>{withdrawalStatusLabels[status]}</StatusChip>
    <span className="second">{cause ? causeLabels[cause] : decided_by === 'system' ? 'Automatisch storniert und erstattet' : ''}</span>
  </>
)
