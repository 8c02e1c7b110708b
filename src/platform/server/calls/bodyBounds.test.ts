import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { expect, test } from 'vitest'
import routes from '#src/routes.ts'
import { operations } from '#src/wiring.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { createHttp } from '../http.ts'
import { methodOf, pathOf } from './endpoint.ts'

// docs/spec.md#body-size: every route refuses a large body before it is read, and no handler behind the limit gets it.

const testApp = await openTestApp()
const { app } = testApp
const reached: string[] = []
const http = await createHttp(app, {
  operations,
  pages: {
    mode: 'production',
    build: async () => {
      reached.push('page')
      throw new Error('a page was asked for')
    },
  },
})

type Route = { path?: string | undefined; children?: Route[] | undefined }
const pathsOf = (list: Route[], above = ''): string[] =>
  list.flatMap((one) => (one.children ? pathsOf(one.children, above) : [`${above}/${one.path ?? ''}`]))
const filled = (path: string) => path.replace(/:\w+\??/g, '019aa111-1111-7111-8111-111111111111').replace('*', 'etwas')
const pages = pathsOf(routes as Route[]).flatMap((path) => [
  ['POST', filled(path)],
  ['PUT', filled(path)],
])
const unsafe = operations.filter((one) => one.kind !== 'resource')
const takesFiles = unsafe.filter((one) => one.kind === 'raw' && one.boundsItself)
const others = unsafe.filter((one) => !takesFiles.includes(one)).map((one) => [methodOf(one), filled(pathOf(one))])

const megabyte = 1024 * 1024
const piece = new Uint8Array(16 * 1024).fill(97)

/** Sends a body of a megabyte, and counts the bytes that are read. */
async function send(method: string, path: string, { type, isChunked }: { type: string; isChunked: boolean }) {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read >= megabyte) return controller.close()
        read += piece.length
        controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    origin: new URL(app.config.publicUrl).origin,
    'content-type': type,
    ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(megabyte) }),
  }
  const init = { method, headers, body, duplex: 'half' } satisfies RequestInit & { duplex: 'half' }
  const answer = await http.fetch(new Request(`${app.config.publicUrl}${path}`, init))
  return { status: answer.status, read, answered: (await answer.text()).length }
}

test('there are routes to look at', () => {
  expect(pages.length).toBeGreaterThan(100)
  expect(others.length).toBeGreaterThan(200)
  expect(takesFiles.length).toBeGreaterThan(4)
})

for (const isChunked of [true, false]) {
  for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
    test(`a megabyte of ${type}, ${isChunked ? 'chunked' : 'declared'}, is refused by every page and operation`, async () => {
      const wrong: unknown[] = []
      for (const [method = '', path = ''] of [...pages, ...others, ['POST', '/functions/v1/nothing'], ['PATCH', '/healthz']]) {
        const { status, read, answered } = await send(method, path, { type, isChunked })
        const most = isChunked ? 300 * 1024 : 0
        if (status !== 413 || read > most || answered > 300) wrong.push({ method, path, status, read, answered })
      }
      expect(wrong).toEqual([])
      expect(reached).toEqual([])
    })
  }
}

test('no page and no call takes files as a form', async () => {
  for (const [method = '', path = ''] of [...pages, ...others]) {
    if (unsafe.some((one) => one.kind === 'raw' && filled(pathOf(one)) === path)) continue
    const init = { method, headers: { origin: new URL(app.config.publicUrl).origin, 'content-type': 'multipart/form-data; boundary=x' } }
    const answer = await http.fetch(new Request(`${app.config.publicUrl}${path}`, { ...init, body: '--x--' }))
    expect([path, answer.status]).toEqual([path, 415])
  }
})

test.each(takesFiles.map((one) => [one.name, one] as const))(
  '%s reads nothing for a stranger, or no more than it keeps',
  async (_name, one) => {
    const { status, read } = await send(methodOf(one), filled(pathOf(one)), { type: 'application/pdf', isChunked: true })
    expect(one.allows === 'V' || one.allows === 'S' ? [400, 415] : [401, 403, 404]).toContain(status)
    expect(read).toBeLessThanOrEqual(one.allows === 'V' ? megabyte : 16 * 1024)
  },
)

test('over a real connection a form that is too large is refused while it is still being sent', async () => {
  const server = createAdaptorServer({ fetch: http.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { origin: new URL(app.config.publicUrl).origin, 'content-type': 'application/x-www-form-urlencoded' }
  const sending = httpRequest({ port, host: '127.0.0.1', path: '/buchen/x', method: 'POST', headers })
  sending.on('error', () => undefined)
  sending.write(Buffer.alloc(200 * 1024, 97))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  sending.destroy()
  await new Promise((closed) => server.close(closed))
})
