import { berlinDay, formatLongDate } from '#src/platform/kit/dates.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { Entry } from './entries.ts'
import { timeRange } from './format.ts'
import type { DiaryView } from './rules.ts'

type BlockedProps = { companyId: string; diary: DiaryView; entry: Entry; onClose: () => void }

/** Dialog of a blocked time, with a button to free it. */
export function BlockedDialog({ companyId, diary, entry, onClose }: BlockedProps) {
  const { isBusy, failure, action } = useAction()
  const names = diary.resources.filter(({ id }) => entry.resourceIds.includes(id)).map(({ name }) => name)
  const free = () =>
    action(async () => {
      await call('unblock-time', { companyId, id: entry.blockId ?? '' })
      showToast({ kind: 'success', title: 'Die Zeit ist wieder frei' })
      onClose()
    })
  return (
    <SmallDialog title={entry.title} onClose={onClose}>
      <div className="stack">
        <p>
          {formatLongDate(berlinDay(new Date(entry.from)))}, <span className="number">{timeRange(entry)} Uhr</span>
          <br />
          <span className="muted">{names.join(', ')}</span>
        </p>
        <Failure title="Die Zeit wurde nicht freigegeben" text={failure} />
        <BusyButton type="button" className="button secondary wide" isBusy={isBusy} onClick={() => void free()}>
          {isBusy ? 'Wird freigegeben…' : 'Sperre aufheben'}
        </BusyButton>
      </div>
    </SmallDialog>
  )
}
