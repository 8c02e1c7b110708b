import { berlinDay } from '#src/kit/dates.ts'
import type { App, Session } from '#src/server/app.ts'
import { listAddresses } from '../addresses/store.ts'
import { customerProblems, ownBookingLimits } from '../rules.ts'
import { findDetails, findNewestDetails, listAhead, listPast } from './store.ts'

/**
 * What was booked with the account's confirmed address, as guest or signed in, by the address of this moment (docs/spec.md#own-bookings).
 * Throws customerProblems.notConfirmed.
 */
export async function readOwnBookings(app: App, session: Session, { most }: { most: number }) {
  const now = app.now()
  const asked = { email: confirmedAddress(session), today: berlinDay(now), now }
  const [ahead, past] = await Promise.all([
    listAhead(app.db, { ...asked, most: ownBookingLimits.ahead }),
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

/** What begins the booking form: who booked last, the saved addresses, and a booking that is made once more. Throws as readOwnBookings. */
export async function readOwnDetails(app: App, session: Session, { again }: { again?: string | undefined }) {
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

/** Only a confirmed address proves that its bookings are the account's. Throws customerProblems.notConfirmed. */
export function confirmedAddress({ email, isConfirmed }: Session) {
  if (!isConfirmed) throw customerProblems.notConfirmed()
  return email
}
