import { type BookedHours, companyActTexts, hoursTexts } from '#src/orders/appointments/actRules.ts'
import { euros } from '#src/platform/kit/money.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'

type WorkedProps = { ids: { companyId: string; bookingId: string }; booked: BookedHours; onClose: () => void; onDone: () => void }
const { question, consequence, confirm, failed } = companyActTexts.performed

/** Dialog after work charged by the hour: hours worked, and the customer's refund. */
export function WorkedHours({ ids, booked, onClose, onDone }: WorkedProps) {
  const { failure, action } = useAction({ onFields: (texts) => form.refuse({ hours: texts.hours }) })
  const form = useCheckedForm({
    prefix: 'worked',
    fields: { hours: written(booked.hours) },
    check: ({ hours }) => ({ hours: problemOf(hours, booked) }),
    async send({ hours }): Promise<void> {
      await action(async () => {
        await call('mark-performed', { ...ids, hours: numberOf(hours) })
        onDone()
      })
    },
  })
  const left = booked.hours - numberOf(form.values.hours)
  const isLess = problemOf(form.values.hours, booked) === undefined && left > 0
  return (
    <SmallDialog title={question} onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <p className="muted">{consequence}</p>
        <Failure title={failed} text={failure} />
        <Field
          id={form.idOf('hours')}
          label="Geleistete Stunden"
          hint={`Gebucht: ${written(booked.hours)}. Wie viele Stunden waren es, auf die Viertelstunde genau?`}
          error={form.errors.hours}
        >
          {(control) => <input {...control} {...form.input('hours')} type="text" inputMode="decimal" />}
        </Field>
        <p role="status" className="small">
          {isLess ? `Der Kunde bekommt ${euros(left * booked.unit)} zurück.` : ''}
        </p>
        <BusyButton isBusy={form.isBusy}>{confirm}</BusyButton>
      </form>
    </SmallDialog>
  )
}

const written = (hours: number) => hours.toLocaleString('de-DE')
const numberOf = (typed: string) => Number(typed.trim().replace(',', '.'))

function problemOf(typed: string, { hours: booked }: BookedHours) {
  const hours = numberOf(typed)
  if (!(hours > 0) || !Number.isInteger(hours * 4)) return hoursTexts.number
  return hours > booked ? hoursTexts.atMost(booked) : undefined
}
