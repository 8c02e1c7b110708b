import { issueBookingToken } from '#src/orders/bookings/links/actions.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { openMoneyFixtures } from './moneyFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of withdrawals: a paid booking far ahead, declarations, their results. */
export function openWithdrawalFixtures(testApp: TestApp) {
  const { app, inbox, visitor, runJobs } = testApp
  const fixtures = openMoneyFixtures(testApp)
  const { payableCompany, paidBooking, readBooking } = fixtures

  const mailsTo = (address: string) => inbox.mails().filter(({ to }) => to === address)
  const readWithdrawals = () => app.db.selectFrom('withdrawals').selectAll().orderBy('id').execute()
  const declare = (fields: object, who = visitor) =>
    who.call('declare-withdrawal', { name: 'Katrin Bergmann', contract: 'Reinigung', email: 'katrin@kunde.example', ...fields })
  const statesOf = async (id: string) => {
    const { bookingStatus, paymentStatus, cancelledBy } = await readBooking(id)
    return [bookingStatus, paymentStatus, cancelledBy]
  }

  /** Far ahead, so that no consent is required; the booking's own mails are cleared. */
  async function paid(fields: object = {}, ofCompany: Parameters<typeof payableCompany>[0] = {}) {
    const company = await payableCompany(ofCompany)
    const booked = await paidBooking(company.id, { date: addDays(berlinDay(app.now()), 60), ...fields })
    await runJobs()
    inbox.clear()
    return { company, ...booked, number: booked.bookingId.slice(-8) }
  }

  /** Token of a mail about the booking. */
  const tokenOf = (id: string) =>
    app.db.transaction().execute((tx) => issueBookingToken(app, tx, { id, bookingDate: berlinDay(app.now()) }))

  return { ...fixtures, mailsTo, readWithdrawals, declare, statesOf, paid, tokenOf }
}
