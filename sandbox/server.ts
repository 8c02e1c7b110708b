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
import { type IncomingRequest, json, listen, type OutgoingResponse } from './http.ts'
import { answerInvoicePage } from './invoicePage.ts'
import { invoiceOperations } from './invoices.ts'
import { manualInvoiceOperations } from './manualInvoices.ts'
import { methodOperations } from './methods.ts'
import type { Box, Operation } from './operations.ts'
import { answerFont } from './pageLayout.ts'
import { paymentIntentOperations } from './paymentIntents.ts'
import { payoutOperations, settleDuePayouts } from './payouts.ts'
import { platformAccountOperations } from './platformAccount.ts'
import { priceOperations } from './prices.ts'
import { productOperations } from './products.ts'
import { openRandomFaults } from './randomFaults.ts'
import { refundOperations } from './refunds.ts'
import { paymentMethodOperations } from './savedCards.ts'
import { mandateOperations } from './savedDebits.ts'
import { loadSchema } from './schema.ts'
import { readSettings } from './settings.ts'
import { openStore } from './store.ts'
import { billDueSubscriptions } from './subscriptionClock.ts'
import { subscriptionOperations } from './subscriptions.ts'
import { emptyTables } from './tables.ts'
import { transferReversalOperations } from './transferReversals.ts'
import { transferOperations } from './transfers.ts'
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
  ...mandateOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...manualInvoiceOperations,
  ...portalOperations,
  ...methodOperations,
  ...accountOperations,
  ...platformAccountOperations,
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
    randomFaults: openRandomFaults(),
  }
  forgetOldKeys(box)
  registerConfiguredEndpoint(box, options.webhook)
  const api = createApi(box, { operations, schema, secretKey: options.secretKey, checksAnswers: options.checksAnswers ?? false })
  const control = createControl(box, {
    reset: () => registerConfiguredEndpoint(box, options.webhook),
    operationNames: operations.map((one) => one.name),
  })
  const server = await listen(options.port, (incoming) => answer(box, incoming, { api, control }))
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
  incoming: IncomingRequest,
  parts: {
    api: (incoming: IncomingRequest) => Promise<OutgoingResponse>
    control: (incoming: IncomingRequest) => Promise<OutgoingResponse>
  },
): Promise<OutgoingResponse> {
  if (incoming.path === '/healthz') return json(200, { status: 'ok' })
  if (incoming.path.startsWith('/fonts/')) return answerFont(incoming.path)
  expireAndDeliver(box)
  if (incoming.path.startsWith('/v1/')) return parts.api(incoming)
  if (incoming.path.startsWith('/__control/')) return settled(box, await parts.control(incoming))
  if (incoming.path.startsWith('/setup/')) return answerAccountPage(box, incoming)
  if (incoming.path.startsWith('/p/')) return answerPortalPage(box, incoming)
  if (incoming.path.startsWith('/i/')) return answerInvoicePage(box, incoming)
  return answerCheckoutPage(box, incoming)
}

/** Does the due work of a moved clock before the response is sent. */
async function settled(box: Box, answered: OutgoingResponse): Promise<OutgoingResponse> {
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
