import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { hashOf, takeMarks } from '#src/server/contentPolicy.ts'
import { appOf, inlineOf, keptBy, viewerOf } from '#src/server/pageContext.ts'
import { failureStyle } from '#src/web/reading/failureStyle.ts'
import { startLate } from '#src/web/shell/LateStart.tsx'
import { requirePlain, withPlainData } from '#src/web/shell/pageData.ts'
import { PageNonce } from '#src/web/shell/pageNonce.ts'

/** How long a page may wait for its data until what is missing is left out, in milliseconds. */
export const streamTimeout = 5_000

/** Renders a page as a whole: what it contains decides what its content policy allows, and no page waits for a part of its data. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  let hasFailed = false
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>()
  const { config, random } = context.get(appOf)
  const mark = random(18).toString('base64url')
  const { matches, loaderData, errors } = router.staticHandlerContext
  const isForAll = matches.some(({ route }) => keptBy(route.handle)) && !context.get(viewerOf)
  const hasPlainData = isForAll && errors === null
  if (hasPlainData && !config.isProduction) requirePlain(loaderData)
  const page = (
    <PageNonce value={mark}>
      <ServerRouter context={hasPlainData ? { ...router, serverHandoffStream: undefined } : router} url={request.url} nonce={mark} />
    </PageNonce>
  )
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce: mark,
    onAllReady: resolve,
    onShellError: reject,
    onError(error) {
      hasFailed = true
      context.get(appOf).log.error({ err: error }, 'page failed to render')
    },
  })
  const patience = setTimeout(abort, streamTimeout + 1_000)
  await isReady.finally(() => clearTimeout(patience))
  const order = isForAll && status < 500 && !hasFailed ? startLate : preloadLast
  const rendered = await lettersOf(pipe)
  const whole = hasPlainData ? withPlainData(rendered, { ...router, loaderData }) : rendered
  const { html, inline } = takeMarks(whole, mark)
  context.set(inlineOf, { ...inline, styles: [...inline.styles, failureHash] })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(Buffer.from(order(html), 'latin1'), { status: hasFailed ? 500 : status, headers })
}

/**
 * What was rendered, with a letter for each byte ('latin1'): what is looked for in it is ASCII, and a text with letters beyond that would take
 * twice the memory, and the time to read and write UTF-8.
 */
async function lettersOf(pipe: (to: Writable) => Writable) {
  const parts: Buffer[] = []
  const whole = new Writable({
    highWaterMark: mostBytes,
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  await finished(pipe(whole))
  return Buffer.concat(parts).toString('latin1')
}
/** So that a page is written without a pause. */
const mostBytes = 16 * 1024 * 1024

const failureHash = hashOf(failureStyle)

/**
 * Scripts come behind styles, fonts and pictures: the page is read before it is alive. The router has no setting for it: a third of the
 * time to the first paint on a phone (Lighthouse).
 */
const preloadLast = (html: string) => html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')

/** Errors of loaders: ours, so they are logged; the reader sees the failure screen. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(appOf).log.error({ err: error }, 'page failed to load')
}
