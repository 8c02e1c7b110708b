import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { describeError, openLog } from '../server/log.ts'
import { openErrorReports } from './errorReports.ts'

/** A service that stores what it gets: per report its lines of JSON, the last of which is the event. */
async function openService(status = 200) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(status).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const reports = openErrorReports({ dsn: `http://publickey@127.0.0.1:${port}/42`, release: '2026.11.28', environment: 'test' })
  const events = () => bodies.map((body) => JSON.parse(body.trimEnd().split('\n').at(-1) ?? '{}'))
  return { reports, events }
}

test('a logged error is reported with its stack, without addresses and secrets', async () => {
  const { reports, events } = await openService()
  const lines: string[] = []
  const log = openLog('info', { lines: { write: (line) => void lines.push(line) }, onError: reports.report })
  const error = new TypeError('mailbox kundin@kunde.example is full')
  log.info('not an error')
  log.error({ error: describeError(error), job: 'mail.send', token: 'secret-token', customerEmail: 'kundin@kunde.example' }, 'job failed')
  await reports.close()
  expect(lines.length).toBe(2)
  const [event] = events()
  expect(events().length).toBe(1)
  expect(event).toMatchObject({
    message: 'job failed',
    level: 'error',
    release: '2026.11.28',
    environment: 'test',
    extra: { job: 'mail.send' },
  })
  expect(event.exception.values[0]).toMatchObject({ type: 'TypeError', value: 'TypeError: mailbox [Adresse] is full' })
  expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toContain('errorReports.test.ts')
  expect(JSON.stringify(event)).not.toMatch(/kunde\.example|secret-token/)
})

test('a service that is away or refuses stops nothing', async () => {
  const { reports } = await openService(500)
  reports.report('refused', {})
  await reports.close()
  const away = openErrorReports({ dsn: 'http://publickey@127.0.0.1:1/42', release: '1', environment: 'test' })
  away.report('not sent', {})
  await away.close()
})
