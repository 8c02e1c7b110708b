import { CallError } from '../queries/call.ts'
import { noteFailed, noteSucceeded } from '../shell/toast.ts'

type Sending = {
  path: string
  headers: Record<string, string>
  content: Blob
  /** Called with shares from 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

/**
 * Posts a file as raw bytes. XMLHttpRequest, because fetch cannot report progress of sending. Returns the parsed body; undefined if the
 * signal was aborted before.
 * @throws {CallError} for every response that is not 2xx, and with status 0 without a response.
 */
export function sendBytes({ path, headers, content, onProgress, signal }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve(undefined)
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    request.onload = () => {
      const body = parseJson(request.responseText)
      if (request.status < 200 || request.status >= 300) return fail(new CallError(refusalOf(body), request.status))
      noteSucceeded(path)
      resolve(body)
    }
    request.onerror = () => fail(new CallError({}, 0))
    request.ontimeout = request.onerror
    signal?.addEventListener('abort', () => {
      request.abort()
      resolve(undefined)
    })
    request.send(content)

    function fail(error: CallError) {
      noteFailed(path)
      reject(error)
    }
  })
}

function refusalOf(body: unknown) {
  const text = (name: string) => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...text('error'), ...text('code') }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
