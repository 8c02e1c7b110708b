import { sql } from 'kysely'
import { type Database, newValues, type Transaction } from '#src/platform/server/db.ts'
import type { ServiceTimes } from '../schemas.ts'
import type { NewService } from './changes.ts'

/** Facts of a company that its services depend on; undefined if it is deleted or archived. */
export const findCompany = (db: Database | Transaction, companyId: string) => companies(db, companyId).executeTakeFirst()

/** Locks the company, so that its services change one after the other. */
export const lockCompany = (tx: Transaction, companyId: string) => companies(tx, companyId).forNoKeyUpdate().executeTakeFirst()

const companies = (db: Database | Transaction, companyId: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'companyName', 'category', 'description', 'galleryImages', 'servicesOffered'])
    .where('id', '=', companyId)
    .where('archivedAt', 'is', null)

type Write = {
  companyId: string
  now: Date
  services: readonly { id: string | undefined; service: NewService }[]
  /** Defaults for a new service without times. */
  usual: { noticeHours: number; horizonDays: number }
}

/**
 * Writes services of a company and returns their ids, in order: those with an id change, the others are new and come last. A single
 * statement, so that the search index is updated once.
 */
export async function upsertServices(tx: Transaction, { companyId, now, services, usual: { noticeHours, horizonDays } }: Write) {
  if (services.length === 0) return []
  const { next } = await findEnd(tx, companyId)
  const rows = await tx
    .insertInto('services')
    .values(
      services.map(({ id, service: { isHidden, options: _options, times: _times, ...columns } }, place) => ({
        ...columns,
        ...{ noticeHours, horizonDays },
        ...(id === undefined ? {} : { id }),
        ...{ companyId, position: next + place, hiddenAt: isHidden ? now : null, createdAt: now, updatedAt: now },
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...newValues([
          'catalogueId',
          'title',
          'description',
          'priceKind',
          'priceCents',
          'priceToCents',
          'unit',
          'minutes',
          'minutesPerUnit',
        ]),
        ...newValues(['isSpread', 'depositPercent', 'restParts', 'places', 'questions', 'picture', 'updatedAt']),
        // A service that is already hidden keeps the moment since which it is.
        hiddenAt: sql`case when excluded.hidden_at is not null then coalesce(services.hidden_at, excluded.hidden_at) end`,
      }),
    )
    .returning(['id', 'position'])
    .execute()
  const made = new Map(rows.map(({ id, position }) => [position, id]))
  const ids = services.map(({ id }, place) => id ?? made.get(next + place) ?? '')
  for (const [place, { service }] of services.entries()) {
    await writeOptions(tx, ids[place] ?? '', service.options)
    if (service.times) await writeTimes(tx, ids[place] ?? '', service.times)
  }
  return ids
}

async function writeTimes(tx: Transaction, serviceId: string, { resourceIds, ...columns }: ServiceTimes) {
  await tx.updateTable('services').set(columns).where('id', '=', serviceId).execute()
  await sql`delete from service_resources where service_id = ${serviceId} and resource_id <> all(${resourceIds}::uuid[])`.execute(tx)
  if (resourceIds.length === 0) return
  const rows = resourceIds.map((resourceId) => ({ serviceId, resourceId }))
  await tx
    .insertInto('serviceResources')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Resources that a company's jobs can occupy, in its order; empty without a calendar. */
export const listResources = (db: Database | Transaction, companyId: string) =>
  db
    .selectFrom('resources')
    .select(['id', 'name', 'hiddenAt'])
    .where('companyId', '=', companyId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Position after the last service of a company. */
const findEnd = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('services')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()

/** Writes the options of a service. Remaining ones keep their ids, because customers may be choosing them right now. */
async function writeOptions(tx: Transaction, serviceId: string, options: NewService['options']) {
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
    .onConflict((conflict) => conflict.column('id').doUpdateSet(newValues(['optionGroup', 'title', 'surchargeCents', 'position'])))
    .execute()
}

/** Deletes a service of this company and returns its title; undefined if it has none with this id. */
export const deleteService = (tx: Transaction, { id, companyId }: { id: string; companyId: string }) =>
  tx.deleteFrom('services').where('id', '=', id).where('companyId', '=', companyId).returning('title').executeTakeFirst()

/** Stores a new order of a company's services. */
export const markOrder = (tx: Transaction, { companyId, ids }: { companyId: string; ids: readonly string[] }) =>
  sql`
    update services
    set position = wanted.place
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    where services.id = wanted.id and services.company_id = ${companyId}`.execute(tx)

/** Deletes all services of a company; bookings keep their copies. */
export const deleteServicesOf = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('services').where('companyId', '=', companyId).execute()
