import { type FormEvent, useState } from 'react'
import { policies } from '#src/platform/kit/settingOptions.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type CalendarView, fieldId } from './form.ts'
import type { CardProps } from './HoursCalls.tsx'
import { policyLabels } from './policyLabels.ts'
import { Switch } from './Switch.tsx'

/** Settings for all appointments: free times on or off, fee of a late cancellation, travel speed. */
export function PolicyCard({ companyId, calendar, onSaved }: CardProps & { calendar: CalendarView }) {
  const { is_on: wasOn, policy: before, travel_kmh: speed, federal_state: federalState } = calendar
  const [isOn, setIsOn] = useState(wasOn)
  const [policy, setPolicy] = useState(before)
  const [travelKmh, setTravelKmh] = useState(`${speed}`)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { isBusy, failure, action } = useAction({ onFields: setErrors })
  function submit(event: FormEvent) {
    event.preventDefault()
    setErrors({})
    void action(async () => {
      const saved = await call('save-policy', { companyId, isOn, federalState, policy, travelKmh: Number(travelKmh) })
      await onSaved(saved, 'Die Regeln sind gespeichert.')
    })
  }
  return (
    <section className="card" aria-labelledby="policy-title">
      <div className="card-head">
        <h2 id="policy-title">Regeln für Termine</h2>
      </div>
      <form className="hours-form stack" noValidate onSubmit={submit} aria-labelledby="policy-title">
        <Switch
          label="Freie Termine anbieten:"
          word={isOn ? 'Freie Termine werden angeboten' : 'Termine nur auf Anfrage'}
          isOn={isOn}
          onTurn={setIsOn}
        />
        <FieldGroup id={fieldId('policy')} legend="Stornierung durch Kunden" error={errors.policy}>
          {policies.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="policy" checked={policy === one} onChange={() => setPolicy(one)} />
              <span>
                <b>{policyLabels[one].label}</b>
                <br />
                <span className="policy-help small muted">{policyLabels[one].help}</span>
              </span>
            </label>
          ))}
        </FieldGroup>
        <p className="small muted">
          Wer widerrufen darf, bekommt immer den vollen Betrag zurück. Vereinbarte Termine behalten ihre Regeln.
        </p>
        <Field
          id={fieldId('travelKmh')}
          label="Fahrt zwischen zwei Terminen (km/h)"
          hint="Zwischen Terminen an verschiedenen Orten bleibt so viel Zeit, wie die Fahrt braucht."
          error={errors.travelKmh}
        >
          {(control) => (
            <input {...control} type="text" inputMode="numeric" value={travelKmh} onChange={(event) => setTravelKmh(event.target.value)} />
          )}
        </Field>
        <Failure title="Die Regeln wurden nicht gespeichert" text={failure} />
        <div className="row">
          <BusyButton className="button primary" isBusy={isBusy}>
            {isBusy ? 'Wird gespeichert…' : 'Regeln speichern'}
          </BusyButton>
        </div>
      </form>
    </section>
  )
}
