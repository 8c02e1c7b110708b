import { type BookingDraft, draftCents, draftOfService, requestOfDraft, workOfDraft } from '#src/orders/bookings/draftRules.ts'
import { priceChanged } from '#src/orders/bookings/purchaseRules.ts'
import { bookingMessages } from '#src/orders/bookings/rules.ts'
import { berlinDay, isCalendarDay, laterDay } from '#src/platform/kit/dates.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'
import { type CallAnswer, type CallBody, CallError, type CallName, callPath } from '#src/platform/web/queries/call.ts'
import { type DayPart, dayParts } from '#src/supply/calendars/dayParts.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { serviceProblems } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { locationAt } from '#src/supply/services/texts.ts'
import { errorsIn } from '../order/DraftChecks.tsx'
import { blankDraft, emptyDraft } from '../order/EmptyDraft.tsx'
import { daysPerPage, lastBookableDay } from '../times/texts.ts'
import { errorsByField, type FieldErrors } from '../ui/BookingDraft.tsx'
import { earlyStartError } from '../ui/EarlyStart.tsx'
import { offerOf, type ShownOffer } from '../ui/Offer.tsx'

/** Context of a request: calls with the visitor's cookies (`sendOf` of the page), the company, and the current moment. */
export type RequestContext = {
  send: (path: string, body: object, key?: string) => Promise<Response>
  company: { id: string; category: Category; hourlyRateCents: number | null }
  now: Date
}

type Held = { until: string; policy: Policy }
/** State of the page without scripts: everything typed, its errors, and the free times of two weeks. */
export type PlainBooking = {
  offer: ShownOffer
  draft: BookingDraft
  errors: FieldErrors
  step: 'fill' | 'review'
  /** Null at a company without a calendar. */
  times: (CallAnswer<'get-free-slots'> & { from: string }) | null
  /** Free times that a refusal suggested, 'YYYY-MM-DD HH:MM'. */
  slots: string[]
  held: Held | null
  /** Idempotency key of the order: sent twice, it books once. */
  key: string
  failure: string | null
  /** Entry for the waiting list if no time is free: address, part of the day, and result. */
  waiting: { email: string; part: DayPart | null; told?: 'joined' | 'waits'; error?: string } | null
}

/** State of the page when it is opened, with the service and the time of its URL. @throws {CallError} if the company takes no bookings. */
export async function openPlainBooking(
  requestContext: RequestContext,
  { serviceId, start, key }: { serviceId: string; start: string; key: string },
) {
  const { hourlyRateCents } = requestContext.company
  const offer = await readOffer(requestContext)
  const chosen = { services: offer.services, wanted: serviceId, isUnchosen: false, place: '', person: undefined }
  const draft = { ...emptyDraft({ hourlyRateCents, ...chosen, start: undefined }), ...timeOf(start) }
  return show(requestContext, { offer, draft, key })
}

/**
 * Handles a button of the form: shows other days, selects the service, holds the time and shows the summary, or places the order. Returns
 * the page, or the URL of the payment. Nothing typed is lost.
 */
export async function handlePlainBooking(requestContext: RequestContext, form: URLSearchParams): Promise<PlainBooking | { payAt: string }> {
  const offer = await readOffer(requestContext)
  const { draft, isOther, isGone } = readDraft(form, offer.services)
  const go = wordOf(form, 'go')
  const shown = { offer, draft, key: wordOf(form, 'key'), from: wordOf(form, 'from') }
  if (go.startsWith('from ')) return show(requestContext, { ...shown, from: go.slice(5) })
  if (isGone) return show(requestContext, { ...shown, errors: { serviceId: serviceProblems.unknown().message } })
  if (go === 'wait') return wait(requestContext, form, await show(requestContext, shown))
  if (go === 'edit' || go === 'service' || isOther) return show(requestContext, shown)
  const { service, errors } = check(draft, offer, requestContext)
  if (Object.keys(errors).length > 0) return show(requestContext, { ...shown, errors })
  const held = await hold(requestContext, { draft, service, offer })
  if ('slots' in held) return show(requestContext, { ...shown, errors: { time: held.text }, slots: held.slots })
  const reviewed = { ...shown, step: 'review' as const, held: held.held }
  if (go !== 'order') return show(requestContext, reviewed)
  // The customer orders at the total shown above the button. If the price has changed since, the summary is shown again.
  const totalCents = draftCents(draft, service) ?? 0
  if (totalCents !== Number(wordOf(form, 'shownCents')))
    return show(requestContext, { ...reviewed, failure: priceChanged(totalCents).message })
  return order(requestContext, { ...reviewed, service })
}

const wordOf = (form: URLSearchParams, name: string) => form.get(name) ?? ''

const timeOf = (start: string) => (start === '' ? {} : { date: start.slice(0, 10), time: start.slice(11, 16) })

/**
 * Parses the form. Its fields are named as the draft's; an option's field occurs once per chosen option. A newly chosen service starts with
 * its default options.
 */
function readDraft(form: URLSearchParams, services: readonly ServiceView[]) {
  const typed = Object.fromEntries(Object.keys(blankDraft).map((name) => [name, wordOf(form, name)]))
  const optionIds = [...form].flatMap(([name, value]) => (name.startsWith('option') ? value : [])).join()
  const draft: BookingDraft = { ...blankDraft, ...typed, optionIds, ...timeOf(wordOf(form, 'slot')) }
  if (draft.quantity === '') draft.quantity = '1'
  const named = services.find(({ id }) => id === draft.serviceId)
  const service = named ?? services[0]
  const isOther = service !== undefined && wordOf(form, 'shownService') !== service.id
  const isGone = named === undefined && draft.serviceId !== ''
  return {
    draft: isOther ? { ...draft, ...draftOfService(service), location: locationAt(service.places, draft.location) } : draft,
    isOther,
    isGone,
  }
}

