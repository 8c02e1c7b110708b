import { expect, test } from 'vitest'
import { readSettings, writeSettings } from '#src/platform/server/settings.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const { app, clock, visitor } = await openTestApp({ OPERATOR_EMAIL: 'sicherheit@markt.example', PUBLIC_URL: 'https://markt.example' })
const read = async () => {
  const answer = await visitor.request('/.well-known/security.txt', {})
  return { status: answer.status, type: answer.headers.get('content-type'), lines: (await answer.text()).trimEnd().split('\n') }
}

test('security.txt names the operator, its own address and a day within the next year (RFC 9116)', async () => {
  clock.moveTo(new Date('2026-11-28T12:00:00Z'))
  expect(await read()).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    lines: [
      'Contact: mailto:sicherheit@markt.example',
      'Expires: 2027-05-27T00:00:00Z',
      'Preferred-Languages: de, en',
      'Canonical: https://markt.example/.well-known/security.txt',
    ],
  })
})

test('an address that the operator changes in its settings is named from then on', async () => {
  const { operator } = await readSettings(app.db)
  await app.db.transaction().execute((tx) => writeSettings(tx, { operator: { ...operator, email: 'neu@markt.example' } }, app.now()))
  expect((await read()).lines[0]).toBe('Contact: mailto:neu@markt.example')
})
