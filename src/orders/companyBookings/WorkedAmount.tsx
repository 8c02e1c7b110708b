import { companyActTexts } from '#src/orders/appointments/actRules.ts'
import { type Booked, workedError } from '#src/orders/appointments/booked.ts'
import { euros } from '#src/platform/kit/money.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'

type WorkedProps = {
  ids: { companyId: string; bookingId: string }
  booked: Booked
  /** Hours worked, as they were measured; the booked ones by default. */
  worked?: number | undefined
  onClose: () => void
  onDone: () => void
}
const { question, consequence, confirm, failed } = companyActTexts.performed

/** Dialog after counted work: hours or pieces worked, and the customer's refund. */
export function WorkedAmount({ ids, booked, worked, onClose, onDone }: WorkedProps) {
  const { failure, action } = useAction({ onFields: (texts) => form.refuse({ amount: texts[booked.field] }) })
  const form = useCheckedForm({
    prefix: 'worked',
    fields: { amount: written(booked.field === 'hours' ? (worked ?? booked.amount) : booked.amount) },
    check: ({ amount }) => ({ amount: workedError(numberOf(amount), booked) }),
    async send({ amount }): Promise<void> {
      await action(async () => {
        await call('mark-performed', { ...ids, [booked.field]: numberOf(amount) })
        onDone()
      })
    },
  })
  const left = booked.amount - numberOf(form.values.amount)
  const isLess = workedError(numberOf(form.values.amount), booked) === undefined && left > 0
  return (
    <SmallDialog title={question} onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <p className="muted">{consequence}</p>
        <Failure title={failed} text={failure} />
        <Field {...form.field('amount')} label={booked.label} hint={`Gebucht: ${written(booked.amount)}. ${booked.hint}`}>
          {(control) => <input {...control} {...form.input('amount')} type="text" inputMode="decimal" />}
        </Field>
        <p role="status" className="small">
          {isLess ? `Der Kunde bekommt ${euros(left * booked.unit)} zurück.` : ''}
        </p>
        <BusyButton isBusy={form.isBusy}>{confirm}</BusyButton>
      </form>
    </SmallDialog>
  )
}

const written = (amount: number) => amount.toLocaleString('de-DE')
const numberOf = (typed: string) => Number(typed.trim().replace(',', '.'))
