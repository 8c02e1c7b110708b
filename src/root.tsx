import '#src/platform/web/styles/app.css'
import { type ReactNode, useEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { appOf, settingsOf, themeIn, viewerOf } from '#src/platform/server/pageContext.ts'
import displayFont from '#src/platform/web/fonts/sofia-sans-semi-condensed-latin.woff2?url'
import bodyFont from '#src/platform/web/fonts/source-sans-3-latin.woff2?url'
import { TooltipHost } from '#src/platform/web/parts/TooltipHost.tsx'
import { failureWatch, LoadFailureNotice } from '#src/platform/web/queries/LoadFailure.tsx'
import { settleViewerChange, viewerChangeIsPending } from '#src/platform/web/queries/viewerChange.ts'
import { Footer } from '#src/platform/web/shell/Footer.tsx'
import { Header } from '#src/platform/web/shell/Header.tsx'
import { cacheOfflinePage } from '#src/platform/web/shell/offlinePage.ts'
import { usePageNonce } from '#src/platform/web/shell/pageNonce.ts'
import type { SiteData } from '#src/platform/web/shell/site.ts'
import { ToastHost } from '#src/platform/web/shell/ToastHost.tsx'
import type { Route } from './+types/root'

const preload = (href: string) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

export const links: Route.LinksFunction = () => [
  preload(displayFont),
  preload(bodyFont),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function loader({ context, request }: Route.LoaderArgs): SiteData {
  const { config } = context.get(appOf)
  const { orderLabel, payoutWeekday, answerHours, methods, creditor } = context.get(settingsOf)
  return {
    brandName: config.BRAND_NAME,
    publicUrl: config.publicUrl,
    theme: themeIn(request.headers.get('cookie') ?? ''),
    viewer: context.get(viewerOf),
    orderLabel,
    payoutWeekday,
    answerHours,
    methods,
    creditor,
  }
}

/** The site's data are the same on all pages; they are reloaded on request, and after a sign-in or sign-out. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  viewerChangeIsPending() || (currentUrl.href === nextUrl.href && defaultShouldRevalidate)

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const brandName = site?.brandName ?? 'Handschlag'
  const handles = useMatches().map(({ handle }) => handle)
  const hasOwnShell = handles.some((handle) => says(handle, 'hasOwnShell'))
  const isPlain = handles.some((handle) => says(handle, 'isPlain'))
  return (
    <html lang="de" data-theme={site?.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <FailureWatch />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#inhalt">
          Zum Inhalt springen
        </a>
        {hasOwnShell ? null : <Header brandName={brandName} viewer={site?.viewer} />}
        {children}
        {hasOwnShell ? null : <Footer brandName={brandName} />}
        <ToastHost />
        <TooltipHost />
        <LoadFailureNotice />
        {isPlain ? null : <PageScripts />}
      </body>
    </html>
  )
}

/** Stands before every other script. */
const FailureWatch = () => <script nonce={usePageNonce()}>{failureWatch}</script>

/**
 * Properties of a route, as `handle = { hasOwnShell: true }`: work areas bring their own head and need no foot; a page that `isPlain`
 * is whole without scripts and gets none.
 */
const says = (handle: unknown, what: 'hasOwnShell' | 'isPlain') => typeof handle === 'object' && handle !== null && what in handle

const PageScripts = () => (
  <>
    <ScrollRestoration />
    <Scripts />
  </>
)

export default function Root({ loaderData: { viewer } }: Route.ComponentProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the loader brings a viewer as it is now
  useEffect(settleViewerChange, [viewer])
  useEffect(cacheOfflinePage, [])
  return <Outlet />
}

export { ErrorBoundary } from '#src/platform/web/shell/Frame.tsx'
