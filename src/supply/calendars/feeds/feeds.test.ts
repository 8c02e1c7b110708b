import { describe, expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { FeedRefused } from '#src/platform/ports/feeds.ts'
import { encryptText } from '#src/platform/server/secrets.ts'
import { openAppointmentFixtures } from '../../../../tests/appointmentFixtures.ts'
import { calendarOf, eventOf } from '../../../../tests/calendarText.ts'
import { enterAs, enterAsOperator, makeCalendar, makeCompany, makeUser, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { readFeeds } from './actions.ts'
import { feedEncryptionPurpose, nextFetchAt } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, newVisitor } = testApp
const { agreed } = openAppointmentFixtures(testApp)

async function openFixture() {
  const email = 'inhaber@firma.example'
  const { id: userId } = await makeUser(app, { email })
  const company = await makeCompany(app, { userId, email })
  await makeCalendar(app, company.id)
  const owner = await passCode(app, await enterAs(app, newVisitor(), email))
  const ask = (name: string, body: object = {}) => owner.call(name, { companyId: company.id, ...body })
  const day = addDays(berlinDay(app.now()), 8)
  const free = async () =>
    (await testApp.visitor.call('get-free-slots', { companyId: company.id, from: day, days: 1 })).body.days[0].times as string[]
  const utc = (time: string) =>
    berlinInstant(day, time)
      .toISOString()
      .replace(/[-:]|\.\d{3}/g, '')
  const busy = (begin: string, end: string) => calendarOf(...eventOf('1', `DTSTART:${utc(begin)}`, `DTEND:${utc(end)}`))
  return { company, ask, day, free, busy }
}
const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))
const answering = (read: typeof app.feeds.read) => {
  app.feeds = { read }
}

test('times busy in an external calendar cannot be booked, keep agreed appointments, and survive three failures, one mail', async () => {
  const { ask, day, free, busy } = await openFixture()
  expect((await ask('save-feed', { url: 'http://kalender.example/a.ics' })).status).toBe(422)
  expect((await ask('save-feed', { url: 'webcal://kalender.example/geheim.ics' })).status).toBe(200)
  const asked: unknown[][] = []
  answering(async (...question) => {
    asked.push(question)
    return { content: Buffer.from(busy('09:00', '12:00')), etag: '"1"' }
  })
  const before = await free()
  await readFeeds(app)
  expect(asked).toEqual([['https://kalender.example/geheim.ics', undefined]])
  const after = await free()
  expect(before.filter((time) => !after.includes(time)).every((time) => time < '12:00')).toBe(true)
  expect(after).not.toContain('10:00')
  expect(after).toContain('12:00')
  expect((await app.db.selectFrom('calendarChanges').select('companyId').execute()).length).toBeGreaterThan(0)
  const { body } = await ask('get-calendar')
  expect(body.feed).toMatchObject({ host: 'kalender.example', failure: null })
  expect(JSON.stringify(body)).not.toContain('geheim')
  expect((await app.db.selectFrom('calendarFeeds').select('sealedUrl').executeTakeFirstOrThrow()).sealedUrl).not.toContain('kalender')
  expect((await ask('list-calendar', { from: day, days: 1 })).body.busy).toHaveLength(1)

  answering(async () => {
    throw new FeedRefused('unreachable')
  })
  for (const minutes of [15, 15, 30, 60]) {
    later(minutes)
    await readFeeds(app)
  }
  await testApp.runJobs()
  expect(testApp.inbox.mails().filter(({ subject }) => subject === 'Ihr verbundener Kalender ist nicht zu lesen')).toHaveLength(1)
  expect(await free()).not.toContain('10:00')
  expect((await ask('get-calendar')).body.feed).toMatchObject({ failures: 4, failure: 'unreachable' })
  // The operator sees the failure, too, but never the URL.
  const enterOperator = () => enterAsOperator(app, testApp.newVisitor())
  const failing = async () => {
    const admin = await enterOperator()
    const { total, rows } = (await admin.call('admin-list-providers', { state: 'feedFailing' })).body
    return [(await admin.call('admin-overview', {})).body.failing_feeds, total, rows.length]
  }
  const { companyId } = await app.db.selectFrom('calendarFeeds').select('companyId').executeTakeFirstOrThrow()
  const seen = (await (await enterOperator()).call('admin-read-provider', { companyId })).body
  expect([await failing(), seen.feed]).toEqual([
    [1, 1, 1],
    expect.objectContaining({ host: 'kalender.example', failures: 4, failure: 'unreachable' }),
  ])
  expect(JSON.stringify(seen)).not.toContain('geheim')

  answering(async () => ({ content: Buffer.from('<html>'), etag: undefined }))
  later(120)
  await readFeeds(app)
  expect((await ask('get-calendar')).body.feed).toMatchObject({ failure: 'unreadable' })
  expect((await ask('remove-feed')).status).toBe(200)
  expect(await failing()).toEqual([0, 0, 0])
  expect(await free()).toContain('10:00')
})

