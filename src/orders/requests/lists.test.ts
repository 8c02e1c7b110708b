import { expect, test } from 'vitest'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { lapseRequests } from './captureActions.ts'

const testApp = await openTestApp()
const { app, clock, runJobs } = testApp
const { appointmentOf, operator, paidBooking, payableCompany, requested } = openRequestFixtures(testApp)

/** Filters under which the operator finds the request of an address. */
async function found(search: string) {
  const admin = await operator()
  const totalOf = async (state: string) => (await admin.call('admin-list-requests', { state, search })).body.total
  const states = ['open', 'soon', 'overdue', 'lapsed', 'declined']
  const totals = await Promise.all(states.map(async (state) => [state, await totalOf(state)] as const))
  return totals.flatMap(([state, total]) => (total > 0 ? state : []))
}
const overdueOnFirstPage = async () => (await (await operator()).call('admin-overview', {})).body.overdue_requests
const hour = 3_600_000
const minute = 60_000

test('the operator filters requests by the side that has to act, and sees requests that were not ended in time', async () => {
  const { bookingId, customerEmail } = await requested()
  const { deadlineAt, requestedAt } = await appointmentOf(bookingId)
  const until = deadlineAt?.getTime() ?? 0
  const admin = await operator()
  expect((await admin.call('admin-list-requests', {})).body).toMatchObject({
    total: 1,
    rows: [{ id: bookingId, amount: 138, status: 'requested', is_overdue: false, requested_at: requestedAt?.toISOString() }],
  })
  expect(await found(customerEmail)).toEqual(['open'])
  clock.moveTo(new Date(until - 6 * hour - minute))
  expect(await found(customerEmail)).toEqual(['open'])
  clock.moveTo(new Date(until - 6 * hour))
  expect(await found(customerEmail)).toEqual(['open', 'soon'])
  clock.moveTo(new Date(until))
  expect(await found(customerEmail)).toEqual(['open', 'overdue'])
  expect(await overdueOnFirstPage()).toBe(1)
  await lapseRequests(app)
  await runJobs()
  expect(await found(customerEmail)).toEqual(['lapsed'])
  expect(await overdueOnFirstPage()).toBe(0)
})

test('a capture that is pending for ten minutes is overdue, a declined request is not', async () => {
  const accepted = await requested()
  const declined = await requested()
  const status = 'accepting'
  await app.db
    .updateTable('appointments')
    .set({ status, deadlineAt: null, updatedAt: app.now() })
    .where('bookingId', '=', accepted.bookingId)
    .execute()
  await declined.owner.call('answer-request', { ...declined.ids, answer: 'decline', reason: 'Leider ausgebucht' })
  expect(await found(declined.customerEmail)).toEqual(['declined'])
  clock.moveTo(new Date(app.now().getTime() + 9 * minute))
  expect(await found(accepted.customerEmail)).toEqual(['open'])
  clock.moveTo(new Date(app.now().getTime() + minute))
  expect(await found(accepted.customerEmail)).toEqual(['open', 'overdue'])
  const { rows } = (await (await operator()).call('admin-list-requests', { state: 'overdue' })).body
  expect(rows).toMatchObject([{ id: accepted.bookingId, status, until: null, is_overdue: true }])
})

test('an accepted request whose payment was refused waits for its customer until the PSP has ended its checkout', async () => {
  const { bookingId, customerEmail } = await requested()
  const deadlineAt = new Date(app.now().getTime() + 23 * hour)
  const set = (status: 'accepting' | 'held') =>
    app.db.updateTable('appointments').set({ status, deadlineAt }).where('bookingId', '=', bookingId).execute()
  await set('accepting')
  await set('held')
  expect(await found(customerEmail)).toEqual(['open'])
  clock.moveTo(new Date(deadlineAt.getTime() + 9 * minute))
  expect(await found(customerEmail)).toEqual(['open'])
  clock.moveTo(new Date(deadlineAt.getTime() + 10 * minute))
  expect(await found(customerEmail)).toEqual(['open', 'overdue'])
})

test('the list is searched, sorted by deadlines and paged; bookings that are no requests are not in it', async () => {
  const late = await requested()
  clock.moveTo(new Date(app.now().getTime() + hour))
  const later = await requested()
  await paidBooking((await payableCompany()).id, {})
  await app.db
    .updateTable('appointments')
    .set({ deadlineAt: new Date(app.now().getTime() + hour) })
    .where('bookingId', '=', later.bookingId)
    .execute()
  await app.db.updateTable('companies').set({ companyName: 'Dachdecker Kröger' }).where('id', '=', later.company.id).execute()
  const admin = await operator()
  const idsOf = async (asked: object) => (await admin.call('admin-list-requests', asked)).body.rows.map(({ id }: { id: string }) => id)
  expect(await idsOf({ search: 'kröger' })).toEqual([later.bookingId])
  expect(await idsOf({ search: late.bookingId.slice(-8).toUpperCase() })).toEqual([late.bookingId])
  expect(await idsOf({ search: '%' })).toEqual([])
  expect((await idsOf({})).slice(0, 2)).toEqual([later.bookingId, late.bookingId])
  const urgent = await idsOf({ sort: 'urgent', state: 'open' })
  expect(urgent.indexOf(later.bookingId)).toBeLessThan(urgent.indexOf(late.bookingId))
  expect(await idsOf({ sort: 'oldest', pageSize: 1 })).toHaveLength(1)
  expect(await idsOf({ pageSize: 1, page: 2 })).toEqual([late.bookingId])
})

test('both lists of bookings show the state of a request; filter and file keep the state of the booking', async () => {
  const { owner, ids, bookingId, request } = await requested()
  const admin = await operator()
  const { companyId } = ids
  const told = async () => {
    const own = (await owner.call('list-company-bookings', { companyId, status: 'pending' })).body.rows
    const all = (await admin.call('admin-list-bookings', { search: bookingId, status: 'pending' })).body.rows
    const opened = [await owner.call('get-company-booking', ids), await admin.call('admin-read-booking', { bookingId })]
    const rows = [...own, ...all, ...opened.map(({ body }) => body)]
    return rows.map(({ booking_status, request_status }) => `${booking_status} ${request_status}`)
  }
  expect(await told()).toEqual(Array.from({ length: 4 }, () => 'pending requested'))
  const file = await owner.request(`/functions/v1/company-bookings.csv?companyId=${companyId}`, {})
  expect(await file.text()).toContain(';Ausstehend;Ausstehend;')
  const times = [{ date: request.date, time: '16:00' }]
  expect((await owner.call('answer-request', { ...ids, answer: 'counter', times })).status).toBe(200)
  expect(await told()).toEqual(Array.from({ length: 4 }, () => 'pending countered'))
  await app.db.updateTable('appointments').set({ status: 'lapsed' }).where('bookingId', '=', bookingId).execute()
  expect(await told()).toEqual(Array.from({ length: 4 }, () => 'pending null'))
})
