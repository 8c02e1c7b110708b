import { useState } from 'react'
import { useCheckedForm } from '#src/web/forms/checkedForm.ts'
import { CallError, call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { leaveWhenLost, reasonOf } from '../shell/AdminReading.tsx'
import {
  type NewerSetting,
  newerSettings,
  readSettingTexts,
  type SettingName,
  type SettingTexts,
  settingNames,
  textsOfSettings,
} from './form.ts'
import { type ShownSettings, settingsTexts } from './rules.ts'

export type SettingsFormState = ReturnType<typeof useSettingsForm>

type Parts = { first: ShownSettings; onLost: () => Promise<void> }

/**
 * The settings being edited. When somebody else saved meanwhile, what was typed stays, what was not touched becomes what it now is, and
 * `newer` tells of the rest.
 */
export function useSettingsForm({ first, onLost }: Parts) {
  const [known, setKnown] = useState(first)
  const [failure, setFailure] = useState<string>()
  const [newer, setNewer] = useState<NewerSetting[]>([])
  const form = useCheckedForm<SettingName>({
    prefix: 'setting',
    fields: textsOfSettings(first),
    check: (values) => readSettingTexts(values).faults,
    send,
  })
  const saved = textsOfSettings(known)
  const isChanged = settingNames.some((name) => form.values[name] !== saved[name])

  async function send(values: SettingTexts) {
    const read = readSettingTexts(values)
    if (!read.form) return
    setFailure(undefined)
    setNewer([])
    try {
      adopt(await call('admin-update-settings', { ...read.form, version: known.version }))
      showToast({ kind: 'success', title: settingsTexts.saved, text: settingsTexts.savedHelp })
    } catch (error) {
      await tell(error, values)
      await leaveWhenLost(error, onLost)
    }
  }

  function adopt(state: ShownSettings) {
    setKnown(state)
    const texts = textsOfSettings(state)
    for (const name of settingNames) form.type(name, texts[name])
  }

  async function tell(error: unknown, values: SettingTexts) {
    const refused = error instanceof CallError ? Object.entries(error.fields) : []
    if (refused.length > 0) return form.refuse(Object.fromEntries(refused.map(([name, texts]) => [name.split('.')[0], texts[0]])))
    setFailure(reasonOf(error))
    if (error instanceof CallError && error.code === 'admin.settingsChanged') await bringNewest(values)
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
