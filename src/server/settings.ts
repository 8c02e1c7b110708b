import { z } from 'zod'
import type { App } from './app.ts'
import type { Database, Transaction } from './db.ts'

const operator = z.object({ name: z.string(), address: z.string(), email: z.string(), phone: z.string() })
export type Operator = z.infer<typeof operator>

/** Every setting with its schema. Rows that are missing have the default; the operator's data are copied in at the first start. */
const schema = z.object({
  operator: operator.default({ name: '', address: '', email: '', phone: '' }),
  /** VAT on the platform's fees and subscriptions, basis points; 0 with § 19 UStG. */
  vatBasisPoints: z.number().int().min(0).max(10_000).default(1_900),
  /** Whether companies may be paid out to an account at the payment provider; bank details do in any case. */
  directPayouts: z.boolean().default(true),
  /** Days that a company's first payout waits after its first paid booking (decisions 1, "payout readiness"). */
  firstPayoutHoldDays: z.number().int().min(0).max(90).default(7),
  /** Origins that may show the marketplace in a frame. */
  embeddingOrigins: z.array(z.url()).default([]),
})
export type Settings = z.infer<typeof schema>

/** All settings as they stand now. */
export async function readSettings(db: Database | Transaction): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  return schema.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

/** Copies the operator's data from the configuration at the first start; afterwards the settings win (decisions 9). */
export const copyOperator = (app: App) =>
  app.db
    .insertInto('settings')
    .values({ key: 'operator', value: JSON.stringify(app.config.operator), updatedAt: app.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether the demo's companies were ever loaded into this database: production refuses such a one. */
export const holdsDemo = async (db: Database) => {
  const marker = await db.selectFrom('settings').select('key').where('key', '=', demoMarker).executeTakeFirst()
  return marker !== undefined
}
export const demoMarker = 'demoLoadedAt'
