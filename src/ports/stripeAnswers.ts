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

/** A lookup is repeated soon anyway, so it must not wait long. */
export const lookUp = { timeout: 8_000, maxNetworkRetries: 1 }

/** The official SDK: a client of it, and the classes of its errors. */
export type Sdk = { stripe: Stripe; errors: typeof Stripe.errors }
export type Asking = ReturnType<typeof asking>
export type KeyAlarm = (reason: string) => Promise<void>

/**
 * How Stripe is asked; the SDK is opened by the first question. `ask` throws the port's errors: no answer or the PSP's own fault leave the
 * outcome open, anything else is a refusal. `find` is undefined only when the PSP says that the object does not exist; a wrong key or a
 * refused address must not look the same. A refused key is reported to `onKeyRefused`, whatever the call was.
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
  if (isOpen && error.headers?.['idempotent-replayed'] === 'true') return new PaymentsStuck(what)
  if (isOpen) return new PaymentsUnavailable(what)
  if (error.code === 'balance_insufficient') return new PaymentsUncovered(what)
  return error instanceof errors.StripeCardError ? new PaymentsDeclined(what) : new PaymentsRefused(what)
}

/** Messages may quote what a customer typed, so only codes go further, with what finds the call in Stripe's log and documentation. */
function describeRefusal({ type, code, statusCode, param, requestId, doc_url, message }: Stripe.errors.StripeError) {
  // Names of permissions are no one's data, and the only hint at what a restricted key lacks.
  const found = [/\brak_\w+/.exec(message)?.[0], param && `param ${param}`, requestId, doc_url].filter((part) => part)
  return [`${type} ${code ?? ''} (${statusCode ?? 'no answer'})`, ...found].join(' ')
}

/** A key that is unknown, rolled, too narrow or of the other mode. 403 also says that a connected account is not ours: that is about the account. */
const isKeyRefused = ({ statusCode, code }: Stripe.errors.StripeError) =>
  statusCode === 401 || (statusCode === 403 && code !== 'account_invalid') || keyCodes.includes(code ?? '')
const keyCodes = ['api_key_expired', 'platform_api_key_expired', 'secret_key_required', 'livemode_mismatch', 'testmode_charges_only']

/** The id of another object, which the PSP gives as its id or, on request, as the whole object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Stripe's moments are seconds since 1970. */
export const dateOf = (seconds: number): Date => new Date(seconds * 1000)
export const dateOrNull = (seconds: number | null): Date | null => (seconds === null ? null : dateOf(seconds))
