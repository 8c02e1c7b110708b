import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { keyRates } from './keyRules.ts'
import { newLinkLimits } from './newLinkRules.ts'

const { newVisitor } = await openTestApp({ LIMITS_FACTOR: '1' })

test('new links are limited per address and hour, and so are attempts', async () => {
  const ask = async (email: string, ip: string) => (await newVisitor(ip).call('request-booking-link', { number: '00000000', email })).status
  for (let time = 0; time < newLinkLimits.perAddress.max; time++) expect(await ask('a@b.example', `192.0.2.${time}`)).toBe(200)
  expect(await ask('a@b.example', '192.0.2.99')).toBe(429)
  for (let time = 0; time < newLinkLimits.perIp.max; time++) expect(await ask(`a${time}@c.example`, '192.0.2.200')).toBe(200)
  expect(await ask('b@c.example', '192.0.2.200')).toBe(429)
})

test('payment checks are limited per client address and minute, for all sessions together', async () => {
  const verify = async (at: number, ip: string) =>
    (await newVisitor(ip).call('verify-payment', { sessionId: `cs_test_${at}`, bookingId: randomUUID() })).status
  for (let at = 0; at < keyRates.verify.max; at++) expect(await verify(at, '192.0.2.210')).not.toBe(429)
  expect(await verify(1_000, '192.0.2.210')).toBe(429)
  expect(await verify(1_001, '192.0.2.211')).not.toBe(429)
})
