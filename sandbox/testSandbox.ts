import { createServer } from 'node:http'
import Stripe from 'stripe'
import { openSandbox, type SandboxOptions } from './server.ts'

export const webhookSecret = 'whsec_test_geheim'
export const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'

export type Receiver = {
  url: string
  events: Stripe.Event[]
  /** Responds with these statuses first, then with 200. */
  statuses: number[]
  waitFor: (isThere: (events: Stripe.Event[]) => boolean) => Promise<void>
  close: () => Promise<void>
}

/** A webhook endpoint as an application would write it: the SDK verifies every delivery. */
export async function openReceiver(): Promise<Receiver> {
  const verifier = new Stripe(secretKey)
  const events: Stripe.Event[] = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const event = verifier.webhooks.constructEvent(Buffer.concat(parts), String(request.headers['stripe-signature']), webhookSecret)
    const status = statuses.shift() ?? 200
    if (status === 200) events.push(event)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    events,
    statuses,
    waitFor: (isThere) => until(() => isThere(events)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export async function until(isThere: () => boolean | Promise<boolean>, seconds = 8): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The SDK configured for a sandbox; no retries by default, so that tests see the first response. */
export function stripeFor(url: string, options: { retries?: number } = {}): Stripe {
  return new Stripe(secretKey, {
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    protocol: 'http',
    maxNetworkRetries: options.retries ?? 0,
  })
}

export type TestSandbox = {
  url: string
  stripe: Stripe
  receiver: Receiver
  control: (verb: string, input?: object) => Promise<Record<string, unknown>>
  createSession: (
    more?: Partial<Stripe.Checkout.SessionCreateParams>,
    options?: Stripe.RequestOptions,
  ) => Promise<Stripe.Response<Stripe.Checkout.Session>>
  close: () => Promise<void>
}

/** A sandbox in this process whose every response is checked against the SDK's types, with a listening endpoint. */
export async function openTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const receiver = await openReceiver()
  const webhook = { url: receiver.url, secret: webhookSecret }
  const sandbox = await openSandbox({ port: 0, secretKey, webhook, checksAnswers: true, ...options })
  const stripe = stripeFor(sandbox.url)
  return {
    url: sandbox.url,
    stripe,
    receiver,
    control: (verb, input = {}) => callControl(sandbox.url, verb, input),
    createSession: (more = {}, requestOptions = {}) => stripe.checkout.sessions.create({ ...bookingSession(), ...more }, requestOptions),
    close: async () => {
      await sandbox.close()
      await receiver.close()
    },
  }
}

export async function callControl(url: string, verb: string, input: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/__control/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (!answer.ok) throw new Error(`${verb}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

export function bookingSession(): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: 'http://127.0.0.1:9/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/service/1',
    client_reference_id: 'booking-1',
    customer_email: 'katrin.bergmann@kunde.example',
    metadata: { booking_id: 'booking-1' },
    payment_intent_data: { description: 'Reinigung Service', metadata: { booking_id: 'booking-1' } },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 13_800,
          product_data: { name: 'Reinigung Service', description: 'Glanzwerk Altona, 03.12.2026, 07:30 Uhr' },
        },
      },
    ],
  }
}

export async function refusalOf(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await work
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('was not refused')
}
