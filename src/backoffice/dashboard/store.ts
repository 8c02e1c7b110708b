import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { columnNamesOf } from '#src/supply/companies/fields/columns.ts'
import { fieldNames } from '#src/supply/companies/fields/fields.ts'
import { overviewLimits } from './rules.ts'

type Person = { userId: string; email: string }

const own = (db: Database, userId: string) =>
  db
    .selectFrom('companies')
    .select([
      'id',
      ...columnNamesOf(fieldNames),
      'plan',
      'premium',
      'verified',
      'logoUrl',
      'galleryImages',
      'subscriptionStatus',
      'suspendedAt',
      'suspensionReason',
      'isListed',
      'emailProven',
      'createdAt',
    ])
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)

/** Lists a person's companies: first the one with the person's address, then by age (docs/spec.md#chosen-company). */
export const listOwnCompanies = (db: Database, { userId, email }: Person) =>
  own(db, userId)
    .orderBy(sql`(lower(email) = ${email.toLowerCase()})`, 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(overviewLimits.companies)
    .execute()
export type OwnCompanyRow = Awaited<ReturnType<typeof listOwnCompanies>>[number]

export const findOwnCompany = (db: Database, { userId, companyId }: { userId: string; companyId: string }) =>
  own(db, userId).where('id', '=', companyId).executeTakeFirst()

/** Average and number of the published reviews, for companies that have any. */
export const listRatings = (db: Database, companyIds: string[]) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => ['companyId', fn.avg<number>('rating').as('rating'), fn.countAll<number>().as('reviews')])
    .where('companyId', 'in', companyIds)
    .where('publishedAt', 'is not', null)
    .groupBy('companyId')
    .execute()

/** Number of a company's bookings, and of those paid and not fully refunded. */
export const countBookings = (db: Database, companyId: string) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('paymentStatus', 'in', ['paid', 'completed']).as('paid'),
    ])
    .where('companyId', '=', companyId)
    .where('parentId', 'is', null)
    .executeTakeFirstOrThrow()

/** Lists payments less refunds and lost disputes, and the company's share, in cents by Berlin month, from the ledger. */
export async function listMonths(db: Database, companyId: string) {
  const { rows } = await sql<{ month: string; revenueCents: number; shareCents: number }>`
    select
      to_char(line.on_day, 'YYYY-MM') as month,
      sum(line.booking_cents)::bigint as revenue_cents,
      sum(line.booking_cents - line.fee_cents)::bigint as share_cents
    from bookings
    join ledger_tx on ledger_tx.booking_id = bookings.id
    join revenue_lines as line on line.tx_id = ledger_tx.id
    where bookings.company_id = ${companyId}
    group by 1
    order by 1`.execute(db)
  return rows
}

/** Finds the time since when the company's payouts are held. */
export const findStandingHold = (db: Database, companyId: string) =>
  db.selectFrom('payoutHolds').select('placedAt').where('companyId', '=', companyId).where('liftedAt', 'is', null).executeTakeFirst()

/** Finds the time since when a company's subscription is past due. */
export const findPastDue = (db: Database, companyId: string) =>
  db
    .selectFrom('subscriptions')
    .select('pastDueSince')
    .where('companyId', '=', companyId)
    .where('pastDueSince', 'is not', null)
    .executeTakeFirst()
