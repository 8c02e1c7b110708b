import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { offerOf } from '#src/money/plans/subscriptionRules.ts'
import { PaymentsKeyRefused } from '#src/platform/ports/payments.ts'
import { neededEvents } from '#src/platform/ports/stripeEvents.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'

export type Access = { secretKey: string; apiUrl: string | undefined; publicUrl: string }
export type Finding = { question: string; isRight: boolean; answer: string }

/**
 * Runs the eight checks before a launch against Stripe, with a test-mode key and the product's own calls. They leave test objects behind (a
 * customer, a price, an account, expired sessions) and move no money.
 */
export async function checkStripe(access: Access): Promise<Finding[]> {
  const payments = stripePayments({ ...access, webhookSecret: '' })
  const stripe = openStripe(access)
  const run = `check-${randomUUID()}`
  const page = { expiresAt: new Date(Date.now() + 35 * 60_000), successUrl: access.publicUrl, cancelUrl: access.publicUrl }
  const email = 'pruefung@handschlag.example'
  const customer = () => payments.ensureCustomer({ companyId: run, email, name: 'Go-live', idempotencyKey: `${run}:customer` })
  const methods = ['card'] as const
  const questions: [string, () => Promise<string>][] = [
    ['Does Stripe accept the key?', async () => `balance ${JSON.stringify(await payments.readBalance())}`],
    [
      'Can a booking be paid?',
      async () => {
        const offer = { bookingId: randomUUID(), title: 'Prüfung', description: 'Prüfung', customerEmail: email, amountCents: 100, methods }
        for (const isHeld of [false, true]) {
          const session = await payments.startCheckout({ ...offer, ...page, isHeld, idempotencyKey: `${run}:checkout:${isHeld}` })
          await payments.expireCheckout(session.id)
        }
        const approvals = Object.entries(await payments.readMethodApprovals()).map((one) => one.join(' '))
        return `at once and with an authorization; methods: ${approvals.join(', ')}`
      },
    ],
    [
      'Can a subscription be started?',
      async () => {
        const { id: customerId } = await customer()
        const checkout = {
          companyId: run,
          checkoutId: run,
          customerId,
          plan: offerOf('basic'),
          methods,
          idempotencyKey: `${run}:subscription`,
        }
        await payments.expireCheckout((await payments.startSubscriptionCheckout({ ...checkout, ...page })).id)
        return 'yes'
      },
    ],
    [
      'Does the customer portal open?',
      async () => (await payments.openBillingPortal({ customerId: (await customer()).id, returnUrl: access.publicUrl })).url,
    ],
    [
      'Are payout accounts enabled?',
      async () => (await payments.createPayoutAccount({ companyId: run, email, name: 'Go-live', idempotencyKey: `${run}:account` })).id,
    ],
    ['Are all webhooks registered?', () => compareWebhooks(stripe, [access.publicUrl])],
    ['May the key read everything that the reconciliation reads?', () => readAll(payments)],
    ['May the key refund, capture and pay out?', () => tryMoney(stripe)],
  ]
  const findings: Finding[] = []
  for (const [question, readAnswer] of questions) findings.push(await answerOf(question, readAnswer))
  return findings
}

async function answerOf(question: string, readAnswer: () => Promise<string>): Promise<Finding> {
  try {
    return { question, isRight: true, answer: await readAnswer() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { question, isRight: false, answer: error instanceof PaymentsKeyRefused ? `key refused: ${message}` : message }
  }
}

/** Opens Stripe's SDK, for Stripe or the sandbox. */
export function openStripe(
  { secretKey, apiUrl }: Pick<Access, 'secretKey' | 'apiUrl'>,
  options: { timeout?: number; maxNetworkRetries?: number } = {},
) {
  if (!apiUrl) return new Stripe(secretKey, { telemetry: false, ...options })
  const { hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false, ...options })
}

/** Compares the registered events of the product's address, under one of these origins, with the needed ones. Throws the difference. */
export async function compareWebhooks(stripe: Stripe, origins: readonly string[]) {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const own = data.filter(({ url, status }) => status === 'enabled' && origins.some((origin) => url === `${origin}/webhooks/stripe`))
  if (own.length === 0) throw new Error(`no enabled endpoint for ${origins[0]}/webhooks/stripe`)
  const registered = new Set<string>(own.flatMap(({ enabled_events }) => enabled_events))
  const missing = registered.has('*') ? [] : neededEvents.filter((name) => !registered.has(name))
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
  return `${neededEvents.length} events`
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
  return 'yes'
}

/** Calls on objects that do not exist: the error 'no such object' proves the permission, a permission error its absence. */
async function tryMoney(stripe: Stripe) {
  const id = 'pi_pruefung'
  const tries: [string, () => Promise<unknown>][] = [
    ['refund', () => stripe.refunds.create({ payment_intent: id })],
    ['capture', () => stripe.paymentIntents.capture(id)],
    ['release', () => stripe.paymentIntents.cancel(id)],
    ['pay out', () => stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'acct_pruefung' })],
    ['reverse', () => stripe.transfers.createReversal('tr_pruefung', { amount: 1 })],
  ]
  const refused: string[] = []
  for (const [word, attempt] of tries) {
    const error = await attempt().catch((cause: unknown) => cause)
    const isRefused =
      error instanceof Stripe.errors.StripeError &&
      (error.statusCode === 401 || (error.statusCode === 403 && error.code !== 'account_invalid'))
    if (isRefused) refused.push(`${word} (${/\brak_\w+/.exec(error.message)?.[0] ?? error.type})`)
  }
  if (refused.length > 0) throw new Error(`not permitted: ${refused.join(', ')}`)
  return 'yes'
}
