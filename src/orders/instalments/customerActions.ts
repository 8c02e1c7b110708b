import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingPage } from '#src/orders/bookings/links/rules.ts'
import { openPaymentPage, orderPart } from '#src/orders/bookings/orderActions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { instalmentProblems } from './rules.ts'
import { lockInstalments, setInstalmentOrder } from './store.ts'
import { instalmentTitle } from './texts.ts'

type Paying = { key: HeldKey; instalmentId: string }

/**
 * Writes the order of a due instalment and returns the URL of its payment page; again, the same page while it is open. Throws as
 * openWithKey, instalmentProblems, bookingProblems.
 */
export async function payInstalment(app: App, { key, instalmentId }: Paying) {
  const bookingId = await openWithKey(app, key)
  const ordered = await app.db.transaction().execute((tx) => order(app, tx, { bookingId, instalmentId }))
  return openPaymentPage(app, { ...ordered, cancelPath: bookingPage })
}

async function order(app: App, tx: Transaction, { bookingId, instalmentId }: { bookingId: string; instalmentId: string }) {
  const job = await lockBooking(tx, bookingId)
  const list = await lockInstalments(tx, bookingId)
  const instalment = list.find(({ id }) => id === instalmentId)
  if (!job || !instalment) throw instalmentProblems.unknown()
  if (instalment.status !== 'due' || job.bookingStatus !== 'confirmed') throw instalmentProblems.notDue()
  const { id, totalCents } = instalment
  const title = instalmentTitle(job.serviceTitle, { place: instalment.place, parts: list.length })
  const item = { title, quantity: 100, unit: null, unitCents: totalCents, totalCents }
  // The amount is part of the hash: an order of an instalment that was lowered since is not paid.
  const requestHash = `instalment:${id}:${totalCents}`
  return orderPart(app, tx, { job, requestHash, serviceTitle: title, description: '', item }, (orderId) =>
    setInstalmentOrder(tx, { id, orderId }),
  )
}
