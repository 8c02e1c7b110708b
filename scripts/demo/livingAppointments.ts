import { settleCheckout } from '#src/money/payments/actions.ts'
import { lengthOf } from '#src/orders/appointments/actions.ts'
import { moveAsCustomer, proposeCompanyMove } from '#src/orders/appointments/moveActions.ts'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { requestBooking } from '#src/orders/ordering/actions.ts'
import { answerRequest } from '#src/orders/requests/answerActions.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { readFreeSlots } from '#src/supply/calendars/actions.ts'
import { customerAccount, signInEmails } from './demoData.ts'
import { newCaller } from './livingCaller.ts'
import { payAtSandbox } from './sandboxState.ts'

/**
 * Adds what the dump does not know yet: requests to the companies that the demo's readers sign in as, which wait for their answer or for the
 * customer's, and appointments that were moved or are to be moved. The product itself makes them, so money, mails and calendar agree; what does
 * not succeed (no free time, a sandbox that is away) is left out.
 */
export async function addLivingAppointments(app: App) {
  const tries = [
    ...signInEmails.map((email) => () => addRequests(app, email)),
    ...(await listToMove(app)).map((one, index) => () => move(app, one, index)),
  ]
  for (const add of tries) {
    await add().catch((error: unknown) => {
      app.log.warn({ error: describeError(error) }, 'the demo has one request or moved appointment less')
    })
  }
}

/** Every other one is moved by its customer, the others are to be moved by their company. */
async function move(app: App, one: Movable, index: number) {
  const { companyId, bookingId, sessionId } = one
  const to = await startFor(app, one)
  if (index % 2 === 0) return proposeCompanyMove(app, { companyId, bookingId, ...to }, newCaller())
  await moveAsCustomer(app, { key: { bookingId, sessionId: String(sessionId) }, ...to, earlyStartConsent }, newCaller())
}

const customers = [
  { ...customerAccount, street: 'Gartenweg 4' },
  { name: 'Emre Yıldız', email: 'emre.yildiz@kunde.example', street: 'Mühlgasse 17' },
  { name: 'Ulrike Baumann', email: 'ulrike.baumann@kunde.example', street: 'Bahnhofstraße 31' },
] as const

/** Three customers request an appointment; one of them gets other times as answer. A company without services gets none. */
async function addRequests(app: App, email: string) {
  const { id: companyId, ...place } = await app.db
    .selectFrom('companies')
    .select(['id', 'postcode', 'town'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const service = await sellByRequest(app, companyId)
  if (!service) return
  const { id: serviceId, quantity, amount } = service
  const dayIn = (days: number) => addDays(berlinDay(app.now()), days)
  const work = { companyId, serviceId, quantity }
  const requestedIds: string[] = []
  for (const [index, { name, email: customerEmail, street }] of customers.entries()) {
    const location = `${street}, ${place.postcode} ${place.town}`
    const start = await freeStart(app, { ...work, location, firstDay: dayIn(3 + 2 * index) })
    requestedIds.push(await ask(app, { customerName: name, customerEmail, customerKind: 'business', ...work, location, amount, ...start }))
  }
  const times = [await freeStart(app, { ...work, firstDay: dayIn(9) }), await freeStart(app, { ...work, firstDay: dayIn(14) })]
  const [, other = ''] = requestedIds
  await answerRequest(app, { companyId, bookingId: other, answer: 'counter', times }, '')
}

/** The company's last service with a price that needs no choice is bought by request from now on: two units of it, or its usual hours. */
async function sellByRequest(app: App, companyId: string) {
  const service = await app.db
    .selectFrom('services')
    .select(['id', 'priceKind', 'priceCents', 'unit', 'minutes'])
    .where('companyId', '=', companyId)
    .where('priceKind', 'in', ['fixed', 'hourly'])
    .where('minutes', 'is not', null)
    .where('hiddenAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('serviceOptions').select('id').whereRef('serviceOptions.serviceId', '=', 'services.id'))),
    )
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!service) return undefined
  const { id, priceKind, priceCents, unit, minutes } = service
  await app.db.updateTable('services').set({ bookingMode: 'request' }).where('id', '=', id).execute()
  const quantity = priceKind === 'hourly' ? (minutes ?? 60) / 60 : unit === null ? undefined : 2
  return { id, quantity, amount: ((priceCents ?? 0) * (quantity ?? 1)) / 100 }
}

type Order = Parameters<typeof requestBooking>[1]['request']

/** A customer requests an appointment, and the card's amount is authorized. Returns the booking's id. */
async function ask(app: App, order: Order) {
  await requestBooking(app, { request: order, caller: newCaller(), countCreated: async () => {} })
  const { sessionId, bookingId } = await app.db
    .selectFrom('checkouts')
    .select(['sessionId', 'bookingId'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await payAtSandbox(app.config.stripe.apiUrl ?? '', String(sessionId))
  await settleCheckout(app, String(sessionId))
  return bookingId
}

/** Agreed appointments some days ahead, which can still be moved. */
const listToMove = (app: App) =>
  app.db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.bookingId')
    .innerJoin('checkouts', 'checkouts.bookingId', 'appointments.bookingId')
    .select(['appointments.bookingId', 'appointments.companyId', 'bookings.serviceId', 'checkouts.sessionId'])
    .select(['startsAt', 'endsAt', 'parts'])
    .where('appointments.status', '=', 'agreed')
    .where('startsAt', '>', new Date(app.now().getTime() + 4 * 86_400_000))
    .orderBy('startsAt')
    .limit(8)
    .execute()
type Movable = Awaited<ReturnType<typeof listToMove>>[number]

/** A free time for as long as the appointment lasts, some days after it. */
const startFor = (app: App, { companyId, serviceId, bookingId, ...term }: Movable) =>
  freeStart(app, {
    companyId,
    serviceId: serviceId ?? undefined,
    firstDay: addDays(berlinDay(term.startsAt), 2),
    ...lengthOf(term),
    exceptBookingId: bookingId,
  })

type FreeStartParams = Omit<Parameters<typeof readFreeSlots>[1], 'from' | 'days'> & { firstDay: string }

async function freeStart(app: App, { firstDay, ...work }: FreeStartParams) {
  const { days } = await readFreeSlots(app, { ...work, from: firstDay, days: 14 }, newCaller())
  const found = days.find(({ times }) => times.length > 0)
  const time = found?.times[Math.floor(found.times.length / 2)]
  if (!found || time === undefined) throw new Error(`no free time from ${firstDay} on`)
  return { date: found.day, time }
}
