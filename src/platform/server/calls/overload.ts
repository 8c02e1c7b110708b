import { Problem } from '#src/platform/kit/problems.ts'
import { openSemaphore } from '../semaphore.ts'

/** Seconds after which a visitor or a program may try again. */
const retryAfterSeconds = 2

/** Refusal of a public read by a process that has enough of them in progress. */
export class Overloaded extends Problem {
  readonly retryAfterSeconds = retryAfterSeconds
  constructor() {
    super('request.overloaded', 503, 'Gerade sind sehr viele Besucher hier. Bitte versuchen Sie es in wenigen Sekunden erneut.')
  }
}

/** Connections that public reads leave to everything else, and public reads that may wait for each one that runs. */
const shares = { reserved: 3, waiting: 3 }

/**
 * Bounds the public reads that no cache answers, by the connections of the process: a few run, some wait, and beyond that they are refused
 * at once instead of being queued until nobody is served. Bookings, payments, webhooks and the dashboards are not counted, so they find a
 * free connection. Returns a function that runs one read, or throws Overloaded.
 */
export function openReadGate(connections: number, onRefusal: () => void) {
  const running = Math.max(1, connections - shares.reserved)
  const most = running * (1 + shares.waiting)
  const inTurn = openSemaphore(running)
  let inProgress = 0
  return async <Answer>(read: () => Promise<Answer>): Promise<Answer> => {
    if (inProgress >= most) {
      onRefusal()
      throw new Overloaded()
    }
    inProgress += 1
    try {
      return await inTurn(read)
    } finally {
      inProgress -= 1
    }
  }
}
export type ReadGate = ReturnType<typeof openReadGate>
