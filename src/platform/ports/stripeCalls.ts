import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import {
  PaymentsBusy,
  PaymentsDeclined,
  PaymentsKeyRefused,
  PaymentsRefused,
  PaymentsStuck,
  PaymentsUnavailable,
  PaymentsUncovered,
} from './payments.ts'

/** Options of lookups, which are repeated soon anyway, and of calls that a visitor waits for: 17 seconds if the PSP does not answer. */
export const promptOptions = { timeout: 8_000, maxNetworkRetries: 1 }

/** The official SDK: a client, and its error classes. */
export type Sdk = { stripe: Stripe; errors: typeof Stripe.errors }
export type Asking = ReturnType<typeof asking>
export type KeyAlarm = (reason: string) => Promise<void>

/**
 * Wraps calls to Stripe; the first call opens the SDK. `ask` throws the port's errors: after no response or a server error the outcome is
 * unknown, any other error is a refusal. `find` returns undefined only if the PSP reports that the object does not exist, never for a wrong
 * API key or URL. A refused API key is reported to `onKeyRefused`, for every call.
 */
export function asking(open: () => Promise<Sdk>, onKeyRefused: KeyAlarm = async () => {}) {
  let opened: Promise<Sdk> | undefined
  async function ask<T>(question: (stripe: Stripe, errors: Sdk['errors']) => Promise<T>): Promise<T> {
    opened ??= open()
    const { stripe, errors } = await opened
    try {
      return await question(stripe, errors)
    } catch (error) {
      const known = translated(error, errors)
      if (known instanceof PaymentsKeyRefused) await onKeyRefused(known.message)
      throw known
    }
  }
  const find = <T>(question: (stripe: Stripe, errors: Sdk['errors']) => Promise<T>): Promise<T | undefined> =>
    ask((stripe, errors) =>
      question(stripe, errors).catch((error: unknown) => {
        if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined
        throw error
      }),
    )
  return { ask, find }
}

function translated(error: unknown, errors: Sdk['errors']) {
  if (!(error instanceof errors.StripeError)) return error
  if (error.statusCode === 409) return new PaymentsBusy(error.code ?? error.type)
  const isOpen = error.statusCode === undefined || error.statusCode >= 500 || error.statusCode === 429
  const what = describeRefusal(error)
  if (isKeyRefused(error)) return new PaymentsKeyRefused(what)
  if (isOpen && isStored(error)) return new PaymentsStuck(what)
  if (isOpen) return new PaymentsUnavailable(what)
  if (error.code === 'balance_insufficient') return new PaymentsUncovered(what)
  return error instanceof errors.StripeCardError ? new PaymentsDeclined(what) : new PaymentsRefused(what)
}

const isStored = ({ headers }: Stripe.errors.StripeError) => headers?.['idempotent-replayed'] === 'true'

export type Creation<T> = { create: (idempotencyKey: string) => Promise<T>; find: () => Promise<T | undefined> }

/**
 * Creates an object under an idempotency key. If the PSP has stored its own failure under the key, which it repeats for a day, `find` looks
 * for what the failed call made, and without it the object is created under a fresh key.
 */
export async function createPastFailure<T>({ errors }: Sdk, key: string, { create, find }: Creation<T>): Promise<T> {
  try {
    return await create(key)
  } catch (error) {
    if (!(error instanceof errors.StripeError && (error.statusCode ?? 0) >= 500 && isStored(error))) throw error
    return (await find()) ?? (await create(`${key}:${randomUUID()}`))
  }
}

/** Error messages may quote a customer's input, so only codes are passed on, with ids for Stripe's log and documentation. */
function describeRefusal({ type, code, statusCode, param, requestId, doc_url, message }: Stripe.errors.StripeError) {
  // Names of permissions are no personal data, and the only hint at what a restricted key lacks.
  const found = [/\brak_\w+/.exec(message)?.[0], param && `param ${param}`, requestId, doc_url].filter((part) => part)
  return [`${type} ${code ?? ''} (${statusCode ?? 'no answer'})`, ...found].join(' ')
}

/**
 * True if the API key is unknown, expired, restricted or of the wrong mode. A 403 with `account_invalid` concerns a connected account
 * instead.
 */
const isKeyRefused = ({ statusCode, code }: Stripe.errors.StripeError) =>
  statusCode === 401 || (statusCode === 403 && code !== 'account_invalid') || keyCodes.includes(code ?? '')
const keyCodes = ['api_key_expired', 'platform_api_key_expired', 'secret_key_required', 'livemode_mismatch', 'testmode_charges_only']

/** Id of another object, which the PSP gives as its id or, on request, as the whole object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Converts Stripe's times: seconds since 1970. */
export const dateOf = (seconds: number): Date => new Date(seconds * 1000)
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)
export const dateOrNull = (seconds: number | null): Date | null => (seconds === null ? null : dateOf(seconds))
