import { sql } from 'kysely'
import { z } from 'zod'
import {
  defaultPayoutSchedule,
  disputeAttitudes,
  orderLabels,
  payoutClocks,
  payoutWeekdays,
  policies,
  productionSafety,
  usualAppointments,
  usualSafety,
} from '#src/platform/kit/settingWords.ts'
import type { App } from './app.ts'
import { type Database, primaryOf, type Transaction } from './db.ts'

/** Who runs the marketplace. Fields that the law requires only of some operators are empty for the others. */
const operator = z.object({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  legalForm: z.string().default(''),
  representedBy: z.string().default(''),
  registerCourt: z.string().default(''),
  registerNumber: z.string().default(''),
  vatId: z.string().default(''),
  businessId: z.string().default(''),
  supervisoryAuthority: z.string().default(''),
  privacyOfficer: z.string().default(''),
  disputeAttitude: z.enum(disputeAttitudes).default('unwilling'),
  /** Who works with personal data for the operator, a line each. */
  processors: z.array(z.string()).default([]),
})
export type Operator = z.infer<typeof operator>

/** Every setting with its schema. Rows that are missing have the default; the operator's data are copied in at the first start. */
export const keptSettings = z.object({
  operator: operator.prefault({ name: '', address: '', email: '', phone: '' }),
  /** VAT on the platform's fees and subscriptions, basis points; 0 with § 19 UStG. */
  vatBasisPoints: z.number().int().min(0).max(10_000).default(1_900),
  /** Whether companies may be paid out to an account at the PSP; bank transfers are always allowed. */
  directPayouts: z.boolean().default(true),
  /** Days that a company's first payout waits after its first paid booking (docs/spec.md#payout-readiness). */
  firstPayoutHoldDays: z.number().int().min(0).max(90).default(7),
  /** Origins that may show the marketplace in a frame. */
  embeddingOrigins: z.array(z.url()).default([]),
  /** The weekday on which Basic is paid out, and the time of day of all payouts (docs/spec.md#payout-schedule). */
  payoutSchedule: z.object({ weekday: z.literal(payoutWeekdays), clock: z.literal(payoutClocks) }).default(defaultPayoutSchedule),
  /** Days that a company may take bookings without its details (docs/spec.md#business-details). */
  detailsGraceDays: z.number().int().min(0).max(365).default(30),
  /**
   * Against misuse of payments (docs/spec.md#payment-safety): least total of a service, extra days of payout for the first bookings and the
   * first days of a company, and paid bookings that an address may call off in 30 days.
   */
  safety: z
    .object({
      minimumCents: z.number().int(),
      newBookings: z.number().int(),
      newDays: z.number().int().default(0),
      newHoldDays: z.number().int(),
      refundsPerPayer: z.number().int(),
    })
    .default(usualSafety),
  orderLabel: z.enum(orderLabels).default('book'),
  /** From which month on ('2026-12') the operator's invoices are written, none while empty, and its tax number (docs/domain.md#documents). */
  invoices: z.object({ since: z.string().default(''), taxNumber: z.string().default('') }).default({ since: '', taxNumber: '' }),
  appointments: z
    .object({
      policy: z.enum(policies),
      travelKmh: z.number().int(),
      noticeHours: z.number().int(),
      horizonDays: z.number().int(),
      answerHours: z.number().int(),
    })
    .default(usualAppointments),
})
export type Settings = z.infer<typeof keptSettings>

/** All settings as they stand now. */
export async function readSettings(db: Database | Transaction): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return keptSettings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

const keptMs = 5_000
const kept = new WeakMap<Database, { settings: Promise<Settings>; until: number }>()
/** The settings as they were last read, for what must not wait for the database. */
const lastRead = new WeakMap<Database, Settings>()

/** The same for what every page needs: at most five seconds old, and up to date at once in the process that changed them. */
export function readRecentSettings(app: App) {
  const primary = primaryOf(app.db)
  const known = kept.get(primary)
  if (known && performance.now() < known.until) return known.settings
  const settings = readSettings(app.db)
  const own = { settings, until: performance.now() + keptMs }
  kept.set(primary, own)
  const isNewest = () => kept.get(primary) === own
  settings.then(
    (read) => isNewest() && lastRead.set(primary, read),
    () => isNewest() && kept.delete(primary),
  )
  return settings
}

/** The settings from memory, without waiting for the database: as last read, then read again. Undefined until they were read once. */
export function knownSettings(app: App) {
  readRecentSettings(app).catch(() => undefined)
  return lastRead.get(primaryOf(app.db))
}

/** Call it after a change elsewhere. */
export const forgetRecentSettings = (app: App) => kept.delete(primaryOf(app.db))

/** Call it after a change in this process, so that its next answer follows it. */
export async function refreshSettings(app: App) {
  forgetRecentSettings(app)
  await readRecentSettings(app)
}

/** Serialises changes of the settings, so that each change sees the one before. */
export const lockSettings = (tx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx)

/** Writes the settings that are given, and leaves the others as they are. */
export async function writeSettings(tx: Transaction, changes: Partial<Settings>, now: Date) {
  const rows = Object.entries(changes).map(([key, value]) => ({ key, value: JSON.stringify(value), updatedAt: now }))
  if (rows.length === 0) return
  await tx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), updatedAt: ref('excluded.updatedAt') })),
    )
    .execute()
}

/**
 * Copies the operator's data from the configuration at the first start, in production with the longer hold of new companies; afterwards the
 * settings win (docs/spec.md#settings).
 */
export async function copyOperator(app: App) {
  const insert = (tx: Transaction, key: string, value: object) =>
    tx
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value), updatedAt: app.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
  await app.db.transaction().execute(async (tx) => {
    const isFirstStart = await insert(tx, 'operator', app.config.operator)
    if (isFirstStart && app.config.isProduction) await insert(tx, 'safety', productionSafety)
  })
}

/** Whether the demo's companies were ever loaded into this database: production refuses such a database. */
export const holdsDemo = async (db: Database) => {
  const marker = await db.selectFrom('settings').select('key').where('key', '=', demoMarker).executeTakeFirst()
  return marker !== undefined
}
export const demoMarker = 'demoLoadedAt'
