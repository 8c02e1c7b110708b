import pino from 'pino'

export type Log = pino.Logger

/** Level 'error' in numbers. */
const errorNumber = 50

/** Receives the message and the fields of each logged error. */
type OnError = (message: string, facts: Record<string, unknown>) => void

/**
 * Writes JSON lines to standard output, or to `lines`. Logs never contain addresses, phones, IBANs, tokens or codes (docs/spec.md#logs):
 * code logs ids and patterns only; errors go through `describeError`, and the names below are removed as a second line of defence.
 */
export const openLog = (level: string, { lines, onError }: { lines?: { write: (line: string) => void }; onError?: OnError } = {}): Log =>
  pino(rules(level, onError), lines ?? pino.destination(1))

const rules = (level: string, onError: OnError | undefined): pino.LoggerOptions => ({
  level,
  ...(onError && {
    hooks: {
      logMethod(asked, method, number) {
        const [facts, message] = asked as [unknown, string?]
        if (number >= errorNumber) onError(message ?? 'error', withoutSecrets(Object(facts)))
        return method.apply(this, asked)
      },
    },
  }),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError },
  redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[entfernt]' },
})

/** Describes an error for a log: its stack without the e-mail addresses that mail servers and PSPs quote. */
export function describeError(error: unknown) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.replace(/[^\s<>"'()]+@[^\s<>"'()]+/g, (found) => (/^(file|https?):|node_modules/.test(found) ? found : '[Adresse]'))
}

/** Returns the fields as the log shows them, those with secret names left out. */
const withoutSecrets = (facts: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      secretNames.includes(name) ? [] : [[name === 'err' ? 'error' : name, value instanceof Error ? describeError(value) : value]],
    ),
  )

const secretNames = ['email', 'to', 'phone', 'iban', 'token', 'password', 'cookie', 'authorization', 'customerEmail', 'customerPhone']
