import { moveSchedule } from '#src/money/payouts/runs/scheduleActions.ts'
import { paymentMethods } from '#src/platform/kit/settingOptions.ts'
import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { hashToken } from '#src/platform/server/secrets.ts'
import { lockSettings, readSettings, refreshSettings, type Settings, settingsSchema, writeSettings } from '#src/platform/server/settings.ts'
import { type SettingsForm, settingNames, settingRow } from './fields.ts'
import { type SettingsView, settingsProblems } from './rules.ts'

/** Returns the settings for the operator's form. */
export const readSettingsView = async (app: App) => viewOf(await readSettings(app.db))

type Change = { form: SettingsForm; version: string; caller: OperatorAct }

/**
 * Saves changes of the state that was read, and returns the new state. Other processes cache settings for some seconds; this one's cache
 * is invalidated. Throws settingsProblems.settingsChanged after a concurrent change.
 */
export async function updateSettings(app: App, change: Change): Promise<SettingsView> {
  const saved = await app.db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    const known = await readSettings(tx)
    const before = showSettings(known)
    if (versionOf(before) !== change.version) throw settingsProblems.settingsChanged()
    await writeChanges(app, tx, { known, before, ...change })
    return viewOf(await readSettings(tx))
  })
  await refreshSettings(app)
  return saved
}

async function writeChanges(app: App, tx: Transaction, { known, before, form, caller }: Change & Known) {
  const wanted = { ...toStored(form), methodApprovals: known.methodApprovals }
  const changed = Object.entries(wanted).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(known, key)))
  const fields = Object.entries(form).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)))
  if (changed.length === 0) return
  await writeSettings(tx, Object.fromEntries(changed), app.now())
  if (changed.some(([key]) => key === 'payoutSchedule')) await moveSchedule(app, tx, wanted.payoutSchedule)
  await recordOperatorAct(app, tx, {
    ...{ caller, action: 'admin.updateSettings', objectType: 'settings', objectId: 'settings' },
    before: Object.fromEntries(fields.map(([name]) => [name, Reflect.get(before, name)])),
    after: Object.fromEntries(fields),
  })
}
type Known = { known: Settings; before: SettingsForm }

/** Converts the stored settings to the form's values. */
const showSettings = (settings: Settings): SettingsForm =>
  Object.fromEntries(
    settingNames.map((name): unknown[] => {
      const { keptAt, allowedTimes = 1 } = settingRow(name)
      const kept: unknown = keptAt.reduce<object>((from, key) => Reflect.get(from, key), settings)
      return [name, typeof kept === 'number' ? kept / allowedTimes : kept]
    }),
  )

/** The reverse of `showSettings`. */
function toStored(form: SettingsForm): Settings {
  const kept: Record<string, object> = {}
  for (const name of settingNames) {
    const { keptAt, allowedTimes = 1 } = settingRow(name)
    const [key, inside] = keptAt
    const value = typeof form[name] === 'number' ? Math.round(form[name] * allowedTimes) : form[name]
    Object.assign(kept, { [key]: inside === undefined ? value : { ...kept[key], [inside]: value } })
  }
  return settingsSchema.parse(kept)
}

/** A hash that differs for every different state. */
const versionOf = (form: SettingsForm) => hashToken(JSON.stringify(form))

function viewOf(settings: Settings): SettingsView {
  const form = showSettings(settings)
  const approvals = paymentMethods.flatMap((method) => {
    const state = settings.methodApprovals[method]
    return state ? [{ method, state }] : []
  })
  return { ...form, version: versionOf(form), approvals }
}
