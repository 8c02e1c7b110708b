import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import '#src/platform/server/calls/fieldTexts.ts'
import { ConfigError, configRows, developmentSecrets, readConfig } from '#src/platform/server/config.ts'

/** A hash in the format of argon2, with a salt of 16 bytes and a tag of 32. */
const argon2idHash = (cost: string, salt = 22, tag = 43) =>
  `$argon2id$v=19$${cost}$${'c2Fs'.repeat(22).slice(0, salt)}$${'dGFn'.repeat(22).slice(0, tag)}`

const secretKey = 'Yk3pQ9vT2mXw7ZrL5nBc8HdJ4sGf6AeU1oVi0KyN'
const plainDatabase = 'DATABASE_URL needs sslmode=verify-full (or PLAINTEXT_HOSTS)'
const production = {
  APP_ENV: 'production',
  DATABASE_URL: 'postgres://db/handschlag?sslmode=verify-full',
  PUBLIC_URL: 'https://markt.example',
  SECRET_KEY: secretKey,
  DATA_KEYS: 'k2:Nd8sWq3vLx6bTz1mKc9pRj4hGf7yUe2a,k1:Qm5tZx8cVb2nMk4jHg7fDs1aPo3iUy6r',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_live',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'post@markt.example',
  ADMIN_EMAIL: 'chef@markt.example',
  ADMIN_PASSWORD_HASH: argon2idHash('m=65536,t=3,p=1'),
  OPERATOR_NAME: 'Markt GmbH',
  OPERATOR_ADDRESS: 'Weg 1, Berlin',
  OPERATOR_EMAIL: 'post@markt.example',
  OPERATOR_PHONE: '+49 30 23125001',
  TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
}
const complaintsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints
    throw error
  }
}

test('development needs nothing', () => {
  const config = readConfig({})
  expect([config.PORT, config.publicUrl, config.BRAND_NAME, config.isProduction]).toEqual([
    3000,
    'http://localhost:3000',
    'Handschlag',
    false,
  ])
})

const weakHash = 'ADMIN_PASSWORD_HASH is weaker than that of `npm run admin -- create-operator`'

test('a complete production configuration is accepted', () => expect(complaintsOf(production)).toEqual([]))

test('a wrong value is explained in English, not with the texts of form fields', () => {
  expect(complaintsOf({ PORT: 'x' })).toEqual(['PORT must be a whole number from 1 to 65535'])
})

test('without APP_ENV, NODE_ENV decides; APP_ENV wins', () => {
  expect(complaintsOf({ NODE_ENV: 'production' })).toContain('DATABASE_URL is missing')
  expect(readConfig({ NODE_ENV: 'production', APP_ENV: 'development' }).isProduction).toBe(false)
})

test.each(Object.keys(production).filter((name) => name !== 'APP_ENV'))('production refuses to start without %s, and says so', (name) => {
  const { [name as 'SECRET_KEY']: _left, ...others } = production
  expect(complaintsOf(others)).toEqual([`${name} is missing`])
})

