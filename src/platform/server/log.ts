import pino from 'pino'

export type Log = pino.Logger

/**
 * JSON lines on standard output, or where `lines` takes them. Logs never hold addresses, phones, IBANs, tokens or codes
 * (docs/spec.md#logs): callers log ids and patterns only; errors go through `describeError`, and the names below are cut out should one
 * slip through.
 */
export const openLog = (level: string, lines?: { write: (line: string) => void }): Log => pino(rules(level), lines ?? pino.destination(1))

const rules = (level: string): pino.LoggerOptions => ({
  level,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError },
  redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[entfernt]' },
})

/** An error as a log may hold it: its stack without the e-mail addresses that mail servers and PSPs quote. */
export function describeError(error: unknown) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, (found) => (/^(file|https?):|node_modules/.test(found) ? found : '[Adresse]'))
}

const secretNames = ['email', 'to', 'phone', 'iban', 'token', 'password', 'cookie', 'authorization', 'customerEmail', 'customerPhone']
