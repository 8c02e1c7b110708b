import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { columnNamesOf, imprintColumns } from './fields/columns.ts'
import { publicFieldNames } from './fields/fields.ts'
import type { Imprint } from './imprint/rules.ts'

/** Company data for a booking, listed or not. */
export const findCompanyForBooking = (db: Database | Transaction, id: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'companyName', 'legalForm', 'category', 'plan', 'isListed', 'email', 'contactPerson', 'phone', 'hourlyRateCents'])
    .select([sql<boolean>`takes_bookings(companies)`.as('takesBookings'), sql<string>`company_mailbox(companies)`.as('mailbox')])
    .select(sql<boolean>`stripe_customer_id is not null`.as('hasPspCustomer'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Mail address of a company: its own once confirmed, else its account's. */
export const findMailbox = async (db: Database | Transaction, id: string) =>
  (await db.selectFrom('companies').select(sql<string>`company_mailbox(companies)`.as('mailbox')).where('id', '=', id).executeTakeFirst())
    ?.mailbox

/** Contact data of a listed company; undefined for every other. */
export const findListedContact = (db: Database, id: string) =>
  db.selectFrom('companies').select(['phone', 'email']).where('id', '=', id).where('isListed', '=', true).executeTakeFirst()

/** Imprint of a listed company, for customers before they enter into a contract. */
export const findImprint = (db: Database, id: string): Promise<Imprint | undefined> =>
  db
    .selectFrom('companies')
    .select(['companyName', 'postcode', 'town', 'location', 'craftChamber', 'craftTrade', ...imprintColumns])
    .select(sql<boolean>`declares_trader(companies)`.as('isTrader'))
    .where('id', '=', id)
    .where('isListed', '=', true)
    .executeTakeFirst()

/** Data of an account's companies, for its export. */
export const listCompaniesForExport = (db: Database, userId: string) =>
  db
    .selectFrom('companies')
    .select(['id', ...columnNamesOf(publicFieldNames), 'plan', 'subscriptionStatus', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

/** Account and addresses of a company's own people, who may neither book nor review it (docs/spec.md#own-company). */
export const findInsiders = (db: Database | Transaction, id: string) =>
  db
    .selectFrom('companies')
    .leftJoin('users', 'users.id', 'companies.userId')
    .select(['companies.userId', 'companies.email', 'users.email as ownerEmail'])
    .where('companies.id', '=', id)
    .executeTakeFirst()
