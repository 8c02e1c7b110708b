import { isWeakHash, readPasswordHash } from '../passwordHash.ts'

type Targets = {
  DATABASE_URL?: string | undefined
  DATABASE_LISTEN_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
  S3_ENDPOINT?: string | undefined
  SMTP_URL?: string | undefined
  ERROR_REPORT_DSN?: string | undefined
  PLAINTEXT_HOSTS: readonly string[]
}

/**
 * Refuses databases and storage that are reached without TLS, and what switches off the verification of certificates (`environment`: Node's
 * own variable). Mail needs TLS when it is sent (`smtpNeedsTls`).
 */
export function complaintsAboutTransport(targets: Targets, environment: Record<string, string | undefined>) {
  const { DATABASE_URL, DATABASE_LISTEN_URL, DATABASE_READ_URL, SMTP_URL = '', PLAINTEXT_HOSTS } = targets
  const isPlain = (url: string) => !isVerified(url) && !mayBePlain(url, PLAINTEXT_HOSTS)
  const plainDatabase = (name: string) => `${name} needs sslmode=verify-full (or PLAINTEXT_HOSTS)`
  return [
    DATABASE_URL && isPlain(DATABASE_URL) && plainDatabase('DATABASE_URL'),
    DATABASE_LISTEN_URL && isPlain(DATABASE_LISTEN_URL) && plainDatabase('DATABASE_LISTEN_URL'),
    DATABASE_READ_URL?.split(',').some((one) => isPlain(one.trim())) && plainDatabase('DATABASE_READ_URL'),
    ...(['S3_ENDPOINT', 'ERROR_REPORT_DSN'] as const).map(
      (name) =>
        targets[name]?.startsWith('http://') &&
        !mayBePlain(targets[name], PLAINTEXT_HOSTS) &&
        `${name} must begin with https:// (or PLAINTEXT_HOSTS)`,
    ),
    /[?&](tls\.rejectUnauthorized|requireTLS|ignoreTLS|opportunisticTLS)=/i.test(SMTP_URL) && 'SMTP_URL must not change its use of TLS',
    environment.NODE_TLS_REJECT_UNAUTHORIZED === '0' && 'NODE_TLS_REJECT_UNAUTHORIZED=0 is not allowed in production',
  ]
}

/**
 * Returns true if the driver reaches a database by TLS and verifies its certificate. Of equal parameters the driver takes the last one; as
 * libpq understands them, the modes below verify-full accept a foreign certificate.
 */
function isVerified(url: string) {
  const parameters = new URLSearchParams(URL.parse(url)?.search)
  const last = (name: string) => parameters.getAll(name).at(-1) ?? ''
  const modes = last('uselibpqcompat') === 'true' ? ['verify-full'] : ['require', 'verify-ca', 'verify-full']
  return modes.includes(last('sslmode'))
}

/** Returns true if a server may be reached without TLS: on this machine, by a socket, or named by the configuration. */
export function mayBePlain(url: string, plaintextHosts: readonly string[]) {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, '')
  return (
    host === '' || host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\./.test(host) || plaintextHosts.includes(host)
  )
}

/** The operator's own secrets, which have to be random; other companies issue the others. */
const own = ['SECRET_KEY', 'MAIL_REPLY_SECRET', 'DATA_KEYS']

/** Refuses secrets that are guessable, and one secret under two names: leaking one would leak both. */
export function complaintsAboutSecrets(secrets: Record<string, readonly (string | undefined)[]>) {
  const all = Object.entries(secrets).flatMap(([name, values]) => values.flatMap((value) => (value ? [{ name, value }] : [])))
  const weak = own.filter((name) => secrets[name]?.some((value) => value && isWeak(value))).map((name) => `${name} is not random`)
  const twice = all.filter(({ value }, at) => all.findIndex((other) => other.value === value) < at)
  return [
    ...weak,
    ...new Set(twice.map(({ name, value }) => `${name} is the same secret as ${all.find((one) => one.value === value)?.name}`)),
  ]
}

/**
 * Few different characters, a repeated part, or a word of examples; those of development are refused by name. 32 random hexadecimal digits
 * have ten different ones or more.
 */
const isWeak = (secret: string) =>
  !secret.startsWith('development-only') &&
  (new Set(secret).size < 9 ||
    /^(.{1,16})\1+.{0,15}$/.test(secret) ||
    /change.?me|geheim|passwor|example|0123456789|abcdefgh|qwert/i.test(secret))

export function complaintAboutPasswordHash(text: string | undefined) {
  if (text === undefined) return undefined
  const read = readPasswordHash(text)
  if (!read) return 'ADMIN_PASSWORD_HASH is not an argon2id hash'
  return isWeakHash(read) ? 'ADMIN_PASSWORD_HASH is weaker than that of `npm run admin -- create-operator`' : undefined
}
