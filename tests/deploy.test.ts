import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ConfigError, configRows, readConfig } from '#src/platform/server/config.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const compose = read('compose.yaml')
const example = read('deploy/compose.env.example')
/** With the rows that are commented out. */
const offered = parseEnv(example.replace(/^# (?=[A-Z0-9_]+=)/gm, ''))
const filled = {
  DOMAIN: 'markt.example',
  DATABASE_PASSWORD: '6b1f0c7a94d2e853',
  S3_SECRET_ACCESS_KEY: 'f3a9c06be1d75284',
  SECRET_KEY: 'Xk4mQz9wRt2bVn7cLp5sDf8gHj3yUe6a',
  DATA_KEYS: 'k1:Nd8sWq3vLx6bTz1mKc9pRj4hGf7yUe2a',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_live',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'post@markt.example',
  ADMIN_EMAIL: 'chef@markt.example',
  ADMIN_PASSWORD_HASH: `$argon2id$v=19$m=65536,t=3,p=1$${'c2FsdHNhbHRzYWx0c2FsdA'}$${'a'.repeat(43)}`,
  OPERATOR_NAME: 'Markt GmbH',
  OPERATOR_ADDRESS: 'Weg 1, Berlin',
  OPERATOR_EMAIL: 'post@markt.example',
  OPERATOR_PHONE: '+49 30 23125001',
}

describe('compose.yaml', () => {
  test('uses variables of its example only', () => {
    const used = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name)
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !name || !(name in offered))).toEqual([])
  })

  test('its example has no variable that nothing reads', () => {
    const isUsed = (name: string) => name in configRows || compose.includes(`\${${name}`)
    expect(Object.keys(offered).filter((name) => !isUsed(name))).toEqual([])
  })

  test('refuses the example as it is, naming what has to be filled in', () => {
    const empty = Object.entries(parseEnv(example)).flatMap(([name, value]) => (value ? [] : [name]))
    expect(empty.sort()).toEqual(Object.keys(filled).sort())
    const optionalOrBuilt = ['DOMAIN', 'DATABASE_PASSWORD', 'S3_SECRET_ACCESS_KEY']
    const missing = empty.filter((name) => !optionalOrBuilt.includes(name)).map((name) => `${name} is missing`)
    expect(complaintsAbout({}).sort()).toEqual(missing.sort())
  })

  test('configures a server that production accepts', () => expect(complaintsAbout(filled)).toEqual([]))
})

/** What production says about the variables that compose.yaml sets for the server, with these in deploy/compose.env. */
function complaintsAbout(values: Record<string, string>) {
  const given: Record<string, string | undefined> = { ...parseEnv(example), ...values }
  const [, block = ''] = /^x-environment: &environment\n((?: {2}.*\n)+)/m.exec(compose) ?? []
  const rows = [...block.matchAll(/^ {2}([A-Z0-9_]+): (.+)$/gm)]
  expect(rows.length).toBeGreaterThan(5)
  const set = rows.map(([, name = '', text = '']) => [name, text.replace(/\$\{(\w+):\?\}/g, (_, one) => given[one] || 'unset')] as const)
  try {
    readConfig({ ...given, ...Object.fromEntries(set), APP_ENV: 'production', ROLE: 'web' })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return [...error.complaints]
    throw error
  }
}

describe('systemd units', () => {
  const units = ['web', 'worker'].map((role) => ({ role, text: read(`deploy/systemd/handschlag-${role}.service`) }))

  test('start their roles on ports of their own', () => {
    const portOf = (text: string) => /^Environment=ROLE=(\w+) HOST=127\.0\.0\.1 PORT=(\d+)/m.exec(text)?.slice(1)
    expect(units.map(({ text }) => portOf(text))).toEqual([
      ['web', '3000'],
      ['worker', '3001'],
    ])
  })

  test('are otherwise the same', () => {
    const [web, worker] = units.map(({ text }) => text.replace(/^(# .*systemd\.|Description=.*|Environment=ROLE=.*)$/gm, ''))
    expect(worker).toBe(web)
  })
})
