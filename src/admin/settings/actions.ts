import { moveSchedule } from '#src/payouts/runs/scheduleActions.ts'
import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import type { Transaction } from '#src/server/db.ts'
import { hashSecret } from '#src/server/secrets.ts'
import { forgetRecentSettings, lockSettings, type Operator, readSettings, type Settings, writeSettings } from '#src/server/settings.ts'
import { type SettingsForm, type ShownSettings, settingsProblems } from './rules.ts'

/** The settings as the operator edits them. */
export const readShownSettings = async (app: App) => withVersion(showSettings(await readSettings(app.db)))

type Change = { form: SettingsForm; version: string; actor: string; requestId: string }

/**
 * Saves what is different from the state that was read, and answers the new one. Nothing of it is cached longer than some seconds, here not
 * at all. Throws settingsProblems.settingsChanged when somebody else saved in between.
 */
export async function updateSettings(app: App, change: Change): Promise<ShownSettings> {
  const saved = await app.db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    const known = await readSettings(tx)
    const before = showSettings(known)
    if (versionOf(before) !== change.version) throw settingsProblems.settingsChanged()
    await writeChanges(app, tx, { known, before, ...change })
    return withVersion(showSettings(await readSettings(tx)))
  })
  forgetRecentSettings(app)
  return saved
}

async function writeChanges(app: App, tx: Transaction, { known, before, form, actor, requestId }: Change & Known) {
  const wanted = keepSettings(form)
  const changed = Object.entries(wanted).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(known, key)))
  const fields = Object.entries(form).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)))
  if (changed.length === 0) return
  await writeSettings(tx, Object.fromEntries(changed), app.now())
  if (changed.some(([key]) => key === 'payoutSchedule')) await moveSchedule(app, tx, wanted.payoutSchedule)
  await recordAudit(tx, {
    at: app.now(),
    actor,
    action: 'admin.updateSettings',
    objectType: 'settings',
    objectId: 'settings',
    before: Object.fromEntries(fields.map(([name]) => [name, Reflect.get(before, name)])),
    after: Object.fromEntries(fields),
    requestId,
  })
}
type Known = { known: Settings; before: SettingsForm }

const showSettings = (settings: Settings): SettingsForm => ({
  operator_name: settings.operator.name,
  operator_address: settings.operator.address,
  operator_email: settings.operator.email,
  operator_phone: settings.operator.phone,
  ...showLegal(settings.operator),
  vat_rate: settings.vatBasisPoints / 100,
  direct_payouts: settings.directPayouts,
  first_payout_hold_days: settings.firstPayoutHoldDays,
  payout_weekday: settings.payoutSchedule.weekday,
  payout_clock: settings.payoutSchedule.clock,
  embedding_origins: settings.embeddingOrigins,
  order_label: settings.orderLabel,
})

const keepSettings = (form: SettingsForm): Settings => ({
  operator: keepOperator(form),
  vatBasisPoints: Math.round(form.vat_rate * 100),
  directPayouts: form.direct_payouts,
  firstPayoutHoldDays: form.first_payout_hold_days,
  embeddingOrigins: form.embedding_origins,
  payoutSchedule: { weekday: form.payout_weekday, clock: form.payout_clock },
  orderLabel: form.order_label,
})

const showLegal = (operator: Operator) => ({
  operator_legal_form: operator.legalForm,
  operator_represented_by: operator.representedBy,
  operator_register_court: operator.registerCourt,
  operator_register_number: operator.registerNumber,
  operator_vat_id: operator.vatId,
  operator_business_id: operator.businessId,
  operator_supervisory_authority: operator.supervisoryAuthority,
  operator_privacy_officer: operator.privacyOfficer,
  operator_dispute_attitude: operator.disputeAttitude,
  operator_processors: operator.processors,
})

const keepOperator = (form: SettingsForm): Operator => ({
  name: form.operator_name,
  address: form.operator_address,
  email: form.operator_email,
  phone: form.operator_phone,
  legalForm: form.operator_legal_form,
  representedBy: form.operator_represented_by,
  registerCourt: form.operator_register_court,
  registerNumber: form.operator_register_number,
  vatId: form.operator_vat_id,
  businessId: form.operator_business_id,
  supervisoryAuthority: form.operator_supervisory_authority,
  privacyOfficer: form.operator_privacy_officer,
  disputeAttitude: form.operator_dispute_attitude,
  processors: form.operator_processors,
})

/** Any other state has another sign. */
const versionOf = (form: SettingsForm) => hashSecret(JSON.stringify(form))
const withVersion = (form: SettingsForm): ShownSettings => ({ ...form, version: versionOf(form) })
