import { customerAccount } from '../demoData.ts'
import type { Booking, Customer } from './customers.ts'
import type { Deeds } from './deeds.ts'
import type { HistoryContext } from './historyContext.ts'
import type { Wishes } from './wishes.ts'

type Acts = { deeds: Deeds; wishes: Wishes; planFate: (booking: Booking, day: number) => void }

const walter: Customer = { ...customerAccount, phone: '+49 40 66969204', place: 'Osterstraße 112, 20255 Hamburg', kind: 'consumer' }

/** Days on which the customer of the printed account books, each with the trade. */
const visits = [
  [-290, 'umzug'],
  [-262, 'elektro'],
  [-230, 'haushalt'],
  [-205, 'garten'],
  [-178, 'computer'],
  [-150, 'haushalt'],
  [-121, 'sanitaer'],
  [-96, 'friseur'],
  [-70, 'garten'],
  [-48, 'hausgeraete'],
  [-30, 'haushalt'],
  [-12, 'maler'],
  [-6, 'sanitaer'],
  [-3, 'haushalt'],
  [-2, 'elektro'],
] as const

/** The year of the customer whose account `npm start` prints: bookings, reviews, messages, a series, offers, favourites, addresses. */
export function planRegular({ liveCompanies, customers, listed, plan, dateOf }: HistoryContext, { deeds, wishes, planFate }: Acts) {
  /** A company of the trade; in the first months, when there are few, any other one of the city. */
  const near = (trade: string) => {
    const around = listed.filter(({ place, weight }) => place === 'Hamburg' && weight > 0)
    return around.find((one) => one.trade === trade) ?? around.at(-1)
  }
  plan(-300, () => liveCompanies.signUp(walter.email), 9 * 60)
  for (const [index, [day, trade]] of visits.entries()) {
    plan(day, async () => {
      const company = near(trade)
      const booking = company && (await customers.book({ company, customer: walter, date: dateOf(day + 4) }))
      if (!booking) return
      if (booking.isRequest) return deeds.planAnswer(booking, day, () => planFate(booking, day))
      if (index % 3 === 1) deeds.planTalk(booking, day)
      const service = Math.round((Date.parse(booking.date) - Date.parse(dateOf(0))) / 86_400_000)
      if (index === 4) return plan(day + 1, () => customers.cancel(booking))
      if (index === 7) deeds.planMove(booking, day + 1)
      if (index % 2 === 0 && service < 0) plan(service + 3, () => customers.review(booking))
    })
  }
  plan(-40, () => wishes.askForSeries(-40, { customer: walter, company: near('haushalt') }))
  plan(-2, () => wishes.askForQuotes(-2, { customer: walter, near: near('garten') }), 10 * 60)
  plan(-1, () => wishes.joinWaitingList(-1, { customer: walter, company: near('friseur') }))
  plan(-100, async () => {
    const own = await liveCompanies.enter(walter.email)
    for (const trade of ['haushalt', 'garten', 'sanitaer', 'elektro']) {
      const company = near(trade)
      // A company of the first months may have left the marketplace.
      if (company) await own.tryCall('set-favourite', { companyId: company.id, isFavourite: true })
    }
    await own.call('save-address', { label: 'Zu Hause', line: walter.place, isDefault: true })
    await own.call('save-address', {
      label: 'Schrebergarten',
      line: 'Kleingartenverein Abendruh, Parzelle 17, 22523 Hamburg',
      isDefault: false,
    })
  })
}
