import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App, Session } from '#src/platform/server/app.ts'
import { listAddresses } from '../addresses/store.ts'
import { customerBookingLimits, customerProblems } from '../rules.ts'
import { findDetails, findNewestDetails, listAhead, listPast } from './store.ts'

/**
 * Lists the bookings made with the account's current confirmed address, as a guest or signed in (docs/spec.md#own-bookings). Throws
 * customerProblems.notConfirmed.
 */
export async function readCustomerBookings(app: App, session: Session, { most }: { most: number }) {
  const now = app.now()
  const asked = { email: confirmedAddress(session), today: berlinDay(now), now }
  const [ahead, past] = await Promise.all([
    listAhead(app.db, { ...asked, most: customerBookingLimits.ahead }),
    listPast(app.db, { ...asked, most: most + 1 }),
  ])
  return { ahead: ahead.map(shown), past: past.slice(0, most).map(shown), hasOlder: past.length > most }
}

type Row = Awaited<ReturnType<typeof listAhead>>[number]

function shown({ seriesPosition: position, seriesLength: dates, seriesStatus, dueAt, until, ...row }: Row) {
  const series =
    position !== null && dates !== null && dueAt && until
      ? { position, dates, isAccepted: seriesStatus === 'accepted', dueAt, until }
      : null
  return { ...row, series, bookingTime: row.bookingTime.slice(0, 5) }
}

/**
 * Initial values of the booking form: the latest booking's contact data, the saved addresses, and the booking to repeat. Throws as
 * readCustomerBookings.
 */
export async function readCustomerDetails(app: App, session: Session, { again }: { again?: string | undefined }) {
  const email = confirmedAddress(session)
  const [newest, repeated, addresses] = await Promise.all([
    findNewestDetails(app.db, email),
    again === undefined ? undefined : findDetails(app.db, { email, id: again }),
    listAddresses(app.db, session.userId),
  ])
  return {
    email,
    name: newest?.customerName ?? '',
    phone: newest?.customerPhone ?? '',
    location: repeated?.location ?? '',
    description: repeated?.description ?? '',
    addresses,
  }
}

/** Returns the account's address; only a confirmed one proves that its bookings are the account's. Throws customerProblems.notConfirmed. */
export function confirmedAddress({ email, isConfirmed }: Session) {
  if (!isConfirmed) throw customerProblems.notConfirmed()
  return email
}