test('an unchanged calendar is fetched fully once a day, and one that crashes the parser does not block the others', async () => {
  clock.moveTo(berlinInstant(addDays(berlinDay(app.now()), 1), '08:00'))
  const { ask, busy } = await openFixture()
  await ask('save-feed', { url: 'https://kalender.example/eins.ics' })
  const broken = await makeCompany(app, { companyName: 'Kaputt' })
  await makeCalendar(app, broken.id)
  await app.db
    .insertInto('calendarFeeds')
    .values({ companyId: broken.id, sealedUrl: 'not sealed', host: 'x', createdAt: app.now(), nextAt: new Date(0) })
    .execute()
  const tags: (string | undefined)[] = []
  answering(async (_, etag) => {
    tags.push(etag)
    return etag ? undefined : { content: Buffer.from(busy('09:00', '12:00')), etag: '"1"' }
  })
  for (const minutes of [0, 15, 15, 24 * 60]) {
    later(minutes)
    await readFeeds(app)
  }
  expect(tags).toEqual([undefined, '"1"', '"1"', undefined])
  const failing = await app.db.selectFrom('calendarFeeds').select('failure').where('companyId', '=', broken.id).executeTakeFirst()
  expect(failing?.failure).toBe('unreadable')
})

test('a clash with an agreed appointment is shown and cancels nothing', async () => {
  const { bookingId } = await agreed('kulant')
  const { companyId, startsAt, endsAt } = await app.db
    .selectFrom('appointments')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('calendarFeeds')
    .values({ companyId, sealedUrl: 'x', host: 'x', createdAt: app.now(), nextAt: app.now() })
    .execute()
  await app.db
    .insertInto('busyTimes')
    .values({ companyId, during: `[${startsAt.toISOString()},${endsAt.toISOString()})` })
    .execute()
  const { readDiary } = await import('#src/orders/diary/actions.ts')
  const { appointments } = await readDiary(app, { companyId, from: berlinDay(startsAt), days: 1 })
  expect(appointments).toMatchObject([{ bookingId, status: 'agreed', clashes: true }])
})

describe('no company costs the others their calendars', () => {
  test('only a company with a live subscription connects one, and only such ones are read', async () => {
    const { company, ask, busy } = await openFixture()
    const setStatus = (subscriptionStatus: 'incomplete' | 'active' | 'canceled') =>
      app.db.updateTable('companies').set({ subscriptionStatus }).where('id', '=', company.id).execute()
    const url = 'https://kalender.example/a.ics'
    await setStatus('incomplete')
    expect(await ask('save-feed', { url })).toMatchObject({ status: 409, body: { code: 'feeds.noSubscription' } })
    await setStatus('active')
    expect((await ask('save-feed', { url })).status).toBe(200)
    let reads = 0
    answering(async () => {
      reads++
      return { content: Buffer.from(busy('09:00', '12:00')), etag: undefined }
    })
    await setStatus('canceled')
    await readFeeds(app)
    expect(reads).toBe(0)
    await setStatus('active')
    await readFeeds(app)
    expect(reads).toBe(1)
  })

  test('one that fails is tried after 15 minutes, then later and later, at last every six hours', async () => {
    const { company, ask } = await openFixture()
    await ask('save-feed', { url: 'https://kalender.example/a.ics' })
    answering(async () => {
      throw new FeedRefused('slow')
    })
    const pauses: number[] = []
    for (let tries = 0; tries < 7; tries++) {
      await readFeeds(app)
      const feed = await app.db.selectFrom('calendarFeeds').select('nextAt').where('companyId', '=', company.id).executeTakeFirstOrThrow()
      pauses.push(Math.round((feed.nextAt.getTime() - app.now().getTime()) / 60_000))
      clock.moveTo(feed.nextAt)
    }
    expect(pauses).toEqual([15, 30, 60, 120, 240, 360, 360])
  })

  test('one that takes long is read less often', () => {
    const now = new Date()
    const minutes = (seconds: number) => (nextFetchAt({ now, failures: 0, seconds }).getTime() - now.getTime()) / 60_000
    expect([0, 5, 10, 20].map(minutes)).toEqual([15, 15, 30, 60])
  })

  test('several are read at once', async () => {
    for (const name of ['eins', 'zwei', 'drei']) {
      const { id } = await makeCompany(app, { companyName: name })
      await makeCalendar(app, id)
      const sealedUrl = encryptText(app, { purpose: feedEncryptionPurpose, bound: id, text: `https://kalender.example/${name}.ics` })
      await app.db
        .insertInto('calendarFeeds')
        .values({ companyId: id, sealedUrl, host: 'x', createdAt: app.now(), nextAt: app.now() })
        .execute()
    }
    let waiting = 0
    const all = Promise.withResolvers<void>()
    answering(async () => {
      if (++waiting === 3) all.resolve()
      await all.promise
      throw new FeedRefused('unreachable')
    })
    await readFeeds(app)
    expect(waiting).toBe(3)
  })
})

test('what cannot be read is named at the feed and frees nothing', async () => {
  const { ask, free, busy } = await openFixture()
  await ask('save-feed', { url: 'https://kalender.example/a.ics' })
  answering(async () => ({ content: Buffer.from(busy('09:00', '12:00')), etag: undefined }))
  await readFeeds(app)
  const odd = calendarOf(...eventOf('1', 'DTSTART:morgen', 'DURATION:PT3H'))
  answering(async () => ({ content: Buffer.from(`\uFEFF${odd}`, 'utf16le'), etag: undefined }))
  later(15)
  await readFeeds(app)
  expect(await free()).not.toContain('10:00')
  expect((await ask('get-calendar')).body.feed).toMatchObject({ failure: null, remarks: [{ kind: 'start', count: 1 }] })
  answering(async () => ({ content: Buffer.from(calendarOf()), etag: undefined }))
  later(15)
  await readFeeds(app)
  expect(await free()).toContain('10:00')
  expect((await ask('get-calendar')).body.feed.remarks).toEqual([])
})
