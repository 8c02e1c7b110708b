import type { Database, Transaction } from '#src/server/db.ts'

/** What a booking needs of its company, whether it is listed or not. */
export const findCompanyForBooking = (db: Database | Transaction, id: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'companyName', 'legalForm', 'category', 'plan', 'isListed', 'email', 'contactPerson', 'phone'])
    .where('id', '=', id)
    .executeTakeFirst()
