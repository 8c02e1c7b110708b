import { createHash } from 'node:crypto'
import { isDisputed } from '#src/money/payments/disputes/actions.ts'
import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { openBookingLink } from '#src/orders/bookings/links/actions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { findInstalmentJob } from '#src/orders/instalments/store.ts'
import { cancelBookingIn, isSharePaidOut } from '#src/orders/refunds/cancelActions.ts'
import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import { foldText, shortId } from '#src/platform/kit/text.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import type { CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { openWithdrawalMail, receiptMail } from './mails.ts'
import {
  bookingNumbersIn,
  type Cause,
  causeOf,
  causesOfRefusal,
  type Declaration,
  type DeclaredBooking,
  isBegunUnasked,
  retentionYears,
  withdrawalProblems,
} from './rules.ts'
import {
  countWithdrawalAgain,
  deleteDecidedBefore,
  findDeclaredBooking,
  insertWithdrawal,
  listBookingsByNumber,
  listWithdrawalsForExport,
} from './store.ts'

type Declared = { declaration: Declaration; requestId: string; at: Date }
type Match = { bookingId: string; proof: 'link' | 'address' }

type Given = { declaration: Declaration; requestId: string; countCreated: CountCreated }

/**
 * Stores a declaration of withdrawal; no content is refused (§ 356a BGB). If it identifies its booking, in time and not exempt, the
 * booking is cancelled and fully refunded in the same transaction; any other declaration awaits the operator. A repetition has no further
 * effect, but gets a receipt. Returns the time of receipt.
 */
export async function declareWithdrawal(app: App, { countCreated, ...given }: Given) {
  const declared = { ...given, at: app.now() }
  await app.db.transaction().execute(countCreated)
  const match = await findMatch(app, given.declaration)
  await app.db
    .transaction()
    .execute((tx) => storeDeclaration(app, tx, { ...declared, match, settle: settleDeclaration }))
    .catch((error: unknown) => {
      // An error with the booking must not lose the declaration.
      app.log.error({ err: error }, 'a withdrawal could not be carried out and waits for the operator')
      return app.db.transaction().execute((tx) => storeDeclaration(app, tx, { ...declared, match, settle: leaveToOperator }))
    })
  return declared.at
}

/** Finds the booking that a declaration proves: by the mailed link unless the text names another booking, else by number and address. */
async function findMatch(app: App, declaration: Declaration): Promise<Match | undefined> {
  const match = await findNamed(app, declaration)
  if (!match) return undefined
  // A payment of the rest is no contract of its own: the job is withdrawn from.
  return { ...match, bookingId: (await findInstalmentJob(app.db, match.bookingId)) ?? match.bookingId }
}

async function findNamed(app: App, { token, contract, email }: Declaration): Promise<Match | undefined> {
  const numbers = bookingNumbersIn(contract)
  const opened = token ? await openLinked(app, token) : undefined
  if (opened && (numbers.length === 0 || numbers.includes(opened.id.slice(-8)))) return { bookingId: opened.id, proof: 'link' }
  if (numbers.length === 0) return undefined
  const [found, ...others] = await listBookingsByNumber(app.db, { email, numbers })
  return found && others.length === 0 ? { bookingId: found.id, proof: 'address' } : undefined
}

/** An expired link is ignored: the text of the declaration remains. */
const openLinked = (app: App, token: string) =>
  openBookingLink(app, token).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })

type Outcome = { cause: Cause | null; refundCents: number | null }
type Settle = (app: App, tx: Transaction, declared: Declared & { match: Match | undefined }) => Promise<Outcome>

/**
 * Stores a declaration. Locks appointment and booking first (the general lock order), which serializes the declarations about a booking.
 */
