import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { expect, test } from 'vitest'
import { operations } from '#src/wiring.ts'
import { bookingRequestFor, makeCompany } from '../../../tests/factories.ts'
import { openWorld } from '../../../tests/world.ts'
import { createHttp } from '../http.ts'

const world = await openWorld({ LIMITS_FACTOR: '1' })
const { app, newVisitor } = world

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
]

test.each(secretPages)('%s is neither cached nor sent in a Referer, whatever way it is read', async (page) => {
  for (const path of [page, `${page}/`, `${page}.data`, `${page}/_.data`, `${page.toUpperCase()}/_.data`]) {
    const { headers } = await newVisitor().request(`${path}?token=x`, { method: 'GET' })
    expect([path, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([path, 'no-store', 'no-referrer'])
  }
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
])('%s that is broken off while its body arrives is no error in the log', async (_name, path, header) => {
  const errors: unknown[] = []
  const answered = Promise.withResolvers<unknown>()
  const log = { ...app.log, error: (line: unknown) => errors.push(line), info: (line: unknown) => answered.resolve(line) }
  const http = await createHttp({ ...app, log: Object.assign(Object.create(app.log), log) }, { operations })
  const server = serve({ fetch: http.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\ncontent-length: 5000\r\n\r\n{"a":`)
  await new Promise((later) => setTimeout(later, 150))
  socket.destroy()
  expect(await answered.promise).toMatchObject({ status: 400 })
  expect(errors).toEqual([])
  await new Promise((closed) => server.close(closed))
})
