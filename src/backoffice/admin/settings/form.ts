import { methodsList } from '#src/money/payments/methods.ts'
import { type SettingName, type SettingsForm, settingNames, settingRow, settingsForm } from './fields.ts'

/** Values of the form's fields: all are text. */
export type SettingTexts = Record<SettingName, string>

export const textsOfSettings = (settings: SettingsForm): SettingTexts =>
  Object.fromEntries(settingNames.map((name): unknown[] => [name, textOf(settings[name])]))

function textOf(value: SettingsForm[SettingName]) {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? value.toLocaleString('de-DE', { useGrouping: false }) : value
}

/** The form's values, or the first error per field. */
export function readSettingTexts(texts: SettingTexts): { form?: SettingsForm; errors: Partial<SettingTexts> } {
  const read = settingNames.map((name) => [name, settingRow(name).read?.(texts[name]) ?? texts[name]])
  const parsed = settingsForm.safeParse(Object.fromEntries(read))
  if (parsed.success) return { form: parsed.data, errors: {} }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message
  return { errors }
}

export type NewerSetting = { name: SettingName; label: string; newer: string }

/** The settings that differ between two states, with their new values. */
export const newerSettings = (known: SettingTexts, newest: SettingTexts): NewerSetting[] =>
  settingNames
    .filter((name) => known[name] !== newest[name])
    .map((name) => ({ name, label: settingRow(name).label, newer: wordingOf(name, newest[name]) || '–' }))

function wordingOf(name: SettingName, text: string) {
  const { words, methods } = settingRow(name)
  if (methods) return methodsList(methods.filter((method) => text.split('\n').includes(method)))
  return words?.[text] ?? text
}
