import { createStackParser, createTransport, nodeStackLineParser, ServerRuntimeClient } from '@sentry/core'

/** Reports errors to a service that understands Sentry's protocol, so that the operator is alerted to a fault without reading logs. */
export type ErrorReports = {
  /** `facts`: fields of the log line, without personal data; a text in `error` is a stack and becomes the report's exception. */
  report(message: string, facts: Record<string, unknown>): void
  /** Waits two seconds at most for reports that are on their way. */
  close(): Promise<void>
}

/** Time limit in milliseconds of a request to the service. */
const timeoutMs = 5_000

/** `dsn` is the service's address with its public key, as the service shows it; `release` is the version of the software. */
export function openErrorReports({ dsn, release, environment }: { dsn: string; release: string; environment: string }): ErrorReports {
  const stackParser = createStackParser(nodeStackLineParser())
  const client = new ServerRuntimeClient({
    dsn,
    release,
    environment,
    platform: 'node',
    // The defaults read requests, machine and modules; a report has what the log has.
    integrations: [],
    sendClientReports: false,
    stackParser,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const { status, headers } = await fetch(options.url, {
          method: 'POST',
          redirect: 'manual',
          headers: { ...options.headers },
          body: new Uint8Array(typeof body === 'string' ? new TextEncoder().encode(body) : body),
          signal: AbortSignal.timeout(timeoutMs),
        })
        const limits = { 'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'), 'retry-after': headers.get('retry-after') }
        return { statusCode: status, headers: limits }
      }),
  })
  client.init()
  return {
    report: (message, { error, ...facts }) => {
      const stack = typeof error === 'string' ? error : undefined
      const [first = ''] = stack?.split('\n') ?? []
      const type = /^\w*(Error|Failed|Refused|Down)\b/.exec(first)?.[0] ?? 'Error'
      client.captureEvent({
        level: 'error',
        message,
        extra: facts,
        // Faults with one message belong together, whatever their details.
        fingerprint: [message, first],
        ...(stack && { exception: { values: [{ type, value: first.slice(0, 500), stacktrace: { frames: stackParser(stack) } }] } }),
      })
    },
    close: async () => {
      await client.close(2_000)
    },
  }
}
