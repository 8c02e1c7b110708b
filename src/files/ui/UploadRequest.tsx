import { unreachable } from '#src/web/call.ts'
import { attachmentTypes, complainAbout, fileTexts, type UploadedFile, uploadedFile } from '../rules.ts'

/** Why a file is not there: what happened, what to do, and whether trying again can help. */
export type Complaint = { title: string; help: string; canRetry: boolean }

/** What the browser itself finds wrong with a file before any byte is sent. */
export function complaintAbout(file: File): Complaint | undefined {
  const title = complainAbout(file)
  return title === undefined ? undefined : complaintOf(title)
}

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

/**
 * Sends one file as raw bytes. XMLHttpRequest, because fetch cannot tell how much has been sent. `onProgress` hears shares from 0 to 1.
 * Answers the stored file, or why it is not stored; undefined when the signal was aborted before.
 */
export function sendFile(file: File, { onProgress, signal }: Sending): Promise<UploadedFile | Complaint | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined)
    const request = new XMLHttpRequest()
    request.open('POST', '/functions/v1/upload-booking-attachment')
    request.setRequestHeader('content-type', file.type || typeByEnding(file.name))
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    request.onload = () => resolve(readAnswer(request))
    request.onerror = () => resolve(failed(unreachable))
    request.ontimeout = request.onerror
    signal.addEventListener('abort', () => {
      request.abort()
      resolve(undefined)
    })
    request.send(file)
  })
}

/** Some systems know no type for an ending such as .docx and report an empty one. */
function typeByEnding(name: string) {
  const ending = `.${name.toLowerCase().split('.').at(-1)}`
  const known = Object.entries(attachmentTypes).find(([, endings]) => endings.split(',').includes(ending))
  return known?.[0] ?? 'application/octet-stream'
}

function readAnswer(request: XMLHttpRequest) {
  const body = parseJson(request.responseText)
  const stored = uploadedFile.safeParse(body)
  if (request.status >= 200 && request.status < 300 && stored.success) return stored.data
  const text = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' ? body.error : unreachable
  return request.status === 413 || request.status === 415 || request.status === 422 ? complaintOf(text) : failed(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A refusal of the file itself: sending the same bytes again cannot help. */
function complaintOf(title: string): Complaint {
  const help = title === fileTexts.tooLarge ? fileTexts.tooLargeHelp : title === fileTexts.wrongType ? fileTexts.wrongTypeHelp : ''
  return { title, help, canRetry: false }
}

const failed = (help: string): Complaint => ({ title: fileTexts.uploadFailed, help, canRetry: true })
