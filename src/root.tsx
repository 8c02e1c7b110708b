import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import { appOf } from '#src/server/pageContext.ts'
import { FailureScreen } from '#src/web/FailureScreen.tsx'
import { Footer } from '#src/web/Footer.tsx'
import displayFont from '#src/web/fonts/sofia-sans-semi-condensed-latin.woff2?url'
import bodyFont from '#src/web/fonts/source-sans-3-latin.woff2?url'
import { Header, type Viewer } from '#src/web/Header.tsx'
import { LoadFailureNotice, LoadFailureWatch } from '#src/web/LoadFailure.tsx'
import { NotFound } from '#src/web/NotFound.tsx'
import { ToastHost } from '#src/web/ToastHost.tsx'
import type { Route } from './+types/root'
import '#src/web/styles/app.css'

const preload = (href: string) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

export const links: Route.LinksFunction = () => [
  preload(displayFont),
  preload(bodyFont),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export function loader({ context, request }: Route.LoaderArgs) {
  const { config } = context.get(appOf)
  const viewer: Viewer | undefined = undefined
  return { brandName: config.BRAND_NAME, publicUrl: config.publicUrl, theme: themeOf(request), viewer }
}

/** The site does not change from page to page; it is read again only when somebody asks. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href && defaultShouldRevalidate

/** Chosen by the viewer and kept in a cookie, so that the first paint has it; otherwise the system decides. */
const themeOf = (request: Request) => /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const brandName = site?.brandName ?? 'Handschlag'
  return (
    <html lang="de" data-theme={site?.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <LoadFailureWatch />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#inhalt">
          Zum Inhalt springen
        </a>
        <Header brandName={brandName} viewer={site?.viewer} />
        {children}
        <Footer brandName={brandName} />
        <ToastHost />
        <LoadFailureNotice />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <FailureScreen />
}
