import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { hashOf, takeNonces } from '#src/platform/server/contentPolicy.ts'
import { isDatabaseDown } from '#src/platform/server/database/connectionErrors.ts'
import { appOf, inlineOf, isOutageOf } from '#src/platform/server/pageContext.ts'
import { failureStyle } from '#src/platform/web/queries/failureStyle.ts'
import { PageNonce } from '#src/platform/web/shell/pageNonce.ts'

/** Milliseconds that a page waits for its data; missing parts are left out then. */
export const streamTimeout = 5_000

/** Renders a page as a whole: the content policy names the hashes of its inline scripts, so they must be known before the headers. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { random, log } = context.get(appOf)
  const nonce = random(18).toString('base64url')
  let hasFailed = false
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>()
  const { pipe, abort } = renderToPipeableStream(
    <PageNonce value={nonce}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </PageNonce>,
    {
      nonce,
      onAllReady: resolve,
      onShellError: reject,
      onError(error) {
        hasFailed = true
        log.error({ err: error }, 'page failed to render')
      },
    },
  )
  const timeout = setTimeout(abort, streamTimeout + 1_000)
  await isReady.finally(() => clearTimeout(timeout))
  const { html, inline } = takeNonces(await text(pipe(new PassThrough())), nonce)
  context.set(inlineOf, { ...inline, styles: [...inline.styles, failureHash] })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(preloadLast(html), { status: hasFailed ? 500 : status, headers })
}

const failureHash = hashOf(failureStyle)

/** Scripts come behind styles, fonts and pictures. The router has no setting for the priority of its preload links. */
const preloadLast = (html: string) => html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

/** Logs errors of loaders; the reader sees the failure screen, with status 503 if the database is down. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isDatabaseDown(error)) context.set(isOutageOf, true)
  if (!request.signal.aborted) context.get(appOf).log.error({ err: error }, 'page failed to load')
}
