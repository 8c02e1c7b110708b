import { formatMoment } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type SubmittedVerification, type VerificationSort, verificationStateLabels } from './rules.ts'
import '#src/platform/web/lists/table.css'

export const verificationColumns = (
  onOpen: (request: SubmittedVerification) => void,
): Column<SubmittedVerification, VerificationSort>[] => [
  {
    label: 'Anbieter',
    format: 'title',
    cell: (request) => (
      <button type="button" className="row-link" onClick={() => onOpen(request)}>
        {request.company_name}
      </button>
    ),
  },
  { label: 'Nachweise', cell: ({ status, files }) => (status === 'open' ? plural(files.length, 'Datei', 'Dateien') : 'Gelöscht') },
  {
    label: 'Eingegangen',
    format: 'date',
    cell: ({ asked_at }) => formatMoment(new Date(asked_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Stand', cell: ({ status }) => <VerificationChip status={status} /> },
]

const tones = { open: 'waiting', granted: 'done', refused: 'bad' } as const

export const VerificationChip = ({ status }: Pick<SubmittedVerification, 'status'>) => (
  <StatusChip tone={tones[status]}>{verificationStateLabels[status]}</StatusChip>
)
