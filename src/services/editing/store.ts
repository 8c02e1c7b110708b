import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import type { NewService } from './changes.ts'

/** What a company's services depend on; undefined for one that is gone or archived. */
export const findCompany = (db: Database | Transaction, companyId: string) => companies(db, companyId).executeTakeFirst()

/** The same, locked, so that its services change one after the other. */
export const lockCompany = (tx: Transaction, companyId: string) => companies(tx, companyId).forNoKeyUpdate().executeTakeFirst()

const companies = (db: Database | Transaction, companyId: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'companyName', 'category', 'description', 'galleryImages', 'servicesOffered'])
    .where('id', '=', companyId)
    .where('archivedAt', 'is', null)

/** How many services a company has, and the place behind the last one. */
export const countServices = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('services')
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`coalesce(max(position) + 1, 0)`.as('next')])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()

type Change = { companyId: string; now: Date; service: NewService }

export const insertService = (tx: Transaction, { companyId, position, now, service }: Change & { position: number }) =>
  tx
    .insertInto('services')
    .values({ ...columnsOf(service, now), companyId, position, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Changes a service of this company; undefined when it has none of this id. */
export const updateService = (tx: Transaction, { id, companyId, now, service }: Change & { id: string }) =>
  tx
    .updateTable('services')
    .set({
      ...columnsOf(service, now),
      // A hidden service keeps the moment since when.
      hiddenAt: service.isHidden ? sql`coalesce(hidden_at, ${now}::timestamptz)` : null,
    })
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .returning('id')
    .executeTakeFirst()

const columnsOf = ({ isHidden, options: _options, ...columns }: NewService, now: Date) => ({
  ...columns,
  hiddenAt: isHidden ? now : null,
  updatedAt: now,
})

/** Writes the options of a service; one that stays keeps its id, because somebody may be choosing it. */
export async function writeOptions(tx: Transaction, serviceId: string, options: NewService['options']) {
  const had = await tx.selectFrom('serviceOptions').select('id').where('serviceId', '=', serviceId).execute()
  const kept = new Set(had.map(({ id }) => id))
  const rows = options.map(({ id, ...option }, position) => ({
    ...option,
    ...(id && kept.delete(id) ? { id } : {}),
    serviceId,
    position,
  }))
  const gone = [...kept]
  if (gone.length > 0) await tx.deleteFrom('serviceOptions').where('id', 'in', gone).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('serviceOptions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        optionGroup: ref('excluded.optionGroup'),
        title: ref('excluded.title'),
        surchargeCents: ref('excluded.surchargeCents'),
        position: ref('excluded.position'),
      })),
    )
    .execute()
}

/** Deletes a service of this company and answers its title; undefined when it has none of this id. */
export const deleteService = (tx: Transaction, { id, companyId }: { id: string; companyId: string }) =>
  tx.deleteFrom('services').where('id', '=', id).where('companyId', '=', companyId).returning('title').executeTakeFirst()

/** Puts the services of a company into this order. */
export const markOrder = (tx: Transaction, { companyId, ids }: { companyId: string; ids: readonly string[] }) =>
  sql`
    update services
    set position = wanted.place
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    where services.id = wanted.id and services.company_id = ${companyId}`.execute(tx)

/** What a company offered goes with it; bookings keep what they bought. */
export const deleteServicesOf = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('services').where('companyId', '=', companyId).execute()
