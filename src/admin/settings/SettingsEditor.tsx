import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorSummary } from '#src/web/forms/ErrorSummary.tsx'
import { LeaveGuard } from '#src/web/forms/LeaveGuard.tsx'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { settingChoices, settingNames } from './form.ts'
import { type ShownSettings, settingLabels, settingsLimits, settingsTexts } from './rules.ts'
import { ChoiceSetting, LinesSetting, TextSetting } from './SettingFields.tsx'
import { type SettingsFormState, useSettingsForm } from './SettingsForm.tsx'
import './settings.css'

/** All settings in one form: what is saved is saved together, and stands in the audit log with before and after. */
export function SettingsEditor({ first }: { first: ShownSettings }) {
  const form = useSettingsForm(first)
  const [hasTried, setHasTried] = useState(false)
  const marked = hasTried ? settingNames.filter((name) => form.errors[name] !== undefined) : []

  function submit(event: FormEvent) {
    setHasTried(true)
    void form.submit(event)
  }
  return (
    <form className="set" noValidate onSubmit={submit}>
      <ErrorSummary fields={marked.map((name) => ({ id: form.idOf(name), label: settingLabels[name] }))} />
      <Operator form={form} />
      <Legal form={form} />
      <Payouts form={form} />
      <Marketplace form={form} />
      <Failure form={form} />
      <div className="row wrapf">
        <BusyButton className="btn btn-p" isBusy={form.isBusy}>
          {form.isBusy ? 'Wird gespeichert…' : 'Einstellungen speichern'}
        </BusyButton>
        {form.isChanged ? (
          <button type="button" className="btn btn-g" onClick={form.reset}>
            Änderungen verwerfen
          </button>
        ) : null}
      </div>
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} />
    </form>
  )
}

type PartProps = { form: SettingsFormState }

const Operator = ({ form }: PartProps) => (
  <Section title="Betreiber" text="Steht im Impressum, in E-Mails und als Auftraggeber in Bankdateien.">
    <TextSetting form={form} name="operator_name" input={{ autoComplete: 'organization', maxLength: settingsLimits.name }} />
    <TextSetting form={form} name="operator_address" input={{ autoComplete: 'address-line1', maxLength: settingsLimits.address }} />
    <TextSetting form={form} name="operator_email" input={{ type: 'email', autoComplete: 'email', maxLength: settingsLimits.email }} />
    <TextSetting form={form} name="operator_phone" input={{ type: 'tel', autoComplete: 'tel', maxLength: settingsLimits.phone }} />
  </Section>
)

const legalLine = { maxLength: settingsLimits.legal, autoComplete: 'off' } as const

const Legal = ({ form }: PartProps) => (
  <Section title="Rechtliche Angaben" text="Stehen im Impressum, in den AGB und auf der Datenschutzseite. Leer bleibt, was nicht zutrifft.">
    <TextSetting form={form} name="operator_legal_form" input={legalLine} />
    <TextSetting form={form} name="operator_represented_by" input={legalLine} />
    <TextSetting form={form} name="operator_register_court" input={legalLine} />
    <TextSetting form={form} name="operator_register_number" input={legalLine} />
    <TextSetting form={form} name="operator_vat_id" input={legalLine} />
    <TextSetting form={form} name="operator_business_id" input={legalLine} />
    <TextSetting form={form} name="operator_supervisory_authority" input={legalLine} hint="Nur bei erlaubnispflichtiger Tätigkeit." />
    <TextSetting
      form={form}
      name="operator_privacy_officer"
      input={legalLine}
      hint="Name und Kontakt, nur wenn Sie eine benennen müssen."
    />
    <ChoiceSetting
      form={form}
      name="operator_dispute_attitude"
      words={settingChoices.operator_dispute_attitude}
      hint="Erklärung nach § 36 VSBG."
    />
    <LinesSetting
      form={form}
      name="operator_processors"
      hint="Je Zeile einer: Name, Ort und wofür, zum Beispiel Hosting oder E-Mail-Versand (Art. 28 DSGVO)."
    />
  </Section>
)

const Payouts = ({ form }: PartProps) => (
  <Section title="Auszahlungen" text="Basic wird einmal in der Woche ausgezahlt, Premium an jedem Bankarbeitstag.">
    <ChoiceSetting
      form={form}
      name="payout_weekday"
      words={settingChoices.payout_weekday}
      hint="Fällt der Tag auf einen Bankfeiertag, ist es der nächste Bankarbeitstag."
    />
    <ChoiceSetting form={form} name="payout_clock" words={settingChoices.payout_clock} hint="Gilt für beide Pläne, deutsche Zeit." />
    <TextSetting
      form={form}
      name="first_payout_hold_days"
      input={{ inputMode: 'numeric', maxLength: 2 }}
      hint="Tage nach der ersten bezahlten Buchung eines Anbieters, 0 für keine."
    />
    <ChoiceSetting
      form={form}
      name="direct_payouts"
      words={settingChoices.direct_payouts}
      hint="Ausgeschaltet wird nur auf Bankkonten überwiesen."
    />
  </Section>
)

const Marketplace = ({ form }: PartProps) => (
  <Section title="Marktplatz" text="Steuersatz, Bestellschaltfläche und Einbettung.">
    <TextSetting
      form={form}
      name="vat_rate"
      input={{ inputMode: 'decimal', maxLength: 6 }}
      hint="In Prozent, in Provision und Abonnement enthalten; 0 bei § 19 UStG. Gilt für neue Zahlungen."
    />
    <ChoiceSetting form={form} name="order_label" words={settingChoices.order_label} />
    <LinesSetting
      form={form}
      name="embedding_origins"
      hint="Websites, die den Marktplatz in einem Rahmen zeigen dürfen, je Zeile eine, zum Beispiel https://partner.example. Leer: keine."
    />
  </Section>
)

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="card">
    <div className="ch">
      <h2>{title}</h2>
    </div>
    <div className="cb stack">
      <p className="mut sm">{text}</p>
      <div className="fg two">{children}</div>
    </div>
  </section>
)

/** Why it was not saved; after a conflict also what is different now. */
function Failure({ form: { failure, newer } }: PartProps) {
  if (failure === undefined) return null
  return (
    <Note kind="bad" role="alert" title={settingsTexts.notSaved}>
      {failure}
      {newer.map(({ name, label, newer: value }) => (
        <span key={name} className="set-newer">
          {label}: jetzt {value}
        </span>
      ))}
    </Note>
  )
}