function check(draft: BookingDraft, { services }: ShownOffer, { company, now }: RequestContext) {
  const service = services.find(({ id }) => id === draft.serviceId)
  const asked = { service, hourlyRateCents: company.hourlyRateCents, place: '', now }
  return { service, errors: { ...errorsIn(draft, { ...asked, step: 1 }), ...errorsIn(draft, { ...asked, step: 0 }) } }
}

type Choice = { draft: BookingDraft; service: ServiceView | undefined; offer: ShownOffer }

/** Holds the time when the form is sent. Failures other than a taken time are ignored: the order checks the time again. */
async function hold(
  requestContext: RequestContext,
  { draft, service, offer }: Choice,
): Promise<{ held: Held | null } | { slots: string[]; text: string }> {
  if (!offer.hasCalendar) return { held: null }
  try {
    const work = workOfDraft(requestContext.company.id, { draft, service })
    return { held: await ask(requestContext, 'hold-slot', { ...work, date: draft.date, time: draft.time }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.fields.slots ? { slots: error.fields.slots, text: error.message } : { held: null }
  }
}

/** Puts the typed address on the waiting list for the shown days. */
async function wait(requestContext: RequestContext, form: URLSearchParams, page: PlainBooking): Promise<PlainBooking> {
  const { draft, offer, times } = page
  const service = offer.services.find(({ id }) => id === draft.serviceId)
  const part = dayParts.find((one) => one === wordOf(form, 'waitingPart')) ?? null
  const asked = { email: wordOf(form, 'waitingEmail'), part }
  if (!times) return page
  try {
    const lastDay = lastBookableDay(times)
    const when = { firstDay: times.days[0]?.day ?? lastDay, lastDay, ...(part === null ? {} : { part }) }
    const body = { ...workOfDraft(requestContext.company.id, { draft, service }), ...when, customerEmail: asked.email }
    const { is_confirmed: isConfirmed } = await ask(requestContext, 'join-waiting-list', body)
    return { ...page, waiting: { ...asked, told: isConfirmed ? 'waits' : 'joined' } }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { ...page, waiting: { ...asked, error: Object.values(error.fields)[0]?.[0] ?? error.message } }
  }
}

type Ordered = { offer: ShownOffer; draft: BookingDraft; key: string; from: string; step: 'review'; held: Held | null }

async function order(requestContext: RequestContext, { service, ...shown }: Ordered & { service: ServiceView | undefined }) {
  const { company, now } = requestContext
  const missing = earlyStartError(shown.draft, company.category, berlinDay(now))
  if (missing) return show(requestContext, { ...shown, errors: { earlyStartConsent: missing } })
  try {
    const body = { ...requestOfDraft(shown.draft, service), companyId: company.id }
    const { url } = await ask(requestContext, 'create-booking-payment', body, shown.key)
    return url ? { payAt: url } : show(requestContext, { ...shown, failure: bookingMessages.noPaymentUrl })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const errors = errorsByField((name) => error.fields[name]?.[0])
    const isAtFields = Object.keys(errors).length > 0 || error.fields.slots !== undefined
    const refused = {
      ...shown,
      errors: { ...errors, ...(error.fields.slots ? { time: error.message } : {}) },
      slots: error.fields.slots ?? [],
    }
    // The field for the consent is in the summary, all others are in the form.
    const step = isAtFields && errors.earlyStartConsent === undefined ? ('fill' as const) : ('review' as const)
    return show(requestContext, { ...refused, step, ...(isAtFields ? {} : { failure: error.message }) })
  }
}

type Shown = Pick<PlainBooking, 'offer' | 'draft' | 'key'> & Partial<Omit<PlainBooking, 'times'>> & { from?: string }

async function show(requestContext: RequestContext, { from = '', ...shown }: Shown): Promise<PlainBooking> {
  const { draft, offer, step = 'fill' } = shown
  const today = berlinDay(requestContext.now)
  const first = laterDay(isCalendarDay(from) ? from : draft.date, today)
  const service = offer.services.find(({ id }) => id === draft.serviceId)
  const times = offer.hasCalendar && step === 'fill' ? await readTimes(requestContext, { draft, service, from: first }) : null
  return { errors: {}, slots: [], held: null, failure: null, waiting: null, ...shown, step, times }
}

async function readTimes(requestContext: RequestContext, { draft, service, from }: Omit<Choice, 'offer'> & { from: string }) {
  const answer = await ask(requestContext, 'get-free-slots', {
    ...workOfDraft(requestContext.company.id, { draft, service }),
    from,
    days: daysPerPage,
  })
  return { ...answer, from }
}

const readOffer = async (requestContext: RequestContext) =>
  offerOf(await ask(requestContext, 'get-company-services', { companyId: requestContext.company.id }))

async function ask<Name extends CallName>(
  { send }: RequestContext,
  name: Name,
  body: CallBody<Name>,
  key?: string,
): Promise<CallAnswer<Name>> {
  const answer = await send(callPath(name), body as object, key)
  const read: unknown = await answer.json()
  if (!answer.ok) throw new CallError(read as { error?: string; code?: string; fields?: Record<string, string[]> }, answer.status)
  return read as CallAnswer<Name>
}
