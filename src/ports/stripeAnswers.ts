import Stripe from 'stripe'
import { PaymentsBusy, PaymentsDeclined, PaymentsRefused, PaymentsStuck, PaymentsUnavailable, PaymentsUncovered } from './payments.ts'

/** A lookup is repeated soon anyway, so it must not wait long. */
export const lookUp = { timeout: 8_000, maxNetworkRetries: 1 }

/** The SDK's errors as the port's: no answer or the PSP's own fault leave the outcome open, anything else is a refusal. */
export async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.statusCode === 409) throw new PaymentsBusy(error.code ?? error.type)
    const isOpen = error.statusCode === undefined || error.statusCode >= 500 || error.statusCode === 429
    // Messages may quote what a customer typed, so only the code goes further.
    const what = `${error.type} ${error.code ?? ''} (${error.statusCode ?? 'no answer'})`
    if (isOpen && error.headers?.['idempotent-replayed'] === 'true') throw new PaymentsStuck(what)
    if (isOpen) throw new PaymentsUnavailable(what)
    if (error.code === 'balance_insufficient') throw new PaymentsUncovered(what)
    throw error instanceof Stripe.errors.StripeCardError ? new PaymentsDeclined(what) : new PaymentsRefused(what)
  }
}

/** Undefined only when the PSP says that the object does not exist; a wrong key or a refused address must not look the same. */
export const foundOr = <T>(ask: () => Promise<T>): Promise<T | undefined> =>
  translated(() =>
    ask().catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined
      throw error
    }),
  )

/** The id of another object, which the PSP gives as its id or, on request, as the whole object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Stripe's moments are seconds since 1970. */
export const dateOf = (seconds: number): Date => new Date(seconds * 1000)
export const dateOrNull = (seconds: number | null): Date | null => (seconds === null ? null : dateOf(seconds))
