import { setTimeout as pause } from 'node:timers/promises'

/** The database is down, restarting, out of connections or of disk, or the connection broke during a statement. */
export class DatabaseDown extends Error {
  constructor(cause: unknown) {
    super(`the database is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Seconds after which a client may try again: most outages are a restart or a change of the primary. */
export const outageSeconds = 10

/** Not listening, unreachable, shutting down, crashed, starting up, or no longer the primary: a connection may outlive a change of it. */
const codes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', '57P01', '57P02', '57P03', '25006']
/** Classes of codes: the connection failed (08, also PgBouncer without a server), or a resource is used up (53: connections, disk, memory). */
const codeClasses = ['08', '53']

/** Returns true if the connection or the server failed, and not the statement: a later try may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseDown) return isDatabaseDown(error.cause)
  if (!('code' in error)) return /terminated|timeout|not queryable/.test(error.message)
  return codes.includes(String(error.code)) || codeClasses.some((one) => String(error.code).startsWith(one))
}

/**
 * Repeats the work until the database accepts it: a server that starts while the database starts, recovers, or has no connection left must
 * not give up. Throws the last refusal after a minute, and any other error at once.
 */
export async function whenAccepted<Result>(work: () => Promise<Result>, timeoutMs = 60_000): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseDown(error) || performance.now() > deadline) throw error
    }
    await pause(200)
  }
}
