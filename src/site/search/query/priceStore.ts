import { type RawBuilder, sql } from 'kysely'

/*
 * Price of the service that was meant, which orders and filters in place of the hourly rate (docs/spec.md#search-filters). Prices in all,
 * of a unit and of an hour do not compare. It is the service on the card (`search_cards`). `services`: ids of the catalogue.
 */

/** In all, of a unit, of an hour, without a price. */
const priceGroup = sql`case when price_cents is null then 3 when price_kind = 'hourly' then 2 when unit is not null then 1 else 0 end`

const meantService = (services: readonly string[], columns: RawBuilder<unknown>) => sql`
  select ${columns}
  from services
  where company_id = search_companies.company_id and hidden_at is null and catalogue_id = any(${services}::text[])
  order by array_position(${services}::text[], catalogue_id), position
  limit 1`

/** Joins it to `search_companies`. */
export const joinMeantPrice = (services: readonly string[]) => sql`
  left join lateral (${meantService(services, sql`price_cents as meant_cents, unit as meant_unit, ${priceGroup} as meant_group`)}) as meant on true`

export const meantPriceColumns = sql`meant_group, meant_unit, meant_cents`
export const byMeantPrice = sql`meant_group nulls last, meant_unit, meant_cents, hourly_rate_cents nulls last`

/** Condition that it costs at most so much in all; without a service, that an hour does. */
export const costsAtMost = (services: readonly string[], cents: number) =>
  services.length === 0
    ? sql<boolean>`hourly_rate_cents between 1 and ${sql.lit(cents)}`
    : sql<boolean>`coalesce((${meantService(services, sql`${priceGroup} = 0 and price_cents <= ${sql.lit(cents)}`)}), false)`
