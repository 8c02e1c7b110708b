import { z } from 'zod'
import english from 'zod/v4/locales/en.js'
import { writtenIban } from '#src/platform/kit/typed.ts'
import {
  dataKeys,
  email,
  factor,
  flag,
  hostname,
  httpAddress,
  list,
  oneOf,
  optional,
  origin,
  proxies,
  secret,
  text,
  url,
  whole,
} from './configuration/fields.ts'
import {
  complaintAboutPasswordHash,
  complaintsAboutSecrets,
  complaintsAboutTransport,
  mayBePlain,
} from './configuration/productionChecks.ts'

/** Variables of the server's configuration, one row each; a test compares them with the rows of README. */
export const configRows = {
  APP_ENV: [
    oneOf(['development', 'production', 'test']).optional(),
    '`production` switches every safeguard on; default: `production` with `NODE_ENV=production`, else `development`',
  ],
  PORT: [whole(1, 65_535).default(3000), 'where the server listens'],
  HOST: [optional, 'the address that the server listens on: `127.0.0.1` outside production, all interfaces in production'],
  PUBLIC_URL: [origin, 'the address customers see, without a path; default `http://localhost:PORT`; https in production'],
  BRAND_NAME: [text.default('Handschlag'), 'the name of the marketplace, everywhere'],
  DATA_DIR: [text.default('./data'), 'uploads, the embedded database, the state of sandbox and inbox'],
  DATABASE_URL: [optional, 'PostgreSQL ≥ 18; without it `npm start` runs an embedded one in DATA_DIR'],
  DATABASE_LISTEN_URL: [optional, 'the same database without a pooler in transaction mode: for listening, migrations and commands'],
  DATABASE_READ_URL: [
    optional,
    'a replica of that database, or a router in front of several: public reads use it while it is up to date; default none',
  ],
  DATABASE_POOL: [whole(2, 100).default(10), 'connections of this process for pages and calls, and as many to the replica'],
  DATABASE_JOB_POOL: [whole(4, 100).default(10), 'its connections for jobs, so that a payout run never takes those of visitors'],
  ROLE: [
    oneOf(['both', 'web', 'worker']).default('both'),
    '`web` serves pages and calls, `worker` works on jobs and serves probes only, `both` does both',
  ],
  DEMO: [
    oneOf(['0', '1', 'small']).default('0'),
    '`1` loads the demo into an empty database (the embedded one gets it anyway): a marketplace in its second year, or, without the sandbox, its companies alone, as with `small`',
  ],
  STRIPE_SECRET_KEY: [optional, 'key of the PSP; `npm start` uses its sandbox'],
  STRIPE_WEBHOOK_SECRET: [optional, 'secret that webhooks are signed with; several endpoints: separated by commas'],
  STRIPE_API_URL: [url.optional(), 'another address of the payment API (the sandbox); never in production'],
  SMTP_URL: [optional, 'mail server, `smtp://user:password@host:587`; `npm start` uses its inbox'],
  MAIL_FROM: [email, 'sender of all mails'],
  MAIL_REPLY_DOMAIN: [hostname, 'domain of the secret reply addresses of messages; without it, in production, mails cannot be answered'],
  MAIL_REPLY_SECRET: [secret, 'secret that signs inbound mails (docs/operations.md#answers-by-mail)'],
  PLAINTEXT_HOSTS: [
    list,
    'hosts of database, mail and storage that production reaches without TLS, comma-separated, in a private network only; the local machine is always allowed',
  ],
  S3_ENDPOINT: [url.optional(), 'object storage for uploads; without S3_BUCKET they lie in DATA_DIR'],
  S3_BUCKET: [optional, 'bucket'],
  S3_REGION: [z.string().default('eu-central-1'), 'region'],
  S3_ACCESS_KEY_ID: [optional, 'access key'],
  S3_SECRET_ACCESS_KEY: [optional, 'secret key'],
  SECRET_KEY: [secret, 'at least 32 random characters; hashes codes and addresses at rest, derives links'],
  DATA_KEYS: [
    dataKeys,
    'encryption keys of bank details, tax numbers, personal details and mailed links at rest, `id:secret` (32 random characters or more), comma-separated: the first encrypts, all decrypt',
  ],
  ADMIN_EMAIL: [email, "receives the operator's codes and notices"],
  ADMIN_PASSWORD_HASH: [optional, "argon2id hash of the operator's password, as `npm run admin -- create-operator` makes it"],
  ADMIN_PASSWORD: [optional, "the operator's password in clear, outside production only"],
  OPERATOR_NAME: [optional, 'firm of the operator (legal notice, mails); copied into the settings at the first start'],
  OPERATOR_ADDRESS: [optional, 'its postal address'],
  OPERATOR_EMAIL: [optional, 'its contact address'],
  OPERATOR_PHONE: [optional, 'its phone'],
  OPERATOR_LEGAL_FORM: [optional, 'its legal form, if any (legal notice)'],
  OPERATOR_REPRESENTED_BY: [optional, 'who acts for it, or its owner'],
  OPERATOR_REGISTER_COURT: [optional, 'court of its register entry'],
  OPERATOR_REGISTER_NUMBER: [optional, 'number of its register entry'],
  OPERATOR_VAT_ID: [optional, 'its VAT identification number'],
  SEPA_PAYOUTS: [flag, '`1` pays companies out by bank files, too (only with a licence or a legal opinion); `npm start` sets it'],
  OPERATOR_IBAN: [optional, 'bank account that bank files pay from; needed with SEPA_PAYOUTS'],
  OPERATOR_BIC: [optional, 'its BIC'],
  TRUSTED_PROXIES: [
    proxies,
    'addresses or networks of the proxies in front, comma-separated, whose X-Forwarded-For is trusted; needed in production',
  ],
  LIMITS_FACTOR: [factor(1_000_000).default(1), 'loosens every rate limit and the pauses of mailings; outside production only'],
  TEST_CONTROL: [flag, '`1` opens `POST /__test/clock`; outside production only'],
  METRICS_TOKEN: [secret, 'bearer token of `/metrics` for Prometheus (docs/operations.md#metrics); without it the address does not exist'],
  ERROR_REPORT_DSN: [
    httpAddress.optional(),
    'address and key of a service with the protocol of Sentry, which gets every logged error; default none',
  ],
  LOG_LEVEL: [oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'), 'how much is logged, as JSON lines'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Rows = typeof configRows
type Variables = { [name in keyof Rows]: z.infer<Rows[name][0]> }

const variables = z.object(Object.fromEntries(Object.entries(configRows).map(([name, [type]]) => [name, type])))

/** Defaults of development. Production refuses to start with any of them. */
export const developmentSecrets = {
  SECRET_KEY: 'development-only-secret-key-0123456789abcdef',
  DATA_KEYS: 'dev:development-only-data-key-0123456789abcdef',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  MAIL_REPLY_SECRET: 'development-only-reply-secret-0123456789abcdef',
  ADMIN_EMAIL: 'admin@handschlag.example',
} as const
const demoSender = 'no-reply@handschlag.example'
const demoReplyDomain = 'antwort.handschlag.example'
const demoOperator = {
  OPERATOR_NAME: 'Handschlag Demo',
  OPERATOR_ADDRESS: 'Musterweg 1, 10115 Berlin',
  OPERATOR_EMAIL: 'service@handschlag.example',
  OPERATOR_PHONE: '+49 30 23125000',
  OPERATOR_LEGAL_FORM: 'Einzelunternehmen',
  OPERATOR_REPRESENTED_BY: 'Erika Muster',
  OPERATOR_IBAN: 'DE02100500000054540402',
} as const

/** Secret that encrypts stored texts; its id is the prefix of every text that it encrypted. */
export type DataKey = { id: string; secret: string }

const readDataKeys = (text: string): DataKey[] =>
  text.split(',').map((entry) => {
    const [id = '', secret = ''] = entry.split(':')
    return { id, secret }
  })

const readWebhookSecrets = (text: string) => text.split(',').map((one) => one.trim())

export type Config = ReturnType<typeof readConfig>

type Environment = Record<string, string | undefined>

/** Parses the process's configuration, once at start. Throws ConfigError naming every variable that is missing or wrong. */
export function readConfig(environment: Environment) {
  const { config, complaints } = checkConfig(environment)
  if (complaints.length > 0) throw new ConfigError(complaints)
  return config
}

/** Parses a configuration as far as possible: all complaints, and the configuration as if the wrong variables were missing. */
export function checkConfig(environment: Environment) {
  const given = Object.entries(environment).filter(([name, value]) => name in configRows && value !== '')
  // Without it, messages would be the German ones of form fields (src/platform/server/calls/fieldTexts.ts).
  const issues = variables.safeParse(Object.fromEntries(given), { error: english().localeError }).error?.issues ?? []
  const wrong = [...new Set(issues.map(({ path }) => path.join('.')))]
  const read = variables.parse(Object.fromEntries(given.filter(([name]) => !wrong.includes(name)))) as Variables
  const isProduction = (read.APP_ENV ?? environment.NODE_ENV) === 'production'
  const ofProduction = isProduction ? complaintsInProduction(read, environment) : []
  const others = ofProduction.filter((one) => !wrong.some((name) => one.split(/\W+/).includes(name)))
  const complaints = [...new Set(issues.map(({ path, message }) => `${path.join('.')} ${message}`)), ...others]
  return { config: configOf(read, isProduction), complaints }
}

function configOf(read: Variables, isProduction: boolean) {
  return {
    ...read,
    isProduction,
    publicUrl: new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).origin,
    sessionUrl: read.DATABASE_LISTEN_URL ?? read.DATABASE_URL,
    host: read.HOST ?? (isProduction ? undefined : '127.0.0.1'),
    smtpNeedsTls: isProduction && !mayBePlain(read.SMTP_URL ?? '', read.PLAINTEXT_HOSTS),
    mailFrom: read.MAIL_FROM ?? demoSender,
    replies: repliesOf(read, isProduction),
    secretKey: read.SECRET_KEY ?? developmentSecrets.SECRET_KEY,
    dataKeys: readDataKeys(read.DATA_KEYS ?? developmentSecrets.DATA_KEYS),
    stripe: {
      secretKey: read.STRIPE_SECRET_KEY ?? developmentSecrets.STRIPE_SECRET_KEY,
      webhookSecret: readWebhookSecrets(read.STRIPE_WEBHOOK_SECRET ?? developmentSecrets.STRIPE_WEBHOOK_SECRET).join(','),
      apiUrl: read.STRIPE_API_URL,
    },
    adminEmail: read.ADMIN_EMAIL ?? developmentSecrets.ADMIN_EMAIL,
    operator: operatorOf(read),
    operatorAccount: { iban: writtenIban(read.OPERATOR_IBAN ?? demoOperator.OPERATOR_IBAN), bic: read.OPERATOR_BIC },
  }
}

/** Domain of replies by mail and the secret that signs them; undefined if mails cannot be answered. */
function repliesOf(read: Variables, isProduction: boolean) {
  const domain = read.MAIL_REPLY_DOMAIN ?? (isProduction ? undefined : demoReplyDomain)
  const secret = read.MAIL_REPLY_SECRET ?? (isProduction ? undefined : developmentSecrets.MAIL_REPLY_SECRET)
  return domain === undefined || secret === undefined ? undefined : { domain, secret }
}

/** Operator of the marketplace, as copied into the settings. The demo's legal form and owner are used only with the demo's name. */
const operatorOf = (read: Variables) => ({
  name: read.OPERATOR_NAME ?? demoOperator.OPERATOR_NAME,
  address: read.OPERATOR_ADDRESS ?? demoOperator.OPERATOR_ADDRESS,
  email: read.OPERATOR_EMAIL ?? demoOperator.OPERATOR_EMAIL,
  phone: read.OPERATOR_PHONE ?? demoOperator.OPERATOR_PHONE,
  legalForm: read.OPERATOR_LEGAL_FORM ?? (read.OPERATOR_NAME ? '' : demoOperator.OPERATOR_LEGAL_FORM),
  representedBy: read.OPERATOR_REPRESENTED_BY ?? (read.OPERATOR_NAME ? '' : demoOperator.OPERATOR_REPRESENTED_BY),
  registerCourt: read.OPERATOR_REGISTER_COURT ?? '',
  registerNumber: read.OPERATOR_REGISTER_NUMBER ?? '',
  vatId: read.OPERATOR_VAT_ID ?? '',
})

export class ConfigError extends Error {
  readonly complaints: readonly string[]
  constructor(complaints: readonly string[]) {
    super(`Incomplete or wrong configuration:\n${complaints.map((one) => `  – ${one}`).join('\n')}`)
    this.complaints = complaints
  }
}

const needed = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'SECRET_KEY',
  'DATA_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD_HASH',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'OPERATOR_PHONE',
] as const satisfies readonly (keyof Variables)[]

