import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { networkHash, widerNetwork } from '#src/platform/server/calls/network.ts'
import { bookingRequestFor, makeCalendar, makeCompany, makeService } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { countApart } from './holdActions.ts'

// docs/spec.md#hold: strangers cannot use holds to empty a company's day.

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, newVisitor } = testApp
const inTwoDays = () => addDays(berlinDay(app.now()), 2)

async function bookableCompany() {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  const { id: serviceId } = await makeService(app, company.id, { minutes: 60 })
  return { companyId: company.id, serviceId, date: inTwoDays() }
}
const freeTimes = async (work: { companyId: string; date: string }) => {
  const { body } = await newVisitor('192.0.2.99').call('get-free-slots', { companyId: work.companyId, from: work.date, days: 1 })
  return body.days[0].times as string[]
}

test('a network holds one time at a company: the next hold frees the one before, even from another browser', async () => {
  const work = await bookableCompany()
  const before = await freeTimes(work)
  const hours = before.filter((time) => time.endsWith(':00'))
  for (const [at, time] of hours.slice(0, 6).entries())
    expect((await newVisitor(`2001:db8:1:20${at}::7`).call('hold-slot', { ...work, time })).status).toBe(200)
  const held = before.filter((time) => !hours.includes(time) || !(hours.indexOf(time) < 5))
  expect(await freeTimes(work)).toEqual(expect.arrayContaining(hours.slice(0, 5)))
  expect(await freeTimes(work)).not.toContain(hours[5])
  expect(held.length).toBeGreaterThan(0)
  const carts = await app.db.selectFrom('occupancies').select('networkHash').where('kind', '=', 'cart').execute()
  expect(carts).toEqual([{ networkHash: networkHash(app, { ip: '2001:db8:1:200::/64' }) }])
})

test('a time that another browser of the same network holds is taken', async () => {
  const work = { ...(await bookableCompany()), time: '14:00' }
  expect((await newVisitor().call('hold-slot', work)).status).toBe(200)
  expect((await newVisitor().call('hold-slot', work)).body.code).toBe('calendars.taken')
})

test('half of a day is never held, from however many networks', async () => {
  const work = await bookableCompany()
  const all = countApart(
    (await freeTimes(work)).map((time) => Date.parse(`${work.date}T${time}:00Z`)),
    3_600_000,
  )
  const codes: unknown[] = []
  for (let at = 0; at < all; at++) {
    const [time] = (await freeTimes(work)).filter((one) => one.endsWith(':00'))
    codes.push((await newVisitor(`192.0.2.${at}`).call('hold-slot', { ...work, time })).body.code)
  }
  expect(codes.filter((code) => code === undefined).length).toBe(Math.ceil(all / 2))
  expect(codes.at(-1)).toBe('calendars.manyHeld')
  const [left = ''] = await freeTimes(work)
  const order = bookingRequestFor(app, work.companyId, { ...work, time: left, amount: 69 })
  expect((await newVisitor('192.0.2.200').call('create-booking-payment', order)).status).toBe(200)
})

test('a company that is suspended or not listed shows no times, and none of them is held', async () => {
  const work = await bookableCompany()
  await app.db.updateTable('companies').set({ suspendedAt: new Date() }).where('id', '=', work.companyId).execute()
  expect((await newVisitor().call('hold-slot', { ...work, time: '14:00' })).body.code).toBe('calendars.notBookable')
  expect((await newVisitor().call('get-free-slots', { companyId: work.companyId })).body.code).toBe('calendars.notBookable')
  expect(await app.db.selectFrom('occupancies').selectAll().execute()).toEqual([])
})

test('a network leaves at most three orders unpaid at a company; paying or another network is not refused', async () => {
  const work = await bookableCompany()
  const order = (ip: string, time: string) =>
    newVisitor(ip).call(
      'create-booking-payment',
      bookingRequestFor(app, work.companyId, { ...work, time, amount: 69, customerEmail: `k${time.slice(0, 2)}@kunde.example` }),
    )
  for (const time of ['09:00', '10:00', '11:00']) expect((await order('192.0.2.1', time)).status).toBe(200)
  const refused = await order('192.0.2.1', '12:00')
  expect([refused.status, refused.body.code]).toEqual([429, 'calendars.manyUnpaid'])
  expect((await order('192.0.2.2', '12:00')).status).toBe(200)
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2ab::/64', '2001:db8:1:200::/56'],
  ['2001:db8:1:b::/64', '2001:db8:1:0::/56'],
])('the network of %s is %s', (ip, network) => expect(widerNetwork(ip)).toBe(network))
