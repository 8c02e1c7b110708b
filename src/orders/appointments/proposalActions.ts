import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { readReceipt } from '#src/orders/receipts/actions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import type { FreeSlot } from '#src/supply/calendars/actions.ts'
import { deleteOccupancies, deleteProposed, holdProposed, insertOccupancy } from '#src/supply/calendars/occupancyStore.ts'
import { slotRefusal } from '#src/supply/calendars/rules.ts'
import { findPlace } from '#src/supply/calendars/store.ts'
import { type Appointment, lockAppointment } from './actions.ts'
import { appointmentProblems } from './actRules.ts'
import { type Booking, enterMove } from './enterActions.ts'
import { companyOf } from './markActions.ts'
import { type Consent, consentFor } from './moveRules.ts'
import { endedCompanyMail, endedCustomerMail, proposedCompanyMail, proposedCustomerMail } from './proposalMails.ts'
import { isWaiting, type MoveAnswer, otherSide, proposalEnd, seatsOf, takenSpan, takesOf } from './proposalRules.ts'
import { endProposal, findOpenProposal, insertProposal, listUnanswered, type OpenProposal } from './proposalStore.ts'
import type { ProposalStatus, Side } from './states.ts'
import { insertAppointmentEvent } from './store.ts'

type Locked = { appointment: Appointment; booking: Booking }

/** Refuses a move while a proposal waits for its answer. Ends an expired proposal that the job has not reached yet. */
export async function refuseSecond(app: App, tx: Transaction, { appointment, booking }: Locked) {
  const proposal = await findOpenProposal(tx, appointment.bookingId)
  if (!proposal) return
  if (isWaiting(proposal, appointment, app.now())) throw appointmentProblems.over()
  await end(app, tx, { appointment, booking, proposal, status: 'lapsed', actor: 'system' })
}

type Proposed = Locked & { by: Side; slot: FreeSlot; earlyStartVersion: string | null }

/** Holds a free time until the other side answers, and mails the proposal. Throws slotRefusal. */
export async function proposeMove(app: App, tx: Transaction, { appointment, booking, by, slot, earlyStartVersion }: Proposed) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  const { startsAt, endsAt, parts, occupancy } = slot
  const { takes } = occupancy
  const stored = { during: takenSpan(takes), seats: seatsOf(takes, parts) }
  const until = proposalEnd(startsAt, now)
  if (until <= now) throw slotRefusal('notOffered', [])
  const times = { startsAt, endsAt, until }
  const { id } = await insertProposal(tx, { bookingId, proposedBy: by, ...times, ...stored, earlyStartVersion, createdAt: now })
  if (!(await holdProposed(tx, { ...occupancy, bookingId, now }))) throw slotRefusal('taken', [])
  await note(tx, { appointment, actor: by, act: 'moveProposed', now, times })
  const facts = { proposal: { id, ...times }, booking, company: await companyOf(tx, companyId) }
  if (by === 'customer') await enqueueMail(tx, proposedCompanyMail({ ...facts, publicUrl: app.config.publicUrl }))
  else await enqueueEncryptedMail(app, tx, proposedCustomerMail({ ...facts, links: await issueBookingLinks(app, tx, booking) }))
}

type Answer = { bookingId: string; proposalId: string; answer: MoveAnswer; side: Side; consent: Consent }

/**
 * Answers a proposal for the customer, or withdraws the customer's own. Returns the changed booking. Throws as openWithKey and answerMove.
 */
export async function answerMoveAsCustomer(app: App, { key, ...answer }: Omit<Answer, 'bookingId' | 'side'> & { key: HeldKey }) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute((tx) => answerMove(app, tx, { ...answer, bookingId, side: 'customer' }))
  return readReceipt(app, key)
}

/** Answers a proposal for the company, or withdraws its own. Throws bookingProblems.notFound, and as answerMove. */
export const answerMoveAsCompany = (app: App, { companyId, ...answer }: Omit<Answer, 'side' | 'consent'> & { companyId: string }) =>
  app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, answer.bookingId)
    if (appointment?.companyId !== companyId) throw bookingProblems.notFound()
    await answerMove(app, tx, { ...answer, side: 'company', consent: undefined })
  })

