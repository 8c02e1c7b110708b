import { useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type SettingName, settingNames } from './fields.ts'
import { type NewerSetting, newerSettings, readSettingTexts, type SettingTexts, textsOfSettings } from './form.ts'
import { type SettingsView, settingsTexts } from './rules.ts'

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/**
 * Form of the settings. After a concurrent change, edited fields keep their input, all others get the new values, and `newer` lists the
 * differences.
 */
export function useSettingsForm(first: SettingsView) {
  const [known, setKnown] = useState(first)
  const [newer, setNewer] = useState<NewerSetting[]>([])
  const form = useCheckedForm<SettingName>({
    prefix: 'setting',
    fields: textsOfSettings(first),
    check: (values) => readSettingTexts(values).errors,
    send,
  })
  const { failure, action } = useAction({
    onFields: (texts) => form.refuse(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name.split('.')[0], text]))),
    onRefused: (error) => error instanceof CallError && error.code === 'admin.settingsChanged' && bringNewest(form.values),
  })
  const saved = textsOfSettings(known)
  const isChanged = settingNames.some((name) => form.values[name] !== saved[name])

  async function send(values: SettingTexts) {
    const read = readSettingTexts(values)
    const content = read.form
    if (!content) return
    setNewer([])
    await action(async () => {
      adopt(await call('admin-update-settings', { ...content, version: known.version }))
      showToast({ kind: 'success', title: settingsTexts.saved, text: settingsTexts.savedHelp })
    })
  }

  function adopt(state: SettingsView) {
    setKnown(state)
    const texts = textsOfSettings(state)
    for (const name of settingNames) form.type(name, texts[name])
  }

  async function bringNewest(values: SettingTexts) {
    const newest = await call('admin-read-settings', {}).catch(() => undefined)
    if (!newest) return
    const [was, is] = [textsOfSettings(known), textsOfSettings(newest)]
    const untouched = settingNames.filter((name) => values[name] === was[name])
    for (const name of untouched) form.type(name, is[name])
    setNewer(newerSettings(was, is))
    setKnown(newest)
  }
  return { ...form, failure, newer, isChanged, reset: () => adopt(known) }
}
