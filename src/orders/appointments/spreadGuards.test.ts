import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#src/platform/kit/dates.ts'
import { openSpreadFixtures } from '../../../tests/spreadFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

// The database guards work in several parts.

const testApp = await openTestApp()
const { app } = testApp
const { monday, painted } = openSpreadFixtures(testApp)

const seeds = {
  'a part is free': {
    invariant: 'partsAreTaken',
    seed: sql`delete from occupancies where lower(core) = (select min(lower(core)) from occupancies)`,
  },
  'a part is elsewhere': {
    invariant: 'partsAreTaken',
    seed: sql`update occupancies set core = tstzrange(lower(core) + interval '5 hours', upper(core) + interval '5 hours'), during = tstzrange(lower(during) + interval '5 hours', upper(during) + interval '5 hours')
      where lower(core) = (select max(lower(core)) from occupancies where kind = 'booking')`,
  },
  'a part of a proposal is not held': {
    invariant: 'openProposalIsHeld',
    seed: sql`delete from occupancies where kind = 'proposal' and lower(core) = (select min(lower(core)) from occupancies where kind = 'proposal')`,
  },
}
test.each(Object.entries(seeds))('the audit finds a seeded fault: %s', async (_, { invariant, seed }) => {
  const { owner, ids } = await painted()
  expect((await owner.call('move-appointment', { ...ids, date: addDays(monday, 7), time: '08:00' })).status).toBe(200)
  const found = () => sql<{ invariant: string }>`select distinct invariant from invariant_violations`.execute(app.db)
  expect((await found()).rows).toEqual([])
  await seed.execute(app.db)
  expect((await found()).rows).toEqual([{ invariant }])
})

test('parts begin and end with their appointment', async () => {
  const { bookingId } = await painted()
  const { startsAt, endsAt } = await app.db
    .selectFrom('appointments')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  const change = (set: { startsAt?: Date; endsAt?: Date }) =>
    app.db.updateTable('appointments').set(set).where('bookingId', '=', bookingId).execute()
  await expect(change({ startsAt: new Date(startsAt.getTime() + 60_000) })).rejects.toThrow('appointments_parts_check')
  await expect(change({ endsAt: new Date(endsAt.getTime() + 60_000) })).rejects.toThrow('appointments_parts_check')
})
