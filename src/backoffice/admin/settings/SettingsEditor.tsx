import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorSummary } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { LeaveGuard } from '#src/platform/web/forms/LeaveGuard.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type SettingName, settingNames, settingRow, settingSections } from './fields.ts'
import { type ShownSettings, settingsTexts } from './rules.ts'
import { type SettingsFormState, useSettingsForm } from './SettingsForm.tsx'
import './settings.css'

/** All settings in one form: saved together, and recorded in the audit log with the values before and after. */
export function SettingsEditor({ first }: { first: ShownSettings }) {
  const form = useSettingsForm(first)
  const [hasTried, setHasTried] = useState(false)
  const marked = hasTried ? settingNames.filter((name) => form.errors[name] !== undefined) : []

  function submit(event: FormEvent) {
    setHasTried(true)
    void form.submit(event)
  }
  return (
    <form className="settings" noValidate onSubmit={submit}>
      <ErrorSummary fields={marked.map((name) => ({ id: form.idOf(name), label: settingRow(name).label }))} />
      {Object.entries(settingSections).map(([section, words]) => (
        <Section key={section} {...words}>
          {settingNames
            .filter((name) => settingRow(name).section === section)
            .map((name) => (
              <Setting key={name} form={form} name={name} />
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

/** One setting: a line of text, several, or a choice. */
function Setting({ form, name }: { form: SettingsFormState; name: SettingName }) {
  const { label, hint, words, isLong = false, input, longest } = settingRow(name)
  const chosen = { name, value: form.values[name], onChange: (event: { target: { value: string } }) => form.type(name, event.target.value) }
  return (
    <Field
      id={form.idOf(name)}
      label={label}
      error={form.errors[name]}
      hint={hint}
      full={isLong}
      length={longest === undefined ? undefined : { typed: form.values[name], longest }}
    >
      {(control) => {
        if (isLong) return <textarea {...control} {...chosen} rows={3} spellCheck={false} />
        if (!words) return <input {...control} {...input} name={name} {...form.input(name)} />
        return (
          <select {...control} {...chosen}>
            {Object.entries(words).map(([word, wording]) => (
              <option key={word} value={word}>
                {wording}
              </option>
            ))}
          </select>
        )
      }}
    </Field>
  )
}

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