/**
 * Applies an answer to the proposal. Throws appointmentProblems.over unless this very proposal is open and waits for this side,
 * withinPeriod without a required consent.
 */
async function answerMove(app: App, tx: Transaction, { bookingId, proposalId, answer, side, consent }: Answer) {
  const appointment = await lockAppointment(tx, bookingId)
  const booking = await lockBooking(tx, bookingId)
  const proposal = await findOpenProposal(tx, bookingId)
  if (!appointment || !booking || proposal?.id !== proposalId) throw appointmentProblems.over()
  const isOwn = proposal.proposedBy === side
  if (!isWaiting(proposal, appointment, app.now()) || isOwn !== (answer === 'withdraw')) throw appointmentProblems.over()
  if (answer !== 'accept')
    return end(app, tx, { appointment, booking, proposal, status: answer === 'decline' ? 'declined' : 'withdrawn', actor: side })
  const earlyStartVersion = side === 'customer' ? consentFor(booking, berlinDay(proposal.startsAt), consent) : proposal.earlyStartVersion
  await accept(app, tx, { appointment, booking, proposal, actor: side, earlyStartVersion })
}

type Accepted = Locked & { proposal: OpenProposal; actor: Side; earlyStartVersion: string | null }

/** Replaces the old time by the proposed one, which has been held since the proposal and so must be free. */
async function accept(app: App, tx: Transaction, { proposal, ...move }: Accepted) {
  const { appointment, booking } = move
  const { bookingId, companyId } = appointment
  const { startsAt, endsAt } = proposal
  const now = app.now()
  await endProposal(tx, { bookingId, status: 'accepted', now })
  await deleteOccupancies(tx, bookingId)
  const { takes, parts } = takesOf(proposal)
  const place = await findPlace(tx, booking.location)
  const isTaken = await insertOccupancy(tx, { companyId, takes, kind: 'booking', bookingId, place, now })
  if (!isTaken) throw appointmentProblems.over()
  await enterMove(app, tx, { ...move, to: { startsAt, endsAt, parts }, isProposed: true })
}

type Ended = Locked & {
  proposal: OpenProposal
  status: Exclude<ProposalStatus, 'open' | 'accepted'>
  actor: Side | 'system'
}
const acts = { declined: 'moveDeclined', withdrawn: 'moveWithdrawn', lapsed: 'moveLapsed' } as const

/** Ends a proposal and mails the side that waited for it; the appointment keeps its time. */
async function end(app: App, tx: Transaction, { appointment, booking, proposal, status, actor }: Ended) {
  const { bookingId, companyId } = appointment
  const { startsAt, endsAt, until, proposedBy } = proposal
  const now = app.now()
  await endProposal(tx, { bookingId, status, now })
  await deleteProposed(tx, bookingId)
  await note(tx, { appointment, actor, act: acts[status], now, times: { startsAt, endsAt, until } })
  const reader = status === 'withdrawn' ? otherSide(proposedBy) : proposedBy
  const facts = { proposal, status, booking, company: await companyOf(tx, companyId) }
  if (reader === 'company') await enqueueMail(tx, endedCompanyMail({ ...facts, publicUrl: app.config.publicUrl }))
  else await enqueueEncryptedMail(app, tx, endedCustomerMail({ ...facts, links: await issueBookingLinks(app, tx, booking) }))
}

type Note = { appointment: Appointment; actor: Side | 'system'; act: string; now: Date; times: object }

async function note(tx: Transaction, { appointment: { bookingId, companyId }, actor, act, now, times }: Note) {
  await insertAppointmentEvent(tx, { bookingId, at: now, actor, act, after: JSON.stringify(times) })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
}

/** Ends proposals that were not answered in time. They are found from rows, so an outage loses none. */
export async function lapseMoves(app: App) {
  for (const { bookingId } of await listUnanswered(app.db, app.now()))
    await app.db.transaction().execute(async (tx) => {
      const appointment = await lockAppointment(tx, bookingId)
      const booking = await lockBooking(tx, bookingId)
      const proposal = await findOpenProposal(tx, bookingId)
      if (!appointment || !booking || !proposal || isWaiting(proposal, appointment, app.now())) return
      await end(app, tx, { appointment, booking, proposal, status: 'lapsed', actor: 'system' })
    })
}
