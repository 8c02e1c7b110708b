import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import { anonymisedColumns, archivedColumns } from '../fields/columns.ts'

/** An upload that was under way may have hung one up again; the sweep of files takes what nobody shows. */
const noPictures = { logoUrl: null, galleryImages: [] }

type Moment = { id: string; now: Date }

/** Keeps who a company was, for as long as its accounting records must be kept. */
export const insertArchive = (tx: Transaction, { id, now, keptUntil }: Moment & { keptUntil: string }) =>
  tx
    .insertInto('companyArchives')
    .columns(['companyId', 'companyName', 'legalForm', 'contactPerson', 'street', 'location', 'email', 'archivedAt', 'keptUntil'])
    .expression((from) =>
      from
        .selectFrom('companies')
        .select([
          'id',
          'companyName',
          'legalForm',
          'contactPerson',
          'street',
          'location',
          'email',
          sql<Date>`${now}::timestamptz`.as('archivedAt'),
          sql<string>`${keptUntil}::date`.as('keptUntil'),
        ])
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.column('companyId').doNothing())
    .execute()

/**
 * Takes a company off the marketplace for good and overwrites what nobody needs any more. Name and address stay until nothing is open:
 * customers and company still get mails about what is cancelled and paid out. Of two who archive it one gets the row.
 */
export const markArchived = (tx: Transaction, { id, now }: Moment) =>
  tx
    .updateTable('companies')
    .set({
      ...archivedColumns,
      ...noPictures,
      archivedAt: now,
      federalState: null,
      servicesOffered: [],
      craftChamber: null,
      craftTrade: null,
      verified: false,
      updatedAt: now,
    })
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Overwrites the rest, once nothing is open any more. */
export const markAnonymised = (tx: Transaction, { id, now }: Moment) =>
  tx
    .updateTable('companies')
    .set({ ...anonymisedColumns, ...noPictures, suspensionReason: null, userId: null, anonymisedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('archivedAt', 'is not', null)
    .where('anonymisedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** A company that is to be deleted: nothing new may point at it. */
export const lockForDeletion = (tx: Transaction, id: string) =>
  tx.selectFrom('companies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Deletes a company that nothing points at any more; the database refuses any other. */
export const deleteCompany = (tx: Transaction, id: string) =>
  tx.deleteFrom('companies').where('id', '=', id).returning('id').executeTakeFirst()

/** Forgets who archived companies were, when the legal term of their records is over. */
export const deleteOldArchives = (db: Database, today: string) => db.deleteFrom('companyArchives').where('keptUntil', '<', today).execute()

/** The companies of a person that are still on the marketplace, locked in one order. */
export const lockCompaniesOf = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('companies')
    .selectAll()
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The confirmed address of the account that runs a company; undefined without one. */
export const findOwnerEmail = async (tx: Transaction, userId: string | null) => {
  if (userId === null) return undefined
  const owner = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return owner?.email
}