test.each([
  ['DEMO', '1', 'DEMO: demo data are not allowed in production'],
  ['STRIPE_API_URL', 'http://127.0.0.1:3001', 'STRIPE_API_URL: the payment sandbox is not allowed in production'],
  ['STRIPE_SECRET_KEY', 'sk_test_x', 'STRIPE_SECRET_KEY is a test key'],
  ['STRIPE_SECRET_KEY', 'rk_test_x', 'STRIPE_SECRET_KEY is a test key'],
  ['STRIPE_WEBHOOK_SECRET', 'x', 'STRIPE_WEBHOOK_SECRET must begin with whsec_'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_live,whsec_sandbox', 'STRIPE_WEBHOOK_SECRET contains the development secret'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_live,', 'STRIPE_WEBHOOK_SECRET must begin with whsec_'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_live, geheim', 'STRIPE_WEBHOOK_SECRET must begin with whsec_'],
  ['ADMIN_PASSWORD_HASH', 'geheim', 'ADMIN_PASSWORD_HASH is not an argon2id hash'],
  ['ADMIN_PASSWORD_HASH', '$argon2id$x', 'ADMIN_PASSWORD_HASH is not an argon2id hash'],
  ['ADMIN_PASSWORD_HASH', argon2idHash('m=9999999,t=3,p=1'), 'ADMIN_PASSWORD_HASH is not an argon2id hash'],
  ['ADMIN_PASSWORD_HASH', argon2idHash('m=19456,t=3,p=1'), weakHash],
  ['ADMIN_PASSWORD_HASH', argon2idHash('m=65536,t=2,p=1'), weakHash],
  ['ADMIN_PASSWORD_HASH', argon2idHash('m=65536,t=3,p=1', 11), weakHash],
  ['ADMIN_PASSWORD_HASH', argon2idHash('m=65536,t=3,p=1', 22, 22), weakHash],
  ['SMTP_URL', 'x', 'SMTP_URL must begin with smtp:// or smtps://'],
  ['SECRET_KEY', 'a'.repeat(40), 'SECRET_KEY is not random'],
  ['SECRET_KEY', 'Xk4mQz9w'.repeat(5), 'SECRET_KEY is not random'],
  ['SECRET_KEY', '1213213123122312113321231321123312213321', 'SECRET_KEY is not random'],
  ['SECRET_KEY', 'please-change-me-7Yk3pQ9vT2mXw7ZrL5nBc8', 'SECRET_KEY is not random'],
  ['DATA_KEYS', `k1:${secretKey}`, 'DATA_KEYS is the same secret as SECRET_KEY'],
  ['DATA_KEYS', 'k2:Nd8sWq3vLx6bTz1mKc9pRj4hGf7yUe2a,k1:Nd8sWq3vLx6bTz1mKc9pRj4hGf7yUe2a', 'DATA_KEYS is the same secret as DATA_KEYS'],
  ['S3_SECRET_ACCESS_KEY', secretKey, 'S3_SECRET_ACCESS_KEY is the same secret as SECRET_KEY'],
  ['DATABASE_URL', 'postgres://db/handschlag', plainDatabase],
  ['DATABASE_URL', 'postgres://db/handschlag?sslmode=prefer', plainDatabase],
  ['DATABASE_URL', 'postgres://db/handschlag?sslmode=no-verify', plainDatabase],
  ['DATABASE_URL', 'postgres://db/handschlag?sslmode=verify-full&sslmode=disable', plainDatabase],
  ['DATABASE_URL', 'postgres://db/handschlag?uselibpqcompat=true&sslmode=require', plainDatabase],
  ['DATABASE_LISTEN_URL', 'postgres://db/handschlag', 'DATABASE_LISTEN_URL needs sslmode=verify-full (or PLAINTEXT_HOSTS)'],
  [
    'DATABASE_READ_URL',
    'postgres://r1/x?sslmode=verify-full, postgres://r2/x',
    'DATABASE_READ_URL needs sslmode=verify-full (or PLAINTEXT_HOSTS)',
  ],
  ['S3_ENDPOINT', 'http://files.example', 'S3_ENDPOINT must begin with https:// (or PLAINTEXT_HOSTS)'],
  ['ERROR_REPORT_DSN', 'http://key@errors.example/1', 'ERROR_REPORT_DSN must begin with https:// (or PLAINTEXT_HOSTS)'],
  ['OPERATOR_NAME', 'Handschlag Demo', 'OPERATOR_NAME has its development value'],
  ['SMTP_URL', 'smtp://mail.example?tls.rejectUnauthorized=false', 'SMTP_URL must not change its use of TLS'],
  ['SMTP_URL', 'smtp://mail.example?requireTLS=false', 'SMTP_URL must not change its use of TLS'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0', 'NODE_TLS_REJECT_UNAUTHORIZED=0 is not allowed in production'],
  ['PUBLIC_URL', 'http://markt.example', 'PUBLIC_URL must begin with https://'],
  ['ADMIN_PASSWORD', 'geheim', 'ADMIN_PASSWORD in clear is not allowed in production (ADMIN_PASSWORD_HASH)'],
  ['TEST_CONTROL', '1', 'TEST_CONTROL is not allowed in production'],
  ['LIMITS_FACTOR', '2', 'LIMITS_FACTOR is not allowed in production'],
  ['SECRET_KEY', developmentSecrets.SECRET_KEY, 'SECRET_KEY has its development value'],
  ['DATA_KEYS', developmentSecrets.DATA_KEYS, 'DATA_KEYS has its development value'],
  ['DATA_KEYS', `${production.DATA_KEYS},${developmentSecrets.DATA_KEYS}`, 'DATA_KEYS contains the development key'],
  ['DATA_KEYS', `${production.DATA_KEYS},k1:Zn4cXb7vMq2kLw9sDf6gHj3tYu8iOp5r`, 'DATA_KEYS has an id twice'],
  ['DATA_KEYS', `k1:${'a'.repeat(40)}`, 'DATA_KEYS is not random'],
])('production refuses %s=%s', (name, value, complaint) => expect(complaintsOf({ ...production, [name]: value })).toEqual([complaint]))

test('all faults are named at once: wrong values, and what production lacks', () => {
  const { OPERATOR_PHONE: _left, ...others } = production
  expect(complaintsOf({ ...others, PORT: 'x', SECRET_KEY: 'short', PUBLIC_URL: 'markt', DEMO: '1' })).toEqual([
    'PORT must be a whole number from 1 to 65535',
    'PUBLIC_URL must be an address such as https://host.example',
    'SECRET_KEY must have at least 32 characters',
    'OPERATOR_PHONE is missing',
    'DEMO: demo data are not allowed in production',
  ])
})

test('a wrong value is named', () => {
  expect(complaintsOf({ PORT: 'abc' })[0]).toMatch(/^PORT must /)
  expect(complaintsOf({ SECRET_KEY: 'short' })[0]).toMatch(/^SECRET_KEY must /)
  expect(complaintsOf({ DATA_KEYS: 'Nd8sWq3vLx6bTz1mKc9pRj4hGf7yUe2a' })[0]).toMatch(/^DATA_KEYS must /)
  expect(complaintsOf({ TRUSTED_PROXIES: '10.0.0.1, my-proxy' })).toEqual([
    'TRUSTED_PROXIES must be a list of addresses: my-proxy is not an address',
  ])
  expect(complaintsOf({ TRUSTED_PROXIES: '10.0.0.0/abc' })).toEqual([
    'TRUSTED_PROXIES must be a list of addresses: 10.0.0.0/abc is not an address',
  ])
  for (const path of ['/markt', '/?a=1', '/#a']) expect(complaintsOf({ PUBLIC_URL: `https://markt.example${path}` })).toEqual([onlyOrigin])
  expect(complaintsOf({ PUBLIC_URL: 'https://chef:geheim@markt.example' })).toEqual([onlyOrigin])
  expect(readConfig({ PUBLIC_URL: 'https://Markt.example:443/' }).publicUrl).toBe('https://markt.example')
})
const onlyOrigin = 'PUBLIC_URL must have only protocol, host and port, without a path'

test.each([
  ['DATABASE_URL', 'postgres://localhost/handschlag'],
  ['DATABASE_URL', 'postgres:///handschlag?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres://[::1]/handschlag'],
  ['DATABASE_URL', 'postgres://db/handschlag?sslmode=require'],
  ['S3_ENDPOINT', 'http://127.0.0.1:9000'],
  ['SECRET_KEY', '9f86d081884c7d659a2feaa0c55ad015'],
])('production accepts %s=%s', (name, value) => expect(complaintsOf({ ...production, [name]: value })).toEqual([]))

test('a host of a private network may be named, and is reached without TLS then', () => {
  const plain = { ...production, DATABASE_URL: 'postgres://db/x', S3_ENDPOINT: 'http://files:9000', SMTP_URL: 'smtp://mail' }
  expect(complaintsOf({ ...plain, PLAINTEXT_HOSTS: 'db, files' })).toEqual([])
  expect(readConfig({ ...plain, PLAINTEXT_HOSTS: 'db, files' }).smtpNeedsTls).toBe(true)
  expect(readConfig({ ...plain, PLAINTEXT_HOSTS: 'db, files, mail' }).smtpNeedsTls).toBe(false)
  expect(readConfig({}).smtpNeedsTls).toBe(false)
})

test('outside production the server listens on this machine only, unless HOST says so', () => {
  expect([readConfig({}).host, readConfig(production).host, readConfig({ HOST: '0.0.0.0' }).host]).toEqual([
    '127.0.0.1',
    undefined,
    '0.0.0.0',
  ])
})

test.each([
  '10.0.0.0/8',
  '::ffff:10.0.0.0/104',
  'fc00::/7',
  '100.64.0.0/10',
  '104.16.0.0/13',
  '2400:cb00::/32',
  '2a06:98c0::/29',
  '127.0.0.1',
  '::1',
])('the network %s may be one of proxies', (proxies) => expect(complaintsOf({ TRUSTED_PROXIES: proxies })).toEqual([]))

const tooWide = [
  '::/7',
  '::ffff:0:0/96',
  '::ffff:0.0.0.0/97',
  '::ffff:8.0.0.0/104',
  '::/24',
  '::/96',
  '64:ff9b::/96',
  '8.0.0.0/8',
  '2000::/16',
]
test.each([...tooWide, '0.0.0.0/0', '::/0', '10.0.0.1, 0.0.0.0/1', '10.0.0.0/', '2000::/3'])(
  'trusting %s means trusting strangers',
  (proxies) => {
    const [entry = ''] = proxies.split(', ').slice(-1)
    expect(complaintsOf({ TRUSTED_PROXIES: proxies })).toEqual([
      `TRUSTED_PROXIES must not trust strangers: ${entry} contains foreign addresses`,
    ])
  },
)

test("the README's table has every variable, and no other", () => {
  const readme = readFileSync('README.md', 'utf8')
  const named = [...readme.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(configRows).sort())
})

test('.env.example has every variable with its default, and no other', () => {
  const example = readFileSync('.env.example', 'utf8')
  const rows = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value]) => [name, value || undefined] as const)
  expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(configRows).sort())
  expect(readConfig(Object.fromEntries(rows))).toEqual(readConfig({}))
})
