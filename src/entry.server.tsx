import { Transform } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { appOf, nonceOf } from '#src/server/pageContext.ts'
import { PageNonce } from '#src/web/shell/pageNonce.ts'

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
        const body = preloadLast().on('close', () => clearTimeout(patience))
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
    // Cleared when the page is sent, because it holds the whole page until then.
    const patience = setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/**
 * Scripts come behind styles, fonts and pictures: the page is read before it is alive. The router has no setting for it, so the head passes
 * through here: a third of the time to the first paint on a phone (Lighthouse).
 */
function preloadLast() {
  let head: Buffer | undefined = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!head) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('</head>')
      if (end === -1) return done()
      const late = head.toString('utf8', 0, end).replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
      const rest = head.subarray(end)
      head = undefined
      done(null, Buffer.concat([Buffer.from(late), rest]))
    },
    flush: (done) => done(null, head),
  })
}

/** Errors of loaders: ours, so they are logged; the reader sees the failure screen. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(appOf).log.error({ err: error }, 'page failed to load')
}
