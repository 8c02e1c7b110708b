import { createServer, request, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { FeedRefused } from './feeds.ts'
import { httpsFeeds } from './httpsFeeds.ts'

// Server in place of internal ones: every request that reaches it would have reached an internal server.
let hits = 0
let behave = (answer: ServerResponse, _path: string) => void answer.end('BEGIN:VCALENDAR')
const canary = createServer((asked, answer) => {
  hits += 1
  behave(answer, asked.url ?? '')
})
await new Promise<void>((resolve) => canary.listen(0, '::', resolve))
const { port } = canary.address() as { port: number }
afterAll(() => new Promise<void>((resolve) => canary.close(() => resolve())))

/** As in production, but every port is the test server's, and the test resolves the names. */
const reach = { port, request: request as never, timeoutMs: 1_000 }
const names: Record<string, readonly string[]> = {}
const mostBytes = 2 * 1024 * 1024
const strict = httpsFeeds({ ...reach, mostBytes, findAddresses: async (host) => names[host] ?? [] })
const open = httpsFeeds({ ...reach, mostBytes, findAddresses: async () => ['127.0.0.1'], mayReach: () => true })
const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error) => (error instanceof FeedRefused ? error.failure : error),
  )

const numbers = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[fd00::1]',
  '[ff02::1]',
]
const addresses = [
  ...numbers.map((number) => `https://${number}/`),
  'http://kalender.example/',
  'https://kalender.example:8443/',
  'https://wer:was@kalender.example/',
  'file:///etc/passwd',
  'ftp://kalender.example/',
  'gopher://127.0.0.1/',
  'https://localhost/',
  'https://innen.example/',
  'https://beides.example/',
  'https://gibt-es-nicht.example/',
]

test(`${addresses.length} hostile addresses reach no internal server`, async () => {
  expect(addresses.length).toBeGreaterThanOrEqual(40)
  Object.assign(names, { localhost: ['127.0.0.1', '::1'], 'innen.example': ['10.1.2.3'], 'beides.example': ['93.184.215.14', '127.0.0.1'] })
  for (const url of addresses) expect(await failureOf(strict.read(url)), url).toBe('address')
  expect(hits).toBe(0)
})

test('the canary is heard where addresses are allowed', async () => {
  expect((await open.read('https://kalender.example/'))?.content.toString()).toBe('BEGIN:VCALENDAR')
  expect(hits).toBe(1)
})

test('each redirect is checked like the first address, and there are three at most', async () => {
  const once = httpsFeeds({ ...reach, mostBytes, findAddresses: async () => ['127.0.0.1'], mayReach: (address) => address === '127.0.0.1' })
  for (const to of [
    'https://10.0.0.1/',
    'http://kalender.example/',
    'https://[::1]/',
    'https://kalender.example:22/',
    'file:///etc/passwd',
  ]) {
    behave = (answer) => void answer.writeHead(302, { location: to }).end()
    hits = 0
    expect(await failureOf(once.read('https://kalender.example/')), to).toBe('address')
    expect(hits).toBe(1)
  }
  behave = (answer, path) => void answer.writeHead(302, { location: `${path}a` }).end()
  hits = 0
  expect(await failureOf(once.read('https://kalender.example/a'))).toBe('answer')
  expect(hits).toBe(4)
})

test('what is too large, packed, too slow or an error is refused; an unchanged calendar is not read again', async () => {
  behave = (answer) => void answer.end('x'.repeat(3_000_000))
  expect(await failureOf(open.read('https://kalender.example/'))).toBe('size')
  behave = (answer) => void answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(3_000_000)))
  expect(await failureOf(open.read('https://kalender.example/'))).toBe('answer')
  behave = (answer) => void answer.writeHead(404).end()
  expect(await failureOf(open.read('https://kalender.example/'))).toBe('answer')
  behave = (answer) => void answer.write('BEGIN')
  expect(await failureOf(open.read('https://kalender.example/'))).toBe('slow')
  behave = (answer) => void answer.socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  expect(await failureOf(open.read('https://kalender.example/'))).toBe('answer')
  behave = (answer) => void answer.writeHead(304).end()
  expect(await open.read('https://kalender.example/', '"1"')).toBeUndefined()
})
