import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#src/routes.ts'
import { operations } from '#src/wiring.ts'
import { bookingRequestFor, makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { createHttp } from '../http.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, newVisitor } = testApp

type Route = { path?: string | undefined; file: string; children?: Route[] | undefined }
const leavesOf = (list: Route[]): Route[] => list.flatMap((one) => (one.children ? leavesOf(one.children) : one))
const pages = leavesOf(routes as Route[]).map(({ path = '', file }) => ({ path, source: readFileSync(`src/${file}`, 'utf8') }))
const saysSecret = /^export const handle = \{[^}]*\bholdsToken: true\b/m

/** Routes with the `handle` of their modules; the build itself is tested by the journeys (e2e/pages.spec.ts). */
const routed = Object.fromEntries(
  pages.map(({ path, source }, at) => [
    `r${at}`,
    { id: `r${at}`, path, module: { default: () => null, handle: { holdsToken: saysSecret.test(source) } } },
  ]),
)
/** A build whose pages all have the same text. */
const build = {
  routes: routed,
  entry: { module: { default: async (_: Request, status: number, headers: Headers) => new Response('page', { status, headers }) } },
  assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '' },
  ...{ basename: '/', publicPath: '/', assetsBuildDirectory: '', future: {}, ssr: true, isSpaMode: false, prerender: [] },
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild
const http = await createHttp(app, { operations, pages: { mode: 'production', build: async () => build } })
const visitPage = (path: string) => http.fetch(new Request(`${app.config.publicUrl}${path}`))

const secretPages = [
  ...[
    '/payment-success',
    '/payment-success-provider',
    '/auth/confirm',
    '/auth/reset',
    '/verify-bank-update',
    '/undo-bank-update',
    '/firmen-adresse',
  ],
  ...['/buchung', '/bewerten', '/bewertung-bestaetigen', '/abmelden', '/vertrag-widerrufen'],
  ...['/angebote', '/serie', '/warteliste', '/bescheid'],
]

test.each(secretPages)('%s is neither cached nor sent in a Referer, whatever way it is read', async (page) => {
  for (const path of [page, `${page}/`, `${page}.data`, `${page}/_.data`, `${page.toUpperCase()}/_.data`]) {
    const { headers, status } = await visitPage(`${path}?token=x`)
    if (path === page) expect(status).toBe(200)
    const found = [headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-robots-tag')]
    expect([path, ...found]).toEqual([path, 'no-store', 'no-referrer', 'noindex, nofollow'])
  }
})

test('every route whose page reads a secret from its address says so, and no other', () => {
  const says = pages.filter(({ source }) => saysSecret.test(source)).map(({ path }) => `/${path}`)
  expect(says.sort()).toEqual([...secretPages].sort())
  const reads = /name: 'referrer'|get\('(?:token|token_hash|session_id|key)'\)/
  expect(pages.filter(({ source }) => reads.test(source) && !saysSecret.test(source)).map(({ path }) => path)).toEqual([])
})

test.each(['/admin', '/admin/buchungen', '/dashboard', '/dashboard/kalender', '/konto', '/meine-buchungen'])(
  'no search engine lists %s',
  async (path) => {
    expect((await visitPage(path)).headers.get('x-robots-tag')).toBe('noindex, nofollow')
  },
)

test('public pages may be listed, and no page uses camera, microphone or place', async () => {
  const { headers } = await visitPage('/impressum')
  expect(headers.get('x-robots-tag')).toBe(null)
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment'])
    expect(headers.get('permissions-policy')).toContain(`${feature}=()`)
})

test('a limit counts an id as the same, however it is written', async () => {
  const { id } = await makeCompany(app)
  const spelt = (at: number) => [...id].map((sign, place) => ((at >> (place % 6)) & 1 ? sign.toUpperCase() : sign)).join('')
  const statuses: number[] = []
  for (let at = 0; at < 31; at += 1) {
    const request = bookingRequestFor(app, spelt(at), { customerEmail: `kundin${at}@kunde.example` })
    statuses.push((await newVisitor(`198.51.100.${at}`).call('create-booking-payment', request)).status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

test.each([
  ['a call', '/functions/v1/get-booking', 'content-type: application/json'],
  ['an upload', '/functions/v1/upload-booking-attachment', 'content-type: application/pdf\r\nx-file-name: a.pdf'],
  ['a webhook', '/webhooks/stripe', 'stripe-signature: t=1,v1=00'],
  ['a form of a page', '/buchen/x', 'content-type: application/x-www-form-urlencoded'],
])('%s that is broken off while its body arrives is no error in the log', async (_name, path, header) => {
  for (const body of ['content-length: 5000\r\n\r\n{"a":', 'transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n']) {
    const { answer, errors } = await breakOff(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n${body}`)
    expect(answer).toMatchObject({ status: 499, code: 'request.connectionLost' })
    expect(errors).toEqual([])
  }
})

async function breakOff(start: string) {
  const errors: unknown[] = []
  const answered = Promise.withResolvers<unknown>()
  const log = { ...app.log, error: (line: unknown) => errors.push(line), info: (line: unknown) => answered.resolve(line) }
  const http = await createHttp({ ...app, log: Object.assign(Object.create(app.log), log) }, { operations })
  const server = serve({ fetch: http.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(start)
  await new Promise((later) => setTimeout(later, 150))
  socket.destroy()
  const answer = await answered.promise
  await new Promise((closed) => server.close(closed))
  return { answer, errors }
}
