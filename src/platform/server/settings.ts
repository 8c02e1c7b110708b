import { sql } from 'kysely'
import { z } from 'zod'
import {
  defaultPayoutSchedule,
  disputeAttitudes,
  firstApprovals,
  methodApprovals,
  orderLabels,
  paymentMethods,
  payoutClocks,
  payoutWeekdays,
  policies,
  productionSafety,
  usualAppointments,
  usualMethods,
  usualSafety,
} from '#src/platform/kit/settingOptions.ts'
import type { App } from './app.ts'
import { type Database, primaryOf, type Transaction } from './db.ts'

/** Operator of the marketplace. Fields that the law requires only of some operators are empty for the others. */
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
  /** Processors of personal data for the operator, one per line. */
  processors: z.array(z.string()).default([]),
})
export type Operator = z.infer<typeof operator>

const methods = z.array(z.enum(paymentMethods))

/** Schemas of all settings. Missing rows have the default; the operator's data are copied in at the first start. */
export const settingsSchema = z.object({
  operator: operator.prefault({ name: '', address: '', email: '', phone: '' }),
  /** VAT on the platform's fees and subscriptions, basis points; 0 with § 19 UStG. */
  vatBasisPoints: z.number().int().min(0).max(10_000).default(1_900),
  /** Allows payouts to accounts at the PSP; bank transfers are always allowed. */
  directPayouts: z.boolean().default(true),
  /** Days that a company's first payout waits after its first paid booking (docs/spec.md#payout-readiness). */
  firstPayoutHoldDays: z.number().int().min(0).max(90).default(7),
  /** Origins that may show the marketplace in a frame. */
  embeddingOrigins: z.array(z.url()).default([]),
  /** Weekday on which Basic is paid out, and time of day of all payouts (docs/spec.md#payout-schedule). */
  payoutSchedule: z.object({ weekday: z.literal(payoutWeekdays), clock: z.literal(payoutClocks) }).default(defaultPayoutSchedule),
  /** Days that a company may take bookings without its details (docs/spec.md#business-details). */
  detailsGraceDays: z.number().int().min(0).max(365).default(30),
  /**
   * Protection against misuse of payments (docs/spec.md#payment-safety): least total of a service, extra days of payout for the first
   * bookings and the first days of a company, and paid bookings that an address may cancel in 30 days.
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
  /** Methods of payment that the operator wants to offer, by kind of payment (docs/spec.md#payment-methods). */
  paymentMethods: z.object({ direct: methods, held: methods, subscription: methods }).default(usualMethods),
  /** The PSP's approvals as last read; not part of the operator's form. */
  methodApprovals: z.partialRecord(z.enum(paymentMethods), z.enum(methodApprovals)).default(firstApprovals),
  /** First month of the operator's invoices ('2026-12'), none while empty, and its tax number (docs/domain.md#documents). */
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
export type Settings = z.infer<typeof settingsSchema>

/** Reads all current settings. */
export async function readSettings(db: Database | Transaction): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return settingsSchema.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

const cacheMs = 5_000
const cached = new WeakMap<Database, { settings: Promise<Settings>; until: number }>()
/** Settings as last read, for code that must not wait for the database. */
const lastRead = new WeakMap<Database, Settings>()

/** Returns the settings that every page needs: at most five seconds old, and up to date at once in the process that changed them. */
export function readRecentSettings(app: App) {
  const primary = primaryOf(app.db)
  const known = cached.get(primary)
  if (known && performance.now() < known.until) return known.settings
  const settings = readSettings(app.db)
  const own = { settings, until: performance.now() + cacheMs }
  cached.set(primary, own)
  const isNewest = () => cached.get(primary) === own
  settings.then(
    (read) => isNewest() && lastRead.set(primary, read),
    () => isNewest() && cached.delete(primary),
  )
  return settings
}

/**
 * Returns the settings from memory, without waiting for the database: as last read, then read again. Undefined until they were read once.
 */
export function knownSettings(app: App) {
  readRecentSettings(app).catch(() => undefined)
  return lastRead.get(primaryOf(app.db))
}

/** Call it after a change elsewhere. */
export const invalidateRecentSettings = (app: App) => cached.delete(primaryOf(app.db))

/** Call it after a change in this process, so that its next response has it. */
export async function refreshSettings(app: App) {
  invalidateRecentSettings(app)
  await readRecentSettings(app)
}

/** Serialises changes of the settings, so that each change sees the one before. */
export const lockSettings = (tx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx)

/** Writes the given settings; the others are unchanged. */
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

/** Returns true if the demo's companies were ever loaded into this database: production refuses such a database. */
export const holdsDemo = async (db: Database) => {
  const marker = await db.selectFrom('settings').select('key').where('key', '=', demoMarker).executeTakeFirst()
  return marker !== undefined
}
export const demoMarker = 'demoLoadedAt'
