import { z } from 'zod'
import { writtenIban } from '#src/platform/kit/typed.ts'
import { complaintsAboutSecrets, complaintsAboutTransport, mayBePlain } from './configuration/productionChecks.ts'
import { readProxies } from './configuration/trustedProxies.ts'
import { isWeakHash, readPasswordHash } from './passwordHash.ts'

const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')
const optional = z.string().trim().min(1).optional()
const port = z.coerce.number().int().min(1).max(65_535)

/** Every variable the server reads, one row each; README has the same rows (held together by a test). */
export const configRows = {
  APP_ENV: [
    z.enum(['development', 'production', 'test']).optional(),
    '`production` switches every safeguard on; default: `production` with `NODE_ENV=production`, else `development`',
  ],
  PORT: [port.default(3000), 'where the server listens'],
  HOST: [optional, 'the address that the server listens on: `127.0.0.1` outside production, all interfaces in production'],
  PUBLIC_URL: [
    z.url().refine(isOrigin, 'nur Protokoll, Name und Port, ohne Pfad').optional(),
    'the address customers see, without a path; default `http://localhost:PORT`; https in production',
  ],
  BRAND_NAME: [z.string().trim().min(1).default('Handschlag'), 'the name of the marketplace, everywhere'],
  DATA_DIR: [z.string().min(1).default('./data'), 'uploads, the embedded database, the state of sandbox and inbox'],
  DATABASE_URL: [optional, 'PostgreSQL ≥ 18; without it `npm start` runs an embedded one in DATA_DIR'],
  DATABASE_READ_URL: [
    optional,
    'replicas of that database, comma-separated: what visitors read comes from them while they are up to date; default none',
  ],
  DATABASE_POOL: [z.coerce.number().int().min(2).max(100).default(10), 'connections of this process, and as many to each replica'],
  DEMO: [
    z.enum(['0', '1', 'small']).default('0'),
    '`1` loads the demo into an empty database (the embedded one gets it anyway): a marketplace in its second year, or, without the sandbox, its companies alone, as with `small`',
  ],
  STRIPE_SECRET_KEY: [optional, 'key of the PSP; `npm start` uses its sandbox'],
  STRIPE_WEBHOOK_SECRET: [optional, 'secret that webhooks are signed with; several endpoints: separated by commas'],
  STRIPE_API_URL: [z.url().optional(), 'another address of the payment API (the sandbox); never in production'],
  SMTP_URL: [optional, 'mail server, `smtp://user:password@host:587`; `npm start` uses its inbox'],
  MAIL_FROM: [z.email().optional(), 'sender of all mails'],
  MAIL_REPLY_DOMAIN: [
    z.hostname().optional(),
    'domain of the secret addresses that messages are answered at; without it, in production, mails are not to be answered',
  ],
  MAIL_REPLY_SECRET: [
    z.string().min(32).optional(),
    'secret that answers by mail are handed over with (docs/operations.md#answers-by-mail)',
  ],
  PLAINTEXT_HOSTS: [
    z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((one) => one.trim() || [])),
    'hosts of database, mail and storage that production reaches without TLS, comma-separated, in a private network only; this machine always may be',
  ],
  S3_ENDPOINT: [z.url().optional(), 'object storage for uploads; without S3_BUCKET they lie in DATA_DIR'],
  S3_BUCKET: [optional, 'bucket'],
  S3_REGION: [z.string().default('eu-central-1'), 'region'],
  S3_ACCESS_KEY_ID: [optional, 'access key'],
  S3_SECRET_ACCESS_KEY: [optional, 'secret key'],
  SECRET_KEY: [z.string().min(32).optional(), 'at least 32 random characters; signs cookies, hashes secrets at rest'],
  DATA_KEYS: [
    z
      .string()
      .regex(/^[\w-]{1,16}:[^,:\s]{32,}(,[\w-]{1,16}:[^,:\s]{32,})*$/, 'id:geheim, durch Kommas getrennt')
      .optional(),
    'keys of bank details and mailed links at rest, `id:secret` (32 random characters or more), comma-separated: the first encrypts, all open',
  ],
  ADMIN_EMAIL: [z.email().optional(), "receives the operator's codes and notices"],
  ADMIN_PASSWORD_HASH: [optional, "argon2id hash of the operator's password, as `node scripts/hashPassword.ts` makes it"],
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
    z.string().default('').transform(readProxies),
    'addresses or networks of the proxies in front, comma-separated, whose X-Forwarded-For is believed; needed in production',
  ],
  LIMITS_FACTOR: [
    z.coerce.number().min(1).max(1_000_000).default(1),
    'loosens every rate limit and the pauses of mailings; outside production only',
  ],
  TEST_CONTROL: [flag, '`1` opens `POST /__test/clock`; outside production only'],
  LOG_LEVEL: [z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'), 'how much is logged, as JSON lines'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Rows = typeof configRows
type Variables = { [name in keyof Rows]: z.infer<Rows[name][0]> }

const variables = z.object(Object.fromEntries(Object.entries(configRows).map(([name, [type]]) => [name, type])))

/** Links and cookies need an origin without a path. */
function isOrigin(text: string) {
  const { origin, href } = new URL(text)
  return href === `${origin}/`
}

/** What development uses where nothing is set. Production refuses to start with any of them. */
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

/** A secret that encrypts stored texts; its id is the prefix of every text that it encrypted. */
export type DataKey = { id: string; secret: string }

const readDataKeys = (text: string): DataKey[] =>
  text.split(',').map((entry) => {
    const [id = '', secret = ''] = entry.split(':')
    return { id, secret }
  })

const readWebhookSecrets = (text: string) => text.split(',').map((one) => one.trim())

export type Config = ReturnType<typeof readConfig>

/** The process's configuration, parsed once at start. Throws ConfigError naming every variable that is missing or wrong. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([name, value]) => name in configRows && value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const read = parsed.data as Variables
  const isProduction = (read.APP_ENV ?? environment.NODE_ENV) === 'production'
  const complaints = isProduction ? complaintsInProduction(read) : []
  if (complaints.length) throw new ConfigError(complaints)
  return {
    ...read,
    isProduction,
    publicUrl: new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).origin,
    replicaUrls: (read.DATABASE_READ_URL ?? '').split(',').flatMap((one) => one.trim() || []),
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

/** Where answers by mail go, and what they are handed over with; undefined where mails are not to be answered. */
function repliesOf(read: Variables, isProduction: boolean) {
  const domain = read.MAIL_REPLY_DOMAIN ?? (isProduction ? undefined : demoReplyDomain)
  const secret = read.MAIL_REPLY_SECRET ?? (isProduction ? undefined : developmentSecrets.MAIL_REPLY_SECRET)
  return domain === undefined || secret === undefined ? undefined : { domain, secret }
}

/** Who runs the marketplace, as it is copied into the settings. The demo's legal form and owner are used only with the demo's name. */
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
    super(`Konfiguration unvollständig oder falsch:\n${complaints.map((one) => `  – ${one}`).join('\n')}`)
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

/** No demo data, no sandbox, no default secrets, complete operator data, https (docs/spec.md#production). */
function complaintsInProduction(read: Variables) {
  const missing = needed.filter((name) => read[name] === undefined).map((name) => `${name} fehlt`)
  const defaults = needed.filter((name) => isDefaultSecret(String(read[name]))).map((name) => `${name} hat den Wert der Entwicklung`)
  const forbidden = [
    read.DEMO !== '0' && 'DEMO: Demodaten sind im Betrieb nicht erlaubt',
    read.STRIPE_API_URL && 'STRIPE_API_URL: die Zahlungs-Sandbox ist im Betrieb nicht erlaubt',
    /^(sk|rk)_test_/.test(read.STRIPE_SECRET_KEY ?? '') && 'STRIPE_SECRET_KEY ist ein Testschlüssel',
    ...complaintsAboutWebhookSecrets(read.STRIPE_WEBHOOK_SECRET),
    complaintAboutPasswordHash(read.ADMIN_PASSWORD_HASH),
    isGiven(read.SMTP_URL, 'smtp://', 'smtps://') || 'SMTP_URL muss mit smtp:// oder smtps:// beginnen',
    ...complaintsAboutDataKeys(read.DATA_KEYS),
    ...complaintsAboutTransport(read),
    ...complaintsAboutSecrets({
      SECRET_KEY: [read.SECRET_KEY],
      MAIL_REPLY_SECRET: [read.MAIL_REPLY_SECRET],
      DATA_KEYS: readDataKeys(read.DATA_KEYS ?? '').map(({ secret }) => secret),
      S3_SECRET_ACCESS_KEY: [read.S3_SECRET_ACCESS_KEY],
      STRIPE_SECRET_KEY: [read.STRIPE_SECRET_KEY],
      STRIPE_WEBHOOK_SECRET: readWebhookSecrets(read.STRIPE_WEBHOOK_SECRET ?? ''),
    }),
    read.PUBLIC_URL && !read.PUBLIC_URL.startsWith('https://') && 'PUBLIC_URL muss mit https:// beginnen',
    read.SEPA_PAYOUTS && read.OPERATOR_IBAN === undefined && 'OPERATOR_IBAN fehlt (SEPA_PAYOUTS=1)',
    isDefaultSecret(read.OPERATOR_IBAN) && 'OPERATOR_IBAN hat den Wert der Entwicklung',
    (read.MAIL_REPLY_DOMAIN === undefined) !== (read.MAIL_REPLY_SECRET === undefined) &&
      'MAIL_REPLY_DOMAIN und MAIL_REPLY_SECRET gehören zusammen',
    isDefaultSecret(read.MAIL_REPLY_SECRET) && 'MAIL_REPLY_SECRET hat den Wert der Entwicklung',
    read.ADMIN_PASSWORD && 'ADMIN_PASSWORD im Klartext ist im Betrieb nicht erlaubt (ADMIN_PASSWORD_HASH)',
    read.TEST_CONTROL && 'TEST_CONTROL ist im Betrieb nicht erlaubt',
    // Without it all visitors would share the proxy's address, and each other's limits.
    read.TRUSTED_PROXIES.rules.length === 0 && 'TRUSTED_PROXIES fehlt',
    read.LIMITS_FACTOR !== 1 && 'LIMITS_FACTOR ist im Betrieb nicht erlaubt',
  ].filter((one) => typeof one === 'string')
  return [...missing, ...defaults, ...forbidden]
}

/** Each endpoint's secret alone makes a signature valid, so none of them may be empty or publicly known. */
function complaintsAboutWebhookSecrets(text: string | undefined) {
  if (text === undefined || text === developmentSecrets.STRIPE_WEBHOOK_SECRET) return []
  const secrets = readWebhookSecrets(text)
  return [
    secrets.includes(developmentSecrets.STRIPE_WEBHOOK_SECRET) && 'STRIPE_WEBHOOK_SECRET enthält das Geheimnis der Entwicklung',
    secrets.every((one) => /^whsec_./.test(one)) || 'STRIPE_WEBHOOK_SECRET muss mit whsec_ beginnen',
  ]
}

function complaintAboutPasswordHash(text: string | undefined) {
  if (text === undefined) return undefined
  const read = readPasswordHash(text)
  if (!read) return 'ADMIN_PASSWORD_HASH ist kein argon2id-Hash'
  return isWeakHash(read) ? 'ADMIN_PASSWORD_HASH ist schwächer als der von scripts/hashPassword.ts' : undefined
}

/** An older key still decrypts, so none of them may be publicly known. */
function complaintsAboutDataKeys(text: string | undefined) {
  if (text === undefined || text === developmentSecrets.DATA_KEYS) return []
  const keys = readDataKeys(text)
  return [
    text.includes(developmentSecrets.DATA_KEYS) && 'DATA_KEYS enthält den Schlüssel der Entwicklung',
    new Set(keys.map(({ id }) => id)).size < keys.length && 'DATA_KEYS nennt eine Kennung zweimal',
  ]
}
