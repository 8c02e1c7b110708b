import pino from 'pino'

export type Log = pino.Logger

/**
 * JSON lines on standard output. Logs never hold addresses, phones, IBANs, tokens or codes (decisions 6): callers log ids and patterns
 * only, and the names below are cut out should one slip through.
 */
export const openLog = (level: string): Log =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[entfernt]' },
  })

const secretNames = [
  'email',
  'to',
  'phone',
  'iban',
  'token',
  'code',
  'password',
  'cookie',
  'authorization',
  'customerEmail',
  'customerPhone',
]
