import { sql } from 'kysely'
import type { Transaction } from '#src/server/db.ts'
import { anonymisedColumns, archivedColumns } from '../fields/columns.ts'

/** Cleared again, because a running upload may have added a picture; the sweep deletes its file. */
const noPictures = { logoUrl: null, galleryImages: [] }

type Moment = { id: string; now: Date }

/** What is kept of a company: who it was, where, and its numbers, for its last invoices and the tax office's report. */
const keptColumns = [
  ...(['companyName', 'legalForm', 'representedBy', 'contactPerson', 'street', 'postcode', 'town', 'location', 'phone', 'email'] as const),
  ...(['registerCourt', 'registerNumber', 'vatId', 'businessId'] as const),
] as const

/** Keeps a company's identity for as long as its accounting records must be kept. */
export const insertArchive = (tx: Transaction, { id, now, keptUntil }: Moment & { keptUntil: string }) =>
  tx
    .insertInto('companyArchives')
    .columns(['companyId', ...keptColumns, 'archivedAt', 'keptUntil'])
    .expression((from) =>
      from
        .selectFrom('companies')
        .select(['id', ...keptColumns, sql<Date>`${now}::timestamptz`.as('archivedAt'), sql<string>`${keptUntil}::date`.as('keptUntil')])
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.column('companyId').doNothing())
    .execute()

/**
 * Archives a company and overwrites all data that are no longer needed. Name and address stay until nothing is open, because customers and
 * company still get mails about cancellations and payouts. Of two parallel callers one gets the row.
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

/** Keeps the account that an archived company with paid bookings was paid to, sealed as it was. */
export const markPaidAccount = (tx: Transaction, { companyId, sealed }: { companyId: string; sealed: string }) =>
  tx
    .updateTable('companyArchives')
    .set({ bankSealed: sealed })
    .where('companyId', '=', companyId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('bookings').select('id').where('companyId', '=', companyId).where('paidAt', 'is not', null)),
    )
    .execute()

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

/** Locks a company for deletion, so that no new row can refer to it. */
export const lockForDeletion = (tx: Transaction, id: string) =>
  tx.selectFrom('companies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Deletes a company; the database refuses while rows refer to it. */
export const deleteCompany = (tx: Transaction, id: string) =>
  tx.deleteFrom('companies').where('id', '=', id).returning('id').executeTakeFirst()

/** Deletes the kept identities, and what those companies said for invoices and the tax office, when the legal term of the records is over. */
export async function deleteOldArchives(tx: Transaction, today: string) {
  const over = tx.selectFrom('companyArchives').select('companyId').where('keptUntil', '<', today)
  await tx.deleteFrom('businessDetails').where('companyId', 'in', over).execute()
  await tx.deleteFrom('taxProfiles').where('companyId', 'in', over).execute()
  await tx.deleteFrom('companyArchives').where('keptUntil', '<', today).execute()
}

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
