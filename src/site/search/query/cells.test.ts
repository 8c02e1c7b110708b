import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'

const { app } = await openTestApp()

test.each([5, 10, 25, 50, 100])('every point within %i km lies in a piece of the map that the circle touches', async (km) => {
  const { rows } = await sql<{ touched: number; outside: number }>`
    with
      middle as (select point(12.1016, 49.0151) as middle),
      touched as materialized (select cells.* from middle, search_cells(middle, ${km}::integer) as cells),
      around as (
        select point(
          middle[0] + share * ${km}::integer * cosd(half) / 111.195 / cosd(middle[1]), middle[1] + share * ${km}::integer * sind(half) / 111.195
        ) as there
        from middle, generate_series(0, 359.5, 0.5) as half, unnest(array[0.2, 0.6, 0.97, 1]) as share
      )
    select
      (select count(*) from touched) as touched,
      (
        select count(*)
        from around, middle
        where search_distance_km(middle, there) <= ${km}::integer
          and search_cell(there, (select min(kind) from touched)) not in (select cell from touched)
      ) as outside`.execute(app.db)
  expect(rows[0]?.outside).toBe(0)
  expect(rows[0]?.touched).toBeGreaterThan(0)
  expect(rows[0]?.touched).toBeLessThan(50)
})

test('a great circle from Regensburg to Munich', async () => {
  const { rows } = await sql<{ km: number }>`
    select search_distance_km(point(12.1016, 49.0151), point(11.5755, 48.1374)) as km`.execute(app.db)
  expect(rows[0]?.km).toBeCloseTo(105, 0)
})
