import { Problem, problemsOf } from '#src/platform/kit/problems.ts'
import type { App, Session } from '../app.ts'
import type { AnyEndpoint, Caller, CallerKind, OwnerCaller, OwnerKind } from './endpoint.ts'

/** Hours that a browser stays past the dashboard code (docs/spec.md#lifetimes). */
export const dashboardHours = 8

/** Refusals of callers of the wrong kind (docs/spec.md#who-may-call): 401 without a session, 403 if a step is missing. */
export const guardProblems = {
  ...problemsOf('accounts', { signInNeeded: [401, 'Bitte melden Sie sich an.'] }),
  ...problemsOf('admin', {
    passwordNeeded: [401, 'Bitte melden Sie sich als Administrator an.'],
    codeNeeded: [403, 'Bitte bestätigen Sie den Zugriff mit dem Code aus der E-Mail.'],
  }),
  /** Its code is specified (docs/spec.md#dashboard-code), so it has no slice as prefix. */
  stepUpNeeded: () => new Problem('step_up_required', 403, 'Bitte bestätigen Sie den Zugriff mit dem Code aus der E-Mail.'),
}

type Proof = { session?: true; code?: true; admin?: 'password' | 'both' }
/** Proofs that each kind of caller needs; `company`: it owns the company that the request names. */
const proofs: { readonly [Kind in CallerKind]: Proof & { company: Kind extends OwnerKind ? true : false } } = {
  V: { company: false },
  T: { company: false },
  U: { company: false, session: true },
  U2: { company: false, session: true, code: true },
  P: { company: true, session: true },
  P2: { company: true, session: true, code: true },
  A1: { company: false, admin: 'password' },
  A2: { company: false, admin: 'both' },
  S: { company: false },
  X: { company: false },
}

type Guarded = Pick<AnyEndpoint, 'allows' | 'stepUpMinutes'>

/** Refuses callers without the session, the sign-in step or the code that the operation requires. Ownership is checked by `findOwner`. */
export function guard(app: App, one: Guarded, { session, admin }: Caller) {
  const needs = proofs[one.allows]
  if (needs.session && !session) throw guardProblems.signInNeeded()
  if (needs.code && !hasPassedCode(app, session?.steppedUpAt, one.stepUpMinutes)) throw guardProblems.stepUpNeeded()
  if (needs.admin && !admin) throw guardProblems.passwordNeeded()
  if (needs.admin !== 'both') return
  if (admin?.state !== 'authenticated') throw guardProblems.codeNeeded()
  if (one.stepUpMinutes && !hasPassedCode(app, admin.confirmedAt, one.stepUpMinutes)) throw guardProblems.stepUpNeeded()
}

/** Refuses users who have not passed the dashboard code: for operations that require it of some users only. */
export function requireCode(app: App, { steppedUpAt }: Session, minutes?: number) {
  if (!hasPassedCode(app, steppedUpAt, minutes)) throw guardProblems.stepUpNeeded()
}

/** Returns true if the operation is for the owner of the company that its request names. */
export const isForOwner = (kind: CallerKind) => proofs[kind].company

/** Returns true if the code was entered within so many minutes, by default within the dashboard's hours. */
export function hasPassedCode(app: App, at: Date | null | undefined, minutes = dashboardHours * 60) {
  return at instanceof Date && app.now().getTime() - at.getTime() < minutes * 60_000
}

/**
 * Returns the caller as owner of the company that the request names. Throws the companies' refusal if the company has another owner or does
 * not exist.
 */
export async function findOwner(app: App, caller: Caller, named: unknown): Promise<Caller & { companyId?: string }> {
  if (!caller.session) throw guardProblems.signInNeeded()
  const companyId = typeof named === 'string' ? named.toLowerCase() : ''
  await app.hooks.requireOwnCompany(app, { userId: caller.session.userId, companyId })
  return { ...caller, companyId }
}

/** Returns the refusal if the reader of a stream has lost the permission. Checked before each part is sent. */
export async function refusalNow(app: App, one: Guarded, { caller, cookies }: { caller: OwnerCaller; cookies: string }) {
  try {
    const session = await app.hooks.findSession(app, cookies)
    if (session?.id !== caller.session.id) return guardProblems.signInNeeded()
    guard(app, one, { ...caller, session })
    await findOwner(app, { ...caller, session }, caller.companyId)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
