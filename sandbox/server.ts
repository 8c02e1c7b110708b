import { answerAccountPage } from './accountLinkPage.ts'
import { accountLinkOperations } from './accountLinks.ts'
import { accountOperations } from './accounts.ts'
import { createApi, forgetOldKeys } from './api.ts'
import { balanceOperations } from './balance.ts'
import { answerPortalPage, portalOperations } from './billingPortal.ts'
import { captureOperations, endDueAuthorisations } from './captures.ts'
import { chargeOperations } from './charges.ts'
import { answerCheckoutPage } from './checkoutPage.ts'
import { checkoutSessionOperations, expireDueSessions } from './checkoutSessions.ts'
import { createControl } from './control.ts'
import { customerOperations } from './customers.ts'
import { startDeliveries } from './deliveries.ts'
import { disputeOperations } from './disputes.ts'
import { eventOperations } from './events.ts'
import { type Answered, type Asked, json, listen } from './http.ts'
import { answerInvoicePage } from './invoicePage.ts'
import { invoiceOperations } from './invoices.ts'
import { answerFont } from './look.ts'
import type { Box, Operation } from './operations.ts'
import { paymentIntentOperations } from './paymentIntents.ts'
import { payoutOperations, settleDuePayouts } from './payouts.ts'
import { priceOperations } from './prices.ts'
import { productOperations } from './products.ts'
import { refundOperations } from './refunds.ts'
import { paymentMethodOperations } from './savedCards.ts'
import { loadSchema } from './schema.ts'
import { readSettings } from './settings.ts'
import { openStore } from './store.ts'
import { billDueSubscriptions } from './subscriptionClock.ts'
import { subscriptionOperations } from './subscriptions.ts'
import { emptyTables } from './tables.ts'
import { transferReversalOperations } from './transferReversals.ts'
import { transferOperations } from './transfers.ts'
import { openWeather } from './weather.ts'
import { registerConfiguredEndpoint, webhookEndpointOperations } from './webhookEndpoints.ts'

/** Operations under /v1. A new resource needs a file with its operations and one line here. */
export const operations: Operation[] = [
  ...checkoutSessionOperations,
  ...paymentIntentOperations,
  ...captureOperations,
  ...chargeOperations,
  ...refundOperations,
  ...customerOperations,
  ...productOperations,
  ...priceOperations,
  ...paymentMethodOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...portalOperations,
  ...accountOperations,
  ...accountLinkOperations,
  ...transferOperations,
  ...transferReversalOperations,
  ...disputeOperations,
  ...payoutOperations,
  ...balanceOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
]

/** Objects that occur inside responses, but are no operation's own response. */
const furtherObjects = ['Events#EventBase', 'LineItems#LineItem']

export const loadOwnSchema = () =>
  loadSchema(
    operations.map((one) => one.name),
    furtherObjects,
  )

export type SandboxOptions = {
  /** 0 takes a free port. */
  port: number
  /** Journal file; without one the state is lost with the process. */
  stateFile?: string
  secretKey: string
  /** An endpoint for all events, replaced at every start. */
  webhook?: { url: string; secret: string }
  /** Clock in milliseconds; the sandbox's clock adds the offset set by the control interface. */
  now?: () => number
  /** Compares every response with the SDK's types; a difference is a 500. For tests. */
  checksAnswers?: boolean
}

/** Starts the payment sandbox on 127.0.0.1. `url` has no trailing slash; `close` leaves a compacted state file. */
export async function openSandbox(options: SandboxOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const schema = loadOwnSchema()
  const store = openStore(options.stateFile, emptyTables)
  const wallClock = options.now ?? Date.now
  let url = `http://127.0.0.1:${options.port}`
  let wakeDeliveries = () => {}
  const box: Box = {
    store,
    apiVersion: schema.apiVersion,
    now: () => wallClock() + readSettings(store).clockOffset,
    url: () => url,
    wakeDeliveries: () => wakeDeliveries(),
    weather: openWeather(),
  }
  forgetOldKeys(box)
  registerConfiguredEndpoint(box, options.webhook)
  const api = createApi(box, { operations, schema, secretKey: options.secretKey, checksAnswers: options.checksAnswers ?? false })
  const control = createControl(box, {
    reset: () => registerConfiguredEndpoint(box, options.webhook),
    operationNames: operations.map((one) => one.name),
  })
  const server = await listen(options.port, (asked) => answer(box, asked, { api, control }))
  url = `http://127.0.0.1:${server.port}`
  const deliveries = startDeliveries(box)
  wakeDeliveries = deliveries.wake
  deliveries.wake()
  const expiry = setInterval(() => expireAndDeliver(box), 1000)
  return {
    url,
    close: async () => {
      clearInterval(expiry)
      deliveries.close()
      await server.close()
      await store.close()
    },
  }
}

async function answer(
  box: Box,
  asked: Asked,
  parts: { api: (asked: Asked) => Promise<Answered>; control: (asked: Asked) => Promise<Answered> },
): Promise<Answered> {
  if (asked.path === '/healthz') return json(200, { status: 'ok' })
  if (asked.path.startsWith('/fonts/')) return answerFont(asked.path)
  expireAndDeliver(box)
  if (asked.path.startsWith('/v1/')) return parts.api(asked)
  if (asked.path.startsWith('/__control/')) return settled(box, await parts.control(asked))
  if (asked.path.startsWith('/setup/')) return answerAccountPage(box, asked)
  if (asked.path.startsWith('/p/')) return answerPortalPage(box, asked)
  if (asked.path.startsWith('/i/')) return answerInvoicePage(box, asked)
  return answerCheckoutPage(box, asked)
}

/** Does the due work of a moved clock before the response is sent. */
async function settled(box: Box, answered: Answered): Promise<Answered> {
  expireAndDeliver(box)
  await box.store.durable()
  return answered
}

function expireAndDeliver(box: Box) {
  expireDueSessions(box)
  endDueAuthorisations(box)
  settleDuePayouts(box)
  billDueSubscriptions(box)
  box.wakeDeliveries()
}
