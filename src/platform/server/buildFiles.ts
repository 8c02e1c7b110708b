import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { HttpEnv } from './calls/caller.ts'

/** Serves the files of the build, each with its cache lifetime. */
export function serveBuild(http: Hono<HttpEnv>) {
  const cached = (seconds: number, isImmutable: boolean) => (_path: string, c: { header: (name: string, value: string) => void }) => {
    c.header('cache-control', `public, max-age=${seconds}${isImmutable ? ', immutable' : ''}`)
    // Not a page: a picture in its own tab shows itself, everything else is forbidden.
    c.header('content-security-policy', "default-src 'none'; img-src 'self'")
  }
  const root = './build/client'
  http.use('/assets/*', asRoute('/assets/*'), serveStatic({ root, precompressed: true, onFound: cached(31_536_000, true) }))
  for (const path of ['/pictures/*', '/icons/*', '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png']) {
    http.use(path, asRoute(path), serveStatic({ root, onFound: cached(86_400, false) }))
  }
  // Revalidated each time: a browser caches them by itself (public/sw.js).
  for (const path of ['/sw.js', '/offline/*']) {
    http.use(path, asRoute(path), serveStatic({ root, onFound: (_path, c) => c.header('cache-control', 'no-cache') }))
  }
}

/** Names the route for the log. */
export const asRoute = (route: string) => async (c: { set: (name: 'route', value: string) => void }, next: () => Promise<void>) => {
  c.set('route', route)
  await next()
}
