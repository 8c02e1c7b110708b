import { randomUUID } from 'node:crypto'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'

/** A visitor of its own. */
export function newCaller(): Caller {
  const hash = randomUUID()
  return { hash: () => hash, ip: '127.0.0.1', requestId: randomUUID() }
}
