import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import type { Marked } from '#src/kit/marked.ts'
import { hashOf, takeMarks } from '#src/server/contentPolicy.ts'
import type { Log } from '#src/server/log.ts'
import { appOf, keptBy, viewerOf, writtenOf } from '#src/server/pageContext.ts'
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
  const { config, random, log } = context.get(appOf)
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
  // What waits for nothing takes a third less as one text than in parts. Code that is loaded late is waited for once: then it is there.
  const asOneText = hasPlainData ? renderToString(page) : unfinished
  const { rendered, hasFailed } = asOneText.includes(unfinished)
    ? await renderInParts(page, { nonce: mark, log })
    : { rendered: `<!DOCTYPE html>${asOneText}`, hasFailed: false }
  const order = isForAll && status < 500 && !hasFailed ? startLate : preloadLast
  const { html, inline } = takeMarks(rendered, mark, (part) => order(hasPlainData ? withPlainData(part, { ...router, loaderData }) : part))
  context.set(writtenOf, { page: Buffer.from(html), inline: { ...inline, styles: [...inline.styles, failureHash] } })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status: hasFailed ? 500 : status, headers })
}

/** What React writes where it leaves a part to the browser, because its code had to be loaded first. */
const unfinished = '<!--$!-->'

/** Waits for the data that the router writes into the page. What fails in a part of it is logged, and the rest is shown. */
async function renderInParts(page: ReactNode, { nonce, log }: { nonce: string; log: Log }) {
  let hasFailed = false
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>()
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    onAllReady: resolve,
    onShellError: reject,
    onError(error) {
      hasFailed = true
      log.error({ err: error }, 'page failed to render')
    },
  })
  const patience = setTimeout(abort, streamTimeout + 1_000)
  await isReady.finally(() => clearTimeout(patience))
  return { rendered: await text(pipe(new PassThrough())), hasFailed }
}

const failureHash = hashOf(failureStyle)

/**
 * Scripts come behind styles, fonts and pictures: the page is read before it is alive. The router has no setting for it: a third of the
 * time to the first paint on a phone (Lighthouse).
 */
const preloadLast = ({ tag, text }: Marked): Marked => ({
  tag: tag.replace('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"'),
  text,
})

/** Errors of loaders: ours, so they are logged; the reader sees the failure screen. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(appOf).log.error({ err: error }, 'page failed to load')
}