const isDefaultSecret = (value: string | undefined) =>
  Object.values<string | undefined>({ ...developmentSecrets, ...demoOperator }).includes(value)
/** A missing value has its own complaint, so it passes here. */
const isGiven = (value: string | undefined, ...beginnings: string[]) => !value || beginnings.some((one) => value.startsWith(one))

/** Production needs complete operator data and https, and refuses demo data, sandbox and default secrets (docs/spec.md#production). */
function complaintsInProduction(read: Variables, environment: Record<string, string | undefined>) {
  const missing = needed.filter((name) => read[name] === undefined).map((name) => `${name} is missing`)
  const defaults = needed.filter((name) => isDefaultSecret(String(read[name]))).map((name) => `${name} has its development value`)
  const forbidden = [
    read.DEMO !== '0' && 'DEMO: demo data are not allowed in production',
    read.STRIPE_API_URL && 'STRIPE_API_URL: the payment sandbox is not allowed in production',
    /^(sk|rk)_test_/.test(read.STRIPE_SECRET_KEY ?? '') && 'STRIPE_SECRET_KEY is a test key',
    ...complaintsAboutWebhookSecrets(read.STRIPE_WEBHOOK_SECRET),
    complaintAboutPasswordHash(read.ADMIN_PASSWORD_HASH),
    isGiven(read.SMTP_URL, 'smtp://', 'smtps://') || 'SMTP_URL must begin with smtp:// or smtps://',
    ...complaintsAboutDataKeys(read.DATA_KEYS),
    ...complaintsAboutTransport(read, environment),
    ...complaintsAboutSecrets({
      SECRET_KEY: [read.SECRET_KEY],
      MAIL_REPLY_SECRET: [read.MAIL_REPLY_SECRET],
      DATA_KEYS: readDataKeys(read.DATA_KEYS ?? '').map(({ secret }) => secret),
      S3_SECRET_ACCESS_KEY: [read.S3_SECRET_ACCESS_KEY],
      METRICS_TOKEN: [read.METRICS_TOKEN],
      STRIPE_SECRET_KEY: [read.STRIPE_SECRET_KEY],
      STRIPE_WEBHOOK_SECRET: readWebhookSecrets(read.STRIPE_WEBHOOK_SECRET ?? ''),
    }),
    read.PUBLIC_URL && !read.PUBLIC_URL.startsWith('https://') && 'PUBLIC_URL must begin with https://',
    read.SEPA_PAYOUTS && read.OPERATOR_IBAN === undefined && 'OPERATOR_IBAN is missing (SEPA_PAYOUTS=1)',
    isDefaultSecret(read.OPERATOR_IBAN) && 'OPERATOR_IBAN has its development value',
    (read.MAIL_REPLY_DOMAIN === undefined) !== (read.MAIL_REPLY_SECRET === undefined) &&
      'MAIL_REPLY_DOMAIN and MAIL_REPLY_SECRET need each other',
    isDefaultSecret(read.MAIL_REPLY_SECRET) && 'MAIL_REPLY_SECRET has its development value',
    read.ADMIN_PASSWORD && 'ADMIN_PASSWORD in clear is not allowed in production (ADMIN_PASSWORD_HASH)',
    read.TEST_CONTROL && 'TEST_CONTROL is not allowed in production',
    // Without it all visitors would share the proxy's address, and each other's limits.
    read.TRUSTED_PROXIES.rules.length === 0 && 'TRUSTED_PROXIES is missing',
    read.LIMITS_FACTOR !== 1 && 'LIMITS_FACTOR is not allowed in production',
  ].filter((one) => typeof one === 'string')
  return [...missing, ...defaults, ...forbidden]
}

/** Each endpoint's secret alone makes a signature valid, so none of them may be empty or publicly known. */
function complaintsAboutWebhookSecrets(text: string | undefined) {
  if (text === undefined || text === developmentSecrets.STRIPE_WEBHOOK_SECRET) return []
  const secrets = readWebhookSecrets(text)
  return [
    secrets.includes(developmentSecrets.STRIPE_WEBHOOK_SECRET) && 'STRIPE_WEBHOOK_SECRET contains the development secret',
    secrets.every((one) => /^whsec_./.test(one)) || 'STRIPE_WEBHOOK_SECRET must begin with whsec_',
  ]
}

/** An older key still decrypts, so none of them may be publicly known. */
function complaintsAboutDataKeys(text: string | undefined) {
  if (text === undefined || text === developmentSecrets.DATA_KEYS) return []
  const keys = readDataKeys(text)
  return [
    text.includes(developmentSecrets.DATA_KEYS) && 'DATA_KEYS contains the development key',
    new Set(keys.map(({ id }) => id)).size < keys.length && 'DATA_KEYS has an id twice',
  ]
}
