import type { AccountsCalls } from '#src/accounts/http.ts'
import type { AdminBookingsCalls } from '#src/admin/bookings/http.ts'
import type { AdminCompanyCalls } from '#src/admin/companies/http.ts'
import type { AdminCalls } from '#src/admin/gate/http.ts'
import type { OverviewCalls } from '#src/admin/overview/http.ts'
import type { AdminRevenuesCalls } from '#src/admin/revenue/http.ts'
import type { SettingsCalls } from '#src/admin/settings/http.ts'
import type { BookingsCalls } from '#src/bookings/http.ts'
import type { ClaimCalls } from '#src/companies/claims/http.ts'
import type { CompaniesCalls } from '#src/companies/http.ts'
import type { ImageCalls } from '#src/companies/images/http.ts'
import type { PayoutAccountCalls } from '#src/companies/payoutAccounts/http.ts'
import type { ProfileCalls } from '#src/companies/profile/http.ts'
import type { DashboardCalls } from '#src/dashboard/http.ts'
import type { FilesCalls } from '#src/files/http.ts'
import { unknownErrorText } from '#src/kit/problems.ts'
import type { MailingsCalls } from '#src/mailings/http.ts'
import type { OptOutCalls } from '#src/mailings/optOutHttp.ts'
import type { ReconciliationCalls } from '#src/payments/reconciliation/http.ts'
import type { BankCalls } from '#src/payouts/bank/http.ts'
import type { PayoutListCalls } from '#src/payouts/lists/http.ts'
import type { PayoutCalls } from '#src/payouts/runs/http.ts'
import type { StatementCalls } from '#src/payouts/statements/http.ts'
import type { PlansCalls } from '#src/plans/http.ts'
import type { CancelCalls } from '#src/refunds/cancelHttp.ts'
import type { RefundCalls } from '#src/refunds/http.ts'
import type { CompanyReviewsCalls } from '#src/reviews/companyHttp.ts'
import type { ReviewsCalls } from '#src/reviews/http.ts'
import type { ReviewWritingCalls } from '#src/reviews/writingHttp.ts'
import type { SearchCalls } from '#src/search/query/http.ts'
import type { SuggestCalls } from '#src/search/query/suggestHttp.ts'
import type { ContactCalls } from '#src/support/contactHttp.ts'
import type { ReportCalls } from '#src/support/reportHttp.ts'
import type { WithdrawalsCalls } from '#src/withdrawals/http.ts'
import { noteFailed, noteSucceeded } from '../shell/toast.ts'

type Calls = AccountsCalls &
  AdminRevenuesCalls &
  AdminCalls &
  OverviewCalls &
  SettingsCalls &
  AdminCompanyCalls &
  AdminBookingsCalls &
  ReviewsCalls &
  ReviewWritingCalls &
  CompanyReviewsCalls &
  BookingsCalls &
  CompaniesCalls &
  ClaimCalls &
  PlansCalls &
  DashboardCalls &
  ProfileCalls &
  FilesCalls &
  ImageCalls &
  SearchCalls &
  SuggestCalls &
  BankCalls &
  ReconciliationCalls &
  PayoutCalls &
  PayoutListCalls &
  StatementCalls &
  RefundCalls &
  CancelCalls &
  WithdrawalsCalls &
  PayoutAccountCalls &
  MailingsCalls &
  ContactCalls &
  ReportCalls &
  OptOutCalls
export type CallName = keyof Calls
export type CallBody<Name extends CallName> = Calls[Name]['body']
export type CallAnswer<Name extends CallName> = Calls[Name]['answer']

/** A refused or failed call, with the German sentence to show; `fields` holds the texts for a form's fields. */
export class CallError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string[]>
  constructor(answer: { error?: string; code?: string; fields?: Record<string, string[]> }, status: number) {
    super(answer.error || (status === 0 ? unreachable : unknownErrorText))
    this.code = answer.code ?? 'unreachable'
    this.status = status
    this.fields = answer.fields ?? {}
  }
}

/** What people read when no answer came at all. */
export const unreachable = 'Keine Verbindung. Ihre Eingaben bleiben erhalten.'

const procedures = new Set<string>(['get_homepage_stats', 'search_companies_safe', 'get_public_companies_simple', 'get_public_reviews'])

const authCalls = new Set<string>(['sign-up', 'sign-in', 'sign-out', 'session', 'resend', 'recover', 'verify', 'exchange', 'user'])

/** The address of a call: procedures, sign-in calls and functions as docs/spec.md#calls places them. */
export const callPath = (name: CallName) => {
  if (procedures.has(name)) return `/rest/v1/rpc/${name}`
  return authCalls.has(name) ? `/auth/v1/${name}` : `/functions/v1/${name}`
}

/**
 * Calls the server by the name of the call. Answers the parsed body and, for lists, the total of all pages.
 * @throws {CallError} for every answer that is not 2xx, and with status 0 when there was none.
 */
export async function callWithTotal<Name extends CallName>(name: Name, body: Calls[Name]['body'], options: CallOptions = {}) {
  const answer = await fetch(callPath(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}) },
    body: JSON.stringify(body),
    signal: options.signal ?? null,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    noteFailed(name)
    throw new CallError({}, 0)
  })
  const read: unknown = await answer.json().catch(() => ({}))
  if (!answer.ok) {
    noteFailed(name)
    throw new CallError(read as Refusal, answer.status)
  }
  noteSucceeded(name)
  return { answer: read as Calls[Name]['answer'], total: Number(answer.headers.get('x-total-count') ?? 0) }
}

/** The same, the body of the answer alone. */
export const call = async <Name extends CallName>(name: Name, body: Calls[Name]['body'], options: CallOptions = {}) =>
  (await callWithTotal(name, body, options)).answer

type Refusal = { error?: string; code?: string; fields?: Record<string, string[]> }
type CallOptions = { idempotencyKey?: string; signal?: AbortSignal }
