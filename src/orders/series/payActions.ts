import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import { prepareCheckout } from '#src/money/payments/actions.ts'
import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { openPaymentPage } from '#src/orders/bookings/orderActions.ts'
import { bookingProblems, checkoutMinutes } from '#src/orders/bookings/rules.ts'
import { lockBooking, markEarlyStart } from '#src/orders/bookings/store.ts'
import { isEarlyStartVersion, needsEarlyStart } from '#src/orders/bookings/withdrawalRules.ts'
import { requireSteadyPayer, requireStranger } from '#src/orders/ordering/actions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { openSeries } from './actions.ts'
import { type HeldSeriesKey, seriesProblems } from './rules.ts'
import { findDate } from './store.ts'
import { seriesPage, seriesTexts } from './texts.ts'

type Paying = { key: HeldSeriesKey; bookingId: string; consent: { version: string } | undefined; caller: Caller }

/**
 * Orders one date of an accepted series and returns the URL of its checkout (docs/spec.md#series). While that checkout is open, repeated
 * calls return the same URL. Throws as openSeries, seriesProblems.notFound, notPayable, invalidInput without the consent, bookingProblems.
 */
export async function paySeriesDate(app: App, { key, bookingId, consent, caller }: Paying) {
  const series = await openSeries(app, key)
  const payer = { companyId: series.companyId, customerEmail: series.email }
  await requireStranger(app, payer, caller)
  await requireSteadyPayer(app, payer, caller)
  const ordered = await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booked = await lockBooking(tx, bookingId)
    const date = await findDate(tx, bookingId)
    if (!appointment || !booked || date?.seriesId !== series.id) throw seriesProblems.notFound()
    const now = app.now()
    const isOpen = booked.bookingStatus === 'pending' && date.seriesStatus === 'accepted' && date.dueAt <= now && now < date.until
    if (!isOpen) throw seriesProblems.notPayable()
    const of = await companyOf(tx, booked.companyId)
    if (!of.takesBookings) throw bookingProblems.companyNotListed()
    const today = berlinDay(now)
    if (needsEarlyStart({ kind: booked.customerKind, category: of.category, date: booked.bookingDate }, today)) {
      if (!consent || !isEarlyStartVersion(consent.version)) throw invalidInput({ earlyStartConsent: [seriesTexts.consent] })
      await markEarlyStart(tx, { id: bookingId, earlyStartVersion: consent.version })
    }
    await recordAcceptance(app, tx, { bookingId })
    return { booking: booked, company: of, prepared: await prepare(app, tx, { bookingId, amountCents: booked.amountCents }) }
  })
  return openPaymentPage(app, { ...ordered, cancelPath: seriesPage })
}

/** Returns the open checkout of a booking, or prepares the next one: at most one is open at a time. */
async function prepare(app: App, tx: Transaction, { bookingId, amountCents }: { bookingId: string; amountCents: number }) {
  const last = await findCheckoutOfBooking(tx, bookingId)
  if (last && (last.status === 'starting' || last.status === 'open')) return last
  const expiresAt = new Date(app.now().getTime() + checkoutMinutes * 60_000)
  return prepareCheckout(app, tx, { bookingId, amountCents, isHeld: false, attempt: (last?.attempt ?? 0) + 1, expiresAt })
}
