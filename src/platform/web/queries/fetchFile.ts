import { noteFailed, noteSucceeded } from '../shell/toast.ts'
import { CallError } from './call.ts'

/**
 * Reads a file from the server; `given` are headers that authorize the request.
 * @throws {CallError} for every response that is not 2xx, and with status 0 if there was none.
 */
export async function fetchFile(path: string, given: Record<string, string> = {}): Promise<Blob> {
  const answer = await fetch(path, { headers: { accept: '*/*', ...given } }).catch(() => {
    noteFailed(path)
    throw new CallError({}, 0)
  })
  if (answer.ok) {
    noteSucceeded(path)
    return answer.blob()
  }
  const read: unknown = await answer.json().catch(() => ({}))
  noteFailed(path)
  throw new CallError(typeof read === 'object' && read !== null ? read : {}, answer.status)
}

/** Saves a file through the browser's downloads. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
