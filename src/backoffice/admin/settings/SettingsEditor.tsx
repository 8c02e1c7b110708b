import type { ReactNode } from 'react'
import { methodsList } from '#src/money/payments/methods.ts'
import type { PaymentMethod } from '#src/platform/kit/settingOptions.ts'
import { ErrorSummary } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, FieldGroup, Options } from '#src/platform/web/forms/Field.tsx'
import { LeaveGuard } from '#src/platform/web/forms/LeaveGuard.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type SettingName, settingNames, settingRow, settingSections } from './fields.ts'
import { approvalTexts, type SettingsView, settingsTexts } from './rules.ts'
import { type SettingsFormState, useSettingsForm } from './SettingsForm.tsx'
import './settings.css'

/** All settings in one form: saved together, and recorded in the audit log with the values before and after. */
export function SettingsEditor({ first }: { first: SettingsView }) {
  const form = useSettingsForm(first)
  return (
    <form className="settings" noValidate onSubmit={(event) => void form.submit(event)}>
      <ErrorSummary fields={form.invalid.map((name) => ({ id: form.idOf(name), label: settingRow(name).label }))} />
      {Object.entries(settingSections).map(([section, words]) => (
        <Section key={section} {...words}>
          {settingNames
            .filter((name) => settingRow(name).section === section)
            .map((name) => (
              <Setting key={name} form={form} name={name} approvals={first.approvals} />
            ))}
        </Section>
      ))}
      <Failure form={form} />
      <div className="row wrapping">
        <BusyButton className="button primary" isBusy={form.isBusy}>
          {form.isBusy ? 'Wird gespeichert…' : 'Einstellungen speichern'}
        </BusyButton>
        {form.isChanged ? (
          <button type="button" className="button neutral" onClick={form.reset}>
            Änderungen verwerfen
          </button>
        ) : null}
      </div>
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} />
    </form>
  )
}

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="card">
    <div className="card-head">
      <h2>{title}</h2>
    </div>
    <div className="card-body stack">
      <p className="muted small">{text}</p>
      <div className="field-grid two">{children}</div>
    </div>
  </section>
)

type SettingProps = { form: SettingsFormState; name: SettingName; approvals: SettingsView['approvals'] }

/** One setting: a line of text, several, or a choice. */
function Setting({ form, name, approvals }: SettingProps) {
  const { label, hint, words, methods, isLong = false, input, longest } = settingRow(name)
  if (methods) return <MethodChoice form={form} name={name} approvals={approvals} />
  const chosen = { name, ...form.typing(name) }
  return (
    <Field
      {...form.field(name)}
      label={label}
      hint={hint}
      full={isLong}
      length={longest === undefined ? undefined : { typed: form.values[name], longest }}
    >
      {(control) => {
        if (isLong) return <textarea {...control} {...chosen} rows={3} spellCheck={false} />
        if (!words) return <input {...control} {...input} name={name} {...form.input(name)} />
        return (
          <select {...control} {...chosen}>
            <Options words={words} />
          </select>
        )
      }}
    </Field>
  )
}

/** Choice of several methods of payment, with those that the PSP has not approved marked. */
function MethodChoice({ form, name, approvals }: SettingProps) {
  const { label, hint, methods = [] } = settingRow(name)
  const chosen = form.values[name].split('\n')
  const toggle = (method: PaymentMethod) =>
    form.type(name, (chosen.includes(method) ? chosen.filter((one) => one !== method) : [...chosen, method]).filter(Boolean).join('\n'))
  return (
    <FieldGroup id={form.idOf(name)} legend={label} error={form.errors[name]} isTarget>
      {methods.map((method) => (
        <label key={method} className="check">
          <input type="checkbox" checked={chosen.includes(method)} onChange={() => toggle(method)} />
          <span>
            {methodsList([method])}
            <ApprovalNote approval={approvals.find((one) => one.method === method)?.state ?? 'missing'} />
          </span>
        </label>
      ))}
      {hint ? <p className="hint">{hint}</p> : null}
    </FieldGroup>
  )
}

const ApprovalNote = ({ approval }: { approval: keyof typeof approvalTexts }) =>
  approval === 'active' ? null : <span className="muted small"> – {approvalTexts[approval]}</span>

/** Reason why the settings were not saved; after a conflict with the differences. */
function Failure({ form: { failure, newer } }: { form: SettingsFormState }) {
  if (failure === undefined) return null
  return (
    <Note kind="bad" role="alert" title={settingsTexts.notSaved}>
      {failure}
      {newer.map(({ name, label, newer: value }) => (
        <span key={name} className="newer-value">
          {label}: jetzt {value}
        </span>
      ))}
    </Note>
  )
}
