import { createHash } from 'node:crypto'
import { lockAppointment } from '#src/bookings/appointments/actions.ts'
import { openBookingLink } from '#src/bookings/links/actions.ts'
import { lockBooking } from '#src/bookings/store.ts'
import { berlinDay, berlinInstant } from '#src/kit/dates.ts'
import { Problem } from '#src/kit/problems.ts'
import { foldText, shortId } from '#src/kit/text.ts'
import { isDisputed } from '#src/payments/disputes/actions.ts'
import { cancelBookingIn, isShareTaken } from '#src/refunds/cancelActions.ts'
import type { App, Person } from '#src/server/app.ts'
import type { CountCreated } from '#src/server/calls/endpoint.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { openWithdrawalMail, receiptMail } from './mails.ts'
import {
  bookingNumbersIn,
  type Cause,
  causeOf,
  causesOfRefusal,
  type Declaration,
  type DeclaredBooking,
  isBegunUnasked,
  keptYears,
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

/**
 * Takes a declaration of withdrawal, whatever it says (§ 356a BGB). One that names its booking, in time and not exempt, cancels it with all
 * that was paid on its way back, in one transaction; every other one waits for the operator. The same again has one effect and one more
 * receipt. Answers when it arrived.
 */
type Given = { declaration: Declaration; requestId: string; countCreated: CountCreated }
export async function declareWithdrawal(app: App, { countCreated, ...given }: Given) {
  const declared = { ...given, at: app.now() }
  await app.db.transaction().execute(countCreated)
  const match = await findMatch(app, given.declaration)
  await app.db
    .transaction()
    .execute((tx) => keepDeclaration(app, tx, { ...declared, match, settle: settleDeclaration }))
    .catch((error: unknown) => {
      // No error with a booking may lose the declaration.
      app.log.error({ err: error }, 'a withdrawal could not be carried out and waits for the operator')
      return app.db.transaction().execute((tx) => keepDeclaration(app, tx, { ...declared, match, settle: leaveToOperator }))
    })
  return declared.at
}

/** The booking that a declaration proves to mean: by the link of a mail unless other words name another one, else by number and address. */
async function findMatch(app: App, { token, contract, email }: Declaration): Promise<Match | undefined> {
  const numbers = bookingNumbersIn(contract)
  const opened = token ? await openLinked(app, token) : undefined
  if (opened && (numbers.length === 0 || numbers.includes(opened.id.slice(-8)))) return { bookingId: opened.id, proof: 'link' }
  if (numbers.length === 0) return undefined
  const [found, ...others] = await listBookingsByNumber(app.db, { email, numbers })
  return found && others.length === 0 ? { bookingId: found.id, proof: 'address' } : undefined
}

/** A link that is no longer valid is ignored: the text of the declaration remains. */
const openLinked = (app: App, token: string) =>
  openBookingLink(app, token).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })

type Outcome = { cause: Cause | null; refundCents: number | null }
type Settle = (app: App, tx: Transaction, declared: Declared & { match: Match | undefined }) => Promise<Outcome>

/** Its time and the booking are locked first, as everywhere: of declarations about it, one comes after the other. */
async function keepDeclaration(app: App, tx: Transaction, declared: Declared & { match: Match | undefined; settle: Settle }) {
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

/** What makes two declarations the same: the booking, or else the words. */
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

/** The reason in the audit log. Customer and company get their reasons in the mails of the cancellation. */
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
    // Refused before anything was written.
    const refused = error instanceof Problem ? causesOfRefusal[error.code] : undefined
    if (!refused) throw error
    return { cause: refused, refundCents: null }
  }
}

/** A service that was paid out was probably provided: the operator decides whether all of it is refunded. */
const causeOfPayout = async (tx: Transaction, booking: Parameters<typeof isShareTaken>[1]): Promise<Cause | undefined> =>
  (await isShareTaken(tx, booking)) ? 'paidOut' : undefined

/** A disputed payment is refused by the cancellation, with that as its cause. */
const causeOfStart = async (tx: Transaction, booking: DeclaredBooking & { id: string }, at: Date): Promise<Cause | undefined> =>
  isBegunUnasked(booking, at) && !(await isDisputed(tx, booking.id)) ? 'begun' : undefined

const leaveToOperator: Settle = async () => ({ cause: 'failed', refundCents: null })

/** The booking behind the link of a mail, as the form shows it. Throws bookingLinkProblems. */
export async function readContract(app: App, token: string) {
  const booking = await openBookingLink(app, token)
  const shown = await findDeclaredBooking(app.db, booking.id)
  if (!shown) throw withdrawalProblems.bookingUnknown()
  return { ...shown, bookingNumber: shortId(shown.id), bookingTime: shown.bookingTime.slice(0, 5) }
}

/** Forgets decided declarations at the end of the sixth year (§ 257 Abs. 4 HGB). */
export async function sweepWithdrawals(app: App) {
  const year = Number(berlinDay(app.now()).slice(0, 4))
  await deleteDecidedBefore(app.db, berlinInstant(`${year - keptYears}-01-01`, '00:00'))
}

/** What the export of a person's data says about the declarations that gave their confirmed address. */
export const exportWithdrawals = (app: App, { email }: Person) => listWithdrawalsForExport(app.db, email)
