import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { offerOf } from '#src/money/plans/subscriptionRules.ts'
import { PaymentsKeyRefused } from '#src/platform/ports/payments.ts'
import { neededEvents } from '#src/platform/ports/stripeEvents.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'

export type Access = { secretKey: string; apiUrl: string | undefined; publicUrl: string }
export type Finding = { question: string; isRight: boolean; answer: string }

/**
 * The eight questions of a go-live, put to Stripe with a test-mode key and the product's own calls. They leave test objects behind (a
 * customer, a price, an account, expired sessions) and move no money.
 */
export async function askStripe(access: Access): Promise<Finding[]> {
  const payments = stripePayments({ ...access, webhookSecret: '' })
  const stripe = sdkOf(access)
  const run = `check-${randomUUID()}`
  const page = { expiresAt: new Date(Date.now() + 35 * 60_000), successUrl: access.publicUrl, cancelUrl: access.publicUrl }
  const email = 'pruefung@handschlag.example'
  const customer = () => payments.ensureCustomer({ companyId: run, email, name: 'Go-live', idempotencyKey: `${run}:customer` })
  const questions: [string, () => Promise<string>][] = [
    ['Nimmt Stripe den Schlüssel an?', async () => `Guthaben ${JSON.stringify(await payments.readBalance())}`],
    [
      'Lässt sich eine Buchung bezahlen?',
      async () => {
        const offer = { bookingId: randomUUID(), title: 'Prüfung', description: 'Prüfung', customerEmail: email, amountCents: 100 }
        for (const isHeld of [false, true]) {
          const session = await payments.startCheckout({ ...offer, ...page, isHeld, idempotencyKey: `${run}:checkout:${isHeld}` })
          await payments.expireCheckout(session.id)
        }
        return 'sofort und mit Zusage'
      },
    ],
    [
      'Lässt sich ein Abonnement abschließen?',
      async () => {
        const { id: customerId } = await customer()
        const checkout = { companyId: run, checkoutId: run, customerId, plan: offerOf('basic'), idempotencyKey: `${run}:subscription` }
        await payments.expireCheckout((await payments.startSubscriptionCheckout({ ...checkout, ...page })).id)
        return 'ja'
      },
    ],
    [
      'Öffnet sich das Kundenportal?',
      async () => (await payments.openBillingPortal({ customerId: (await customer()).id, returnUrl: access.publicUrl })).url,
    ],
    [
      'Sind Auszahlungskonten freigegeben?',
      async () => (await payments.createPayoutAccount({ companyId: run, email, name: 'Go-live', idempotencyKey: `${run}:account` })).id,
    ],
    ['Sind alle Webhooks angemeldet?', () => compareWebhooks(stripe, access.publicUrl)],
    ['Darf der Schlüssel lesen, was der Abgleich liest?', () => readAll(payments)],
    ['Darf der Schlüssel erstatten, einziehen und auszahlen?', () => tryMoney(stripe)],
  ]
  const findings: Finding[] = []
  for (const [question, ask] of questions) findings.push(await answerOf(question, ask))
  return findings
}

async function answerOf(question: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { question, isRight: true, answer: await ask() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { question, isRight: false, answer: error instanceof PaymentsKeyRefused ? `Schlüssel abgelehnt: ${message}` : message }
  }
}

function sdkOf({ secretKey, apiUrl }: Access) {
  if (!apiUrl) return new Stripe(secretKey, { telemetry: false })
  const { hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
}

async function compareWebhooks(stripe: Stripe, publicUrl: string) {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const own = data.filter(({ url, status }) => url === `${publicUrl}/webhooks/stripe` && status === 'enabled')
  if (own.length === 0) throw new Error(`kein aktiver Endpunkt für ${publicUrl}/webhooks/stripe`)
  const registered = new Set<string>(own.flatMap(({ enabled_events }) => enabled_events))
  const missing = registered.has('*') ? [] : neededEvents.filter((name) => !registered.has(name))
  if (missing.length > 0) throw new Error(`es fehlen: ${missing.join(', ')}`)
  return `${neededEvents.length} Ereignisse`
}

async function readAll(payments: ReturnType<typeof stripePayments>) {
  const [from, to] = [new Date(Date.now() - 60_000), new Date()]
  await payments.listBalanceTransactionsBetween({ from, to })
  await payments.listUndeliveredEvents({ since: from })
  await payments.findDispute('du_pruefung')
  await payments.findBankPayout('po_pruefung')
  await payments.findTransferById('tr_pruefung')
  await payments.findRefundById('re_pruefung')
  await payments.findSubscription('sub_pruefung')
  await payments.findInvoice('in_pruefung')
  return 'ja'
}

/** Writes about objects that do not exist: 'no such object' says that the key may, a refused permission that it may not. */
async function tryMoney(stripe: Stripe) {
  const id = 'pi_pruefung'
  const tries: [string, () => Promise<unknown>][] = [
    ['erstatten', () => stripe.refunds.create({ payment_intent: id })],
    ['einziehen', () => stripe.paymentIntents.capture(id)],
    ['freigeben', () => stripe.paymentIntents.cancel(id)],
    ['auszahlen', () => stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct_pruefung' })],
    ['zurückholen', () => stripe.transfers.createReversal('tr_pruefung', { amount: 1 })],
  ]
  const refused: string[] = []
  for (const [word, attempt] of tries) {
    const error = await attempt().catch((cause: unknown) => cause)
    const isRefused =
      error instanceof Stripe.errors.StripeError &&
      (error.statusCode === 401 || (error.statusCode === 403 && error.code !== 'account_invalid'))
    if (isRefused) refused.push(`${word} (${/\brak_\w+/.exec(error.message)?.[0] ?? error.type})`)
  }
  if (refused.length > 0) throw new Error(`darf nicht: ${refused.join(', ')}`)
  return 'ja'
}
