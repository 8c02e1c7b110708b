import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { appOf, nonceOf } from '#src/server/pageContext.ts'
import { PageNonce } from '#src/web/pageNonce.ts'

/** How long a page may wait for its data before the stream is cut, in milliseconds. */
export const streamTimeout = 5_000

/** Renders a page as a stream; bots get it whole. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceOf)
  const whenReady = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady'
  let statusCode = status
  return new Promise<Response>((resolve, reject) => {
    const page = (
      <PageNonce value={nonce}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </PageNonce>
    )
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      [whenReady]() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        pipe(body)
        resolve(new Response(createReadableStreamFromReadable(body), { status: statusCode, headers }))
      },
      onShellError: reject,
      onError(error) {
        statusCode = 500
        context.get(appOf).log.error({ err: error }, 'page failed to render')
      },
    })
    setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** Errors of loaders: ours, so they are logged; the reader sees the failure screen. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(appOf).log.error({ err: error }, 'page failed to load')
}