async function storeDeclaration(app: App, tx: Transaction, declared: Declared & { match: Match | undefined; settle: Settle }) {
  const { declaration, at, match, settle } = declared
  const fingerprint = fingerprintOf(declaration, match)
  if (match) await lockAppointment(tx, match.bookingId)
  if (match) await lockBooking(tx, match.bookingId)
  const repeated = await countWithdrawalAgain(tx, { fingerprint, at })
  const kept = repeated ?? (await insertWithdrawal(tx, { ...rowOf(declared, await settle(app, tx, declared)), fingerprint }))
  await enqueueMail(tx, receiptMail({ withdrawal: kept, at }))
  if (kept.times === 1 && kept.cause)
    await enqueueMail(tx, openWithdrawalMail({ to: app.config.adminEmail, withdrawal: kept, publicUrl: app.config.publicUrl }))
}

/** Key of equal declarations: the booking, else the text. */
function fingerprintOf({ name, contract, email }: Declaration, match: Match | undefined) {
  if (match) return `booking:${match.bookingId}`
  const said = JSON.stringify([foldText(name), foldText(contract), email])
  return `words:${createHash('sha256').update(said).digest('base64url')}`
}

function rowOf({ declaration, at, match }: Declared & { match: Match | undefined }, { cause, refundCents }: Outcome) {
  const { name, contract, email } = declaration
  const decision = cause
    ? ({ status: 'open', decidedAt: null, decidedBy: null, refundCents: null } as const)
    : ({ status: 'accepted', decidedAt: at, decidedBy: 'system', refundCents } as const)
  const about = { bookingId: match?.bookingId ?? null, proof: match?.proof ?? null }
  return { name, contract, email, declaredAt: at, lastDeclaredAt: at, ...about, cause, ...decision }
}

/** Reason in the audit log. Customer and company get theirs in the cancellation's mails. */
const auditReason = 'Widerruf des Vertrags'

const settleDeclaration: Settle = async (app, tx, { match, requestId, at }) => {
  if (!match) return { cause: 'unmatched', refundCents: null }
  const booking = await lockBooking(tx, match.bookingId)
  const cause = booking
    ? (causeOf(booking, at) ?? (await causeOfPayout(tx, booking)) ?? (await causeOfStart(tx, booking, at)))
    : 'unmatched'
  if (cause) return { cause, refundCents: null }
  try {
    const order = { bookingId: match.bookingId, by: 'withdrawal', reason: auditReason, actor: 'customer', requestId } as const
    const { refundCents } = await cancelBookingIn(app, tx, order)
    return { cause: null, refundCents: refundCents ?? null }
  } catch (error) {
    // The refusal is thrown before anything is written, so the transaction is still usable.
    const refused = error instanceof Problem ? causesOfRefusal[error.code] : undefined
    if (!refused) throw error
    return { cause: refused, refundCents: null }
  }
}

/** A paid-out service was probably provided: the operator decides about a full refund. */
const causeOfPayout = async (tx: Transaction, booking: Parameters<typeof isSharePaidOut>[1]): Promise<Cause | undefined> =>
  (await isSharePaidOut(tx, booking)) ? 'paidOut' : undefined

/** For a disputed payment the cancellation itself is refused, with that cause. */
const causeOfStart = async (tx: Transaction, booking: DeclaredBooking & { id: string }, at: Date): Promise<Cause | undefined> =>
  isBegunUnasked(booking, at) && !(await isDisputed(tx, booking.id)) ? 'begun' : undefined

const leaveToOperator: Settle = async () => ({ cause: 'failed', refundCents: null })

/** Returns the booking of a mailed link for the form. Throws bookingLinkProblems. */
export async function readContract(app: App, token: string) {
  const booking = await openBookingLink(app, token)
  const shown = await findDeclaredBooking(app.db, booking.id)
  if (!shown) throw withdrawalProblems.bookingUnknown()
  return { ...shown, bookingNumber: shortId(shown.id), bookingTime: shown.bookingTime.slice(0, 5) }
}

/** Deletes decided declarations at the end of the sixth year (§ 257 Abs. 4 HGB). */
export async function sweepWithdrawals(app: App) {
  const year = Number(berlinDay(app.now()).slice(0, 4))
  await deleteDecidedBefore(app.db, berlinInstant(`${year - retentionYears}-01-01`, '00:00'))
}

/** Returns the declarations with a person's confirmed address, for the export of personal data. */
export const exportWithdrawals = (app: App, { email }: Person) => listWithdrawalsForExport(app.db, email)
