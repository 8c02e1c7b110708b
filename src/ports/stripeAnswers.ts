import type Stripe from 'stripe'
import { PaymentsBusy, PaymentsDeclined, PaymentsRefused, PaymentsStuck, PaymentsUnavailable, PaymentsUncovered } from './payments.ts'

/** A lookup is repeated soon anyway, so it must not wait long. */
export const lookUp = { timeout: 8_000, maxNetworkRetries: 1 }

/** The official SDK: a client of it, and the classes of its errors. */
export type Sdk = { stripe: Stripe; errors: typeof Stripe.errors }
export type Asking = ReturnType<typeof asking>

/**
 * How Stripe is asked; the SDK is opened by the first question. `ask` throws the port's errors: no answer or the PSP's own fault leave the
 * outcome open, anything else is a refusal. `find` is undefined only when the PSP says that the object does not exist; a wrong key or a
 * refused address must not look the same.
 */
export function asking(open: () => Promise<Sdk>) {
  let opened: Promise<Sdk> | undefined
  async function ask<T>(question: (stripe: Stripe, errors: Sdk['errors']) => Promise<T>): Promise<T> {
    opened ??= open()
    const { stripe, errors } = await opened
    try {
      return await question(stripe, errors)
    } catch (error) {
      throw translated(error, errors)
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
  // Messages may quote what a customer typed, so only the code goes further.
  const what = `${error.type} ${error.code ?? ''} (${error.statusCode ?? 'no answer'})`
  if (isOpen && error.headers?.['idempotent-replayed'] === 'true') return new PaymentsStuck(what)
  if (isOpen) return new PaymentsUnavailable(what)
  if (error.code === 'balance_insufficient') return new PaymentsUncovered(what)
  return error instanceof errors.StripeCardError ? new PaymentsDeclined(what) : new PaymentsRefused(what)
}

/** The id of another object, which the PSP gives as its id or, on request, as the whole object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Stripe's moments are seconds since 1970. */
export const dateOf = (seconds: number): Date => new Date(seconds * 1000)
export const dateOrNull = (seconds: number | null): Date | null => (seconds === null ? null : dateOf(seconds))
