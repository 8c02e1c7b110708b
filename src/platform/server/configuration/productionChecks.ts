type Targets = {
  DATABASE_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
  S3_ENDPOINT?: string | undefined
  PLAINTEXT_HOSTS: readonly string[]
}

/** Refuses databases and storage that are reached without TLS; mail needs it when it is sent (`smtpNeedsTls`). */
export function complaintsAboutTransport({ DATABASE_URL, DATABASE_READ_URL, S3_ENDPOINT, PLAINTEXT_HOSTS }: Targets) {
  const isPlain = (url: string) => !/[?&]sslmode=(require|verify-ca|verify-full)(&|$)/.test(url) && !mayBePlain(url, PLAINTEXT_HOSTS)
  const plainDatabase = (name: string) => `${name} braucht sslmode=verify-full (oder PLAINTEXT_HOSTS)`
  return [
    DATABASE_URL && isPlain(DATABASE_URL) && plainDatabase('DATABASE_URL'),
    DATABASE_READ_URL?.split(',').some((one) => isPlain(one.trim())) && plainDatabase('DATABASE_READ_URL'),
    S3_ENDPOINT?.startsWith('http://') &&
      !mayBePlain(S3_ENDPOINT, PLAINTEXT_HOSTS) &&
      'S3_ENDPOINT muss mit https:// beginnen (oder PLAINTEXT_HOSTS)',
  ]
}

/** Whether a server may be reached without TLS: on this machine, by a socket, or named by the configuration. */
export function mayBePlain(url: string, plaintextHosts: readonly string[]) {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, '')
  return (
    host === '' || host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\./.test(host) || plaintextHosts.includes(host)
  )
}

/** Secrets of ours, which have to be random; the others are given by other companies. */
const own = ['SECRET_KEY', 'MAIL_REPLY_SECRET', 'DATA_KEYS']

/** Refuses secrets that are guessable, and one secret under two names: who learns one of them would have both. */
export function complaintsAboutSecrets(secrets: Record<string, readonly (string | undefined)[]>) {
  const all = Object.entries(secrets).flatMap(([name, values]) => values.flatMap((value) => (value ? [{ name, value }] : [])))
  const weak = own.filter((name) => secrets[name]?.some((value) => value && isWeak(value))).map((name) => `${name} ist nicht zufällig`)
  const twice = all.filter(({ value }, at) => all.findIndex((other) => other.value === value) < at)
  return [
    ...weak,
    ...new Set(twice.map(({ name, value }) => `${name} ist dasselbe Geheimnis wie ${all.find((one) => one.value === value)?.name}`)),
  ]
}

/** Few different characters, a repeated part, or a word that examples use; those of development are refused by name. 32 random hexadecimal digits have ten different ones or more. */
const isWeak = (secret: string) =>
  !secret.startsWith('development-only') &&
  (new Set(secret).size < 9 ||
    /^(.{1,16})\1+.{0,15}$/.test(secret) ||
    /change.?me|geheim|passwor|example|0123456789|abcdefgh|qwert/i.test(secret))
