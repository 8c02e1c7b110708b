import { sql } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'
import { anonymisedColumns, archivedColumns, imprintColumns } from '../fields/columns.ts'

/** Cleared again, because a running upload may have added a picture; the sweep deletes its file. */
const noPictures = { logoUrl: null, galleryImages: [] }

type Moment = { id: string; now: Date }

/** Columns retained of a company: identity, address and register numbers, for its last invoices and the report to the tax office. */
const retainedColumns = [
  ...(['companyName', 'contactPerson', 'postcode', 'town', 'location', 'phone', 'email'] as const),
  ...imprintColumns,
] as const

/** Copies a company's identity into the archive, for as long as its accounting records must be retained. */
export const insertArchive = (tx: Transaction, { id, now, keptUntil }: Moment & { keptUntil: string }) =>
  tx
    .insertInto('companyArchives')
    .columns(['companyId', ...retainedColumns, 'archivedAt', 'keptUntil'])
    .expression((from) =>
      from
        .selectFrom('companies')
        .select([
          'id',
          ...retainedColumns,
          sql<Date>`${now}::timestamptz`.as('archivedAt'),
          sql<string>`${keptUntil}::date`.as('keptUntil'),
        ])
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.column('companyId').doNothing())
    .execute()

/**
 * Archives a company and overwrites all data that are no longer needed. Name and address stay until nothing is open, because customers and
 * company still get mails about cancellations and payouts. Returns the row to the first caller only.
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

/** Retains the encrypted bank account of an archived company that was ever paid for a booking: the report to the tax office names it. */
export const markPaidAccount = (tx: Transaction, { companyId, sealed }: { companyId: string; sealed: string }) =>
  tx
    .updateTable('companyArchives')
    .set({ bankSealed: sealed })
    .where('companyId', '=', companyId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('bookings').select('id').where('companyId', '=', companyId).where('paidAt', 'is not', null)),
    )
    .execute()

/** Overwrites name and address of an archived company and detaches its account, once nothing is open any more. */
export const markAnonymised = (tx: Transaction, { id, now }: Moment) =>
  tx
    .updateTable('companies')
    .set({ ...anonymisedColumns, ...noPictures, suspensionReason: null, userId: null, anonymisedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('archivedAt', 'is not', null)
    .where('anonymisedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Locks a company for deletion, so that no new row can refer to it. */
export const lockForDeletion = (tx: Transaction, id: string) =>
  tx.selectFrom('companies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Deletes a company; the database refuses while rows refer to it. */
export const deleteCompany = (tx: Transaction, id: string) =>
  tx.deleteFrom('companies').where('id', '=', id).returning('id').executeTakeFirst()

/** Deletes the archived identities, business details and tax profiles whose legal term is over. */
export async function deleteOldArchives(tx: Transaction, today: string) {
  const over = tx.selectFrom('companyArchives').select('companyId').where('keptUntil', '<', today)
  await tx.deleteFrom('businessDetails').where('companyId', 'in', over).execute()
  await tx.deleteFrom('taxProfiles').where('companyId', 'in', over).execute()
  await tx.deleteFrom('companyArchives').where('keptUntil', '<', today).execute()
}

/** Locks the companies of a person that are not archived, always in the same order. */
export const lockCompaniesOf = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('companies')
    .selectAll()
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Mail address of the account that owns a company; undefined without an account. */
export const findOwnerEmail = async (tx: Transaction, userId: string | null) => {
  if (userId === null) return undefined
  const owner = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return owner?.email
}
