import { orderButtons } from '#src/bookings/rules.ts'
import { payoutClocks, payoutWeekdays, weekdayNames } from '#src/kit/settingWords.ts'
import { type SettingsForm, settingLabels, settingsForm } from './rules.ts'

/** The settings as a form's fields hold them: everything is text. */
export type SettingName = keyof SettingsForm
export type SettingTexts = Record<SettingName, string>

/** What may be chosen, in words. */
export const settingChoices = {
  operator_dispute_attitude: { unwilling: 'keine Teilnahme', willing: 'Teilnahme (Universalschlichtungsstelle des Bundes)' },
  direct_payouts: { yes: 'eingeschaltet', no: 'ausgeschaltet' },
  payout_weekday: Object.fromEntries(payoutWeekdays.map((weekday) => [String(weekday), weekdayNames[weekday]])),
  payout_clock: Object.fromEntries(payoutClocks.map((clock) => [clock, `${clock} Uhr`])),
  order_label: orderButtons,
} as const satisfies Partial<Record<SettingName, Readonly<Record<string, string>>>>

export const textsOfSettings = (settings: SettingsForm): SettingTexts => ({
  operator_name: settings.operator_name,
  operator_address: settings.operator_address,
  operator_email: settings.operator_email,
  operator_phone: settings.operator_phone,
  operator_legal_form: settings.operator_legal_form,
  operator_represented_by: settings.operator_represented_by,
  operator_register_court: settings.operator_register_court,
  operator_register_number: settings.operator_register_number,
  operator_vat_id: settings.operator_vat_id,
  operator_business_id: settings.operator_business_id,
  operator_supervisory_authority: settings.operator_supervisory_authority,
  operator_privacy_officer: settings.operator_privacy_officer,
  operator_dispute_attitude: settings.operator_dispute_attitude,
  operator_processors: settings.operator_processors.join('\n'),
  vat_rate: settings.vat_rate.toLocaleString('de-DE', { useGrouping: false }),
  direct_payouts: settings.direct_payouts ? 'yes' : 'no',
  first_payout_hold_days: String(settings.first_payout_hold_days),
  payout_weekday: String(settings.payout_weekday),
  payout_clock: settings.payout_clock,
  embedding_origins: settings.embedding_origins.join('\n'),
  order_label: settings.order_label,
})

/** What the fields say, or the first text per field that cannot be. */
export function readSettingTexts(texts: SettingTexts): { form?: SettingsForm; faults: Partial<SettingTexts> } {
  const parsed = settingsForm.safeParse({
    ...texts,
    operator_processors: texts.operator_processors.split('\n').flatMap((line) => line.trim() || []),
    vat_rate: numberIn(texts.vat_rate),
    direct_payouts: texts.direct_payouts === 'yes',
    first_payout_hold_days: numberIn(texts.first_payout_hold_days),
    payout_weekday: numberIn(texts.payout_weekday),
    embedding_origins: texts.embedding_origins.split(/\s+/).filter(Boolean),
  })
  if (parsed.success) return { form: parsed.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) faults[String(path[0])] ??= message
  return { faults }
}

/** '7,5' and '7.5' are the same; what is no number stays text, and the schema refuses it. */
const numberIn = (text: string) => (/^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text)

export const settingNames: readonly SettingName[] = [
  'operator_name',
  'operator_address',
  'operator_email',
  'operator_phone',
  'operator_legal_form',
  'operator_represented_by',
  'operator_register_court',
  'operator_register_number',
  'operator_vat_id',
  'operator_business_id',
  'operator_supervisory_authority',
  'operator_privacy_officer',
  'operator_dispute_attitude',
  'operator_processors',
  'payout_weekday',
  'payout_clock',
  'first_payout_hold_days',
  'direct_payouts',
  'vat_rate',
  'order_label',
  'embedding_origins',
]

/** A value of a field in words. */
export function settingWord(name: SettingName, text: string) {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = settingChoices
  return words[name]?.[text] ?? (text || '–')
}

export type NewerSetting = { name: SettingName; label: string; newer: string }

/** What somebody else changed between two states of the settings, as it now is. */
export const newerSettings = (known: SettingTexts, newest: SettingTexts): NewerSetting[] =>
  settingNames
    .filter((name) => known[name] !== newest[name])
    .map((name) => ({ name, label: settingLabels[name], newer: settingWord(name, newest[name]) }))
