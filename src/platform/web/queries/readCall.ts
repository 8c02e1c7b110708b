import { type CallAnswer, type CallBody, CallError, type CallName, call } from './call.ts'
import { generalReads, type QueryPolicy } from './defaults.ts'

type Trying = Pick<QueryPolicy, 'retries' | 'retryDelayMs'> & { isWanted: () => boolean }

/** Reads, and retries a read that the server could not process; a refusal is a result. Throws the last error. */
export async function readWithRetries<Value>(read: () => Promise<Value>, trying: Trying, failures = 0): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (failures >= trying.retries || !isOutage(error)) throw error
    await new Promise((next) => setTimeout(next, trying.retryDelayMs(failures)))
    if (!trying.isWanted()) throw error
    return readWithRetries(read, trying, failures + 1)
  }
}

const isOutage = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)

/** Makes a read-only call, retried like general data (docs/spec.md#browser-defaults). @throws {CallError} as `call` does. */
export const readCall = <Name extends CallName>(name: Name, body: CallBody<Name>, options: { signal?: AbortSignal } = {}) =>
  readWithRetries((): Promise<CallAnswer<Name>> => call(name, body, options), {
    ...generalReads,
    isWanted: () => options.signal?.aborted !== true,
  })
