import { unknownErrorText } from '#src/platform/kit/problems.ts'
import type { Calls } from '#src/wiring.ts'
import { noteFailed, noteSucceeded } from '../shell/toast.ts'

export type CallName = keyof Calls
export type CallBody<Name extends CallName> = Calls[Name]['body']
export type CallAnswer<Name extends CallName> = Calls[Name]['answer']

/** Refused or failed call, with the German sentence to show; `fields` holds the texts for a form's fields. */
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

/** Shown if there was no response at all. */
export const unreachable = 'Keine Verbindung. Ihre Eingaben bleiben erhalten.'

const procedures = new Set<string>(['get_homepage_stats', 'search_companies_safe', 'get_public_companies_simple', 'get_public_reviews'])

const authCalls = new Set<string>(['sign-up', 'sign-in', 'sign-out', 'session', 'resend', 'recover', 'verify', 'exchange', 'user'])

/** Path of a call: procedures, sign-in calls and functions as in docs/spec.md#calls. */
export const callPath = (name: CallName) => {
  if (procedures.has(name)) return `/rest/v1/rpc/${name}`
  return authCalls.has(name) ? `/auth/v1/${name}` : `/functions/v1/${name}`
}

/**
 * Calls the server by the name of the call. Returns the parsed body and, for lists, the total of all pages.
 * @throws {CallError} for every response that is not 2xx, and with status 0 without a response.
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

/** Like `callWithTotal`, but returns only the body. */
export const call = async <Name extends CallName>(name: Name, body: Calls[Name]['body'], options: CallOptions = {}) =>
  (await callWithTotal(name, body, options)).answer

type Refusal = { error?: string; code?: string; fields?: Record<string, string[]> }
type CallOptions = { idempotencyKey?: string; signal?: AbortSignal }
