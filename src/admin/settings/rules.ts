import { z } from 'zod'
import { problemsOf } from '#src/kit/problems.ts'
import { disputeAttitudes, orderLabels, payoutClocks, payoutWeekdays } from '#src/kit/settingWords.ts'
import { isPhone, oneLine } from '#src/kit/text.ts'
import { writtenPhone } from '#src/kit/typed.ts'

export const settingsTexts = {
  saved: 'Einstellungen gespeichert',
  savedHelp: 'Sie gelten sofort.',
  unchanged: 'Es wurde nichts geändert',
  notSaved: 'Die Einstellungen wurden nicht gespeichert',
  notLoaded: 'Die Einstellungen konnten nicht geladen werden',
  conflict: 'Die Einstellungen wurden inzwischen geändert. Vergleichen Sie Ihre Eingaben mit dem neuen Stand und speichern Sie erneut.',
} as const

export const settingsProblems = problemsOf('admin', { settingsChanged: [409, settingsTexts.conflict] })

export const settingsLimits = {
  name: 70,
  address: 200,
  email: 254,
  phone: 30,
  legal: 200,
  holdDays: 90,
  origins: 10,
  processors: 20,
  processor: 300,
} as const

const line = (most: number, missing: string) =>
  z
    .string(missing)
    .transform((text) => oneLine(text).trim())
    .pipe(z.string().min(1, missing).max(most, `Höchstens ${most} Zeichen`))

/** What is named only where it applies: empty otherwise. */
const optionalLine = z
  .string()
  .transform((text) => oneLine(text).trim())
  .pipe(z.string().max(settingsLimits.legal, `Höchstens ${settingsLimits.legal} Zeichen`))

/** An origin as browsers write it: scheme, host, port and nothing else. Anything more would reach the policy of every page. */
const isOrigin = (text: string) => {
  if (!URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return origin === text && /^https?:$/.test(protocol) && /^[a-z]+:\/\/[\w.:[\]-]+$/i.test(text)
}

/** The settings as the operator writes them; the rate of VAT in percent. */
export const settingsForm = z.object({
  operator_name: line(settingsLimits.name, 'Name ist erforderlich'),
  operator_address: line(settingsLimits.address, 'Anschrift ist erforderlich'),
  operator_email: line(settingsLimits.email, 'E-Mail ist erforderlich').pipe(z.email('Ungültige E-Mail-Adresse')),
  operator_phone: line(settingsLimits.phone, 'Telefon ist erforderlich').overwrite(writtenPhone).refine(isPhone, 'Ungültige Telefonnummer'),
  operator_legal_form: optionalLine,
  operator_represented_by: optionalLine,
  operator_register_court: optionalLine,
  operator_register_number: optionalLine,
  operator_vat_id: optionalLine,
  operator_business_id: optionalLine,
  operator_supervisory_authority: optionalLine,
  operator_privacy_officer: optionalLine,
  operator_dispute_attitude: z.enum(disputeAttitudes, 'Bitte wählen Sie eine Angabe'),
  operator_processors: z
    .array(z.string().trim().min(1).max(settingsLimits.processor, `Höchstens ${settingsLimits.processor} Zeichen je Zeile`))
    .max(settingsLimits.processors, `Höchstens ${settingsLimits.processors} Zeilen`),
  vat_rate: z
    .number('Bitte geben Sie den Steuersatz in Prozent an, zum Beispiel 19')
    .min(0, 'Der Steuersatz liegt zwischen 0 und 100 %')
    .max(100, 'Der Steuersatz liegt zwischen 0 und 100 %')
    .refine((rate) => Math.abs(Math.round(rate * 100) - rate * 100) < 1e-6, 'Höchstens zwei Nachkommastellen'),
  direct_payouts: z.boolean(),
  first_payout_hold_days: z
    .number('Bitte geben Sie eine Anzahl von Tagen an')
    .int('Bitte geben Sie ganze Tage an')
    .min(0, `Zwischen 0 und ${settingsLimits.holdDays} Tagen`)
    .max(settingsLimits.holdDays, `Zwischen 0 und ${settingsLimits.holdDays} Tagen`),
  payout_weekday: z.literal(payoutWeekdays, 'Bitte wählen Sie einen Wochentag'),
  payout_clock: z.literal(payoutClocks, 'Bitte wählen Sie eine Uhrzeit'),
  embedding_origins: z
    .array(z.string().trim().refine(isOrigin, 'Bitte geben Sie je Zeile einen Ursprung an, zum Beispiel https://partner.example'))
    .max(settingsLimits.origins, `Höchstens ${settingsLimits.origins} Ursprünge`)
    .transform((origins) => [...new Set(origins)]),
  order_label: z.enum(orderLabels, 'Bitte wählen Sie eine Beschriftung'),
})
export type SettingsForm = z.infer<typeof settingsForm>

/** The settings with the sign of the state they are: whoever saves names the state that was read. */
export const shownSettings = settingsForm.extend({ version: z.string() })
export type ShownSettings = z.infer<typeof shownSettings>

/** The labels of the fields, also for what the audit log shows. */
export const settingLabels: Record<keyof SettingsForm, string> = {
  operator_name: 'Name',
  operator_address: 'Anschrift',
  operator_email: 'E-Mail',
  operator_phone: 'Telefon',
  operator_legal_form: 'Rechtsform',
  operator_represented_by: 'Vertreten durch oder Inhaber',
  operator_register_court: 'Registergericht',
  operator_register_number: 'Registernummer',
  operator_vat_id: 'USt-IdNr.',
  operator_business_id: 'Wirtschafts-IdNr.',
  operator_supervisory_authority: 'Aufsichtsbehörde',
  operator_privacy_officer: 'Datenschutzbeauftragte Stelle',
  operator_dispute_attitude: 'Verbraucherschlichtung',
  operator_processors: 'Auftragsverarbeiter',
  vat_rate: 'Umsatzsteuersatz',
  direct_payouts: 'Direktauszahlung über den Zahlungsdienst',
  first_payout_hold_days: 'Wartefrist vor der ersten Auszahlung',
  payout_weekday: 'Wochentag für Basic',
  payout_clock: 'Uhrzeit',
  embedding_origins: 'Erlaubte Ursprünge',
  order_label: 'Beschriftung der Bestellschaltfläche',
}
