import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ReasonField } from '#src/platform/web/operator/ReasonField.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'

type ReasonDialogProps = {
  title: string
  /** Consequence in one sentence. */
  says: string
  hint: string
  /** Default: a reason of up to 500 characters. */
  field?: { label?: string; longest: number; missing: string }
  button: string
  failed: string
  send: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of an act, which the other side will read. */
export function ReasonDialog({ title, says, hint, field, button, failed, send, onClose }: ReasonDialogProps) {
  const { failure, action } = useAction()
  const form = useCheckedForm({
    prefix: 'reason',
    fields: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? (field?.missing ?? cancelTexts.reason) : undefined }),
    async send({ reason }): Promise<void> {
      await action(() => send(reason))
    },
  })
  return (
    <SmallDialog title={title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <p className="muted">{says}</p>
        <Failure title={failed} text={failure} />
        <ReasonField
          id={form.idOf('reason')}
          hint={hint}
          {...(field ? { label: field.label ?? 'Begründung', longest: field.longest } : {})}
          value={form.values.reason}
          error={form.errors.reason}
          onChange={(reason) => form.type('reason', reason)}
        />
        <BusyButton isBusy={form.isBusy}>{button}</BusyButton>
      </form>
    </SmallDialog>
  )
}
