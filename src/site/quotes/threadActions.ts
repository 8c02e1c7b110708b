import { type FileRequest, openThreadFile, readThread, sendMessage } from '#src/orders/messages/actions.ts'
import { reportThread } from '#src/orders/messages/reportActions.ts'
import { findPlace } from '#src/orders/messages/store.ts'
import type { App } from '#src/platform/server/app.ts'
import { openWithToken } from './requestActions.ts'
import { type QuoteThreadKey, quoteProblems } from './rules.ts'
import { findQuote } from './store.ts'

/** Returns the thread of a customer with one of the asked companies. Throws quoteProblems.linkUnknown, unknown. */
export async function readQuoteThreadAsCustomer(
  app: App,
  { token, quoteId, ...asked }: QuoteThreadKey & { isSeen: boolean; most: number },
) {
  return readThread(app, { place: await openPlace(app, { token, quoteId }), side: 'customer', ...asked })
}

type Written = { text: string; attachmentIds: string[]; attempt: string | null; caller: { hash: () => string } }
/** Sends a message from the customer. Throws as readQuoteThreadAsCustomer, and as sendMessage. */
export async function sendQuoteMessageAsCustomer(app: App, { token, quoteId, ...written }: QuoteThreadKey & Written) {
  return sendMessage(app, { place: await openPlace(app, { token, quoteId }), side: 'customer', ...written })
}

/** Reports the thread to the operator. Throws as readQuoteThreadAsCustomer, and as reportThread. */
export async function reportQuoteThreadAsCustomer(app: App, { reason, ...key }: QuoteThreadKey & { reason: string }) {
  await reportThread(app, { place: await openPlace(app, key), side: 'customer', reason })
}

/** Opens a file of the thread for its customer. Throws as readQuoteThreadAsCustomer, and fileProblems.unknown. */
export async function openQuoteMessageFileAsCustomer(app: App, { attachmentId, view, ...key }: QuoteThreadKey & FileRequest) {
  await openPlace(app, key)
  return openThreadFile(app, { quoteId: key.quoteId, attachmentId, view })
}

async function openPlace(app: App, { token, quoteId }: QuoteThreadKey) {
  const request = await openWithToken(app, token)
  const quote = await findQuote(app.db, quoteId)
  const place = quote?.requestId === request.id ? await findPlace(app.db, { quoteId }) : undefined
  if (!place) throw quoteProblems.unknown()
  return place
}
