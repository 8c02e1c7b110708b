import { expect, test } from 'vitest'
import { readConfig } from '#src/platform/server/config.ts'
import { customerAccount, signInEmails } from '../scripts/demo/demoData.ts'
import { greetingOf } from '../scripts/greeting.ts'

const greet = (environment: Record<string, string>, demo: string) =>
  greetingOf({
    config: readConfig(environment),
    services: { environment: { DEMO: demo }, hasSandbox: true, hasInbox: true },
    logFile: 'data/server.log',
  })

test('npm start names its addresses, the log and accounts of a customer and of companies, in one frame', () => {
  const text = greet({ PORT: '4000' }, '1')
  for (const part of [
    'http://localhost:4000',
    'http://localhost:4002',
    'data/server.log',
    customerAccount.email,
    signInEmails[0] ?? '',
    'Ctrl-C',
  ])
    expect(text).toContain(part)
  expect(new Set(text.split('\n').map((line) => line.length)).size).toBe(1)
})

test('without the living demo no account is named that is not there', () => {
  expect(greet({}, 'small')).not.toContain(customerAccount.email)
})
