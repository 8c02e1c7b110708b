import { sendBytes } from '#src/platform/web/forms/sendBytes.ts'
import { CallError, unreachable } from '#src/platform/web/queries/call.ts'
import { attachmentTypes, complainAbout, fileTexts, isUploadedFile, type UploadedFile } from '../rules.ts'

/** Error of an upload: the problem, the remedy, and a flag if a retry can help. */
export type Complaint = { title: string; text: string; canRetry: boolean }

/** Checks a file in the browser before the upload. */
export function complaintAbout(file: File): Complaint | undefined {
  const title = complainAbout(file)
  return title === undefined ? undefined : complaintOf(title)
}

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

/** Uploads one file. `onProgress` gets shares from 0 to 1. Returns the stored file, or the error; undefined if the signal was aborted. */
export async function sendFile(file: File, { onProgress, signal }: Sending): Promise<UploadedFile | Complaint | undefined> {
  const headers = { 'content-type': file.type || typeByEnding(file.name), 'x-file-name': encodeURIComponent(file.name) }
  try {
    const answer = await sendBytes({ path: '/functions/v1/upload-booking-attachment', headers, content: file, onProgress, signal })
    if (signal.aborted) return undefined
    return isUploadedFile(answer) ? answer : failed(unreachable)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return [413, 415, 422].includes(error.status)
      ? complaintOf(error.message)
      : failed(error.code === 'unreachable' ? unreachable : error.message)
  }
}

/** Some systems know no type for an extension such as .docx and report an empty one. */
function typeByEnding(name: string) {
  const ending = `.${name.toLowerCase().split('.').at(-1)}`
  const known = Object.entries(attachmentTypes).find(([, endings]) => endings.split(',').includes(ending))
  return known?.[0] ?? 'application/octet-stream'
}

/** Error of a refused file: sending the same bytes again cannot help. */
function complaintOf(title: string): Complaint {
  const text = title === fileTexts.tooLarge ? fileTexts.tooLargeHelp : title === fileTexts.wrongType ? fileTexts.wrongTypeHelp : ''
  return { title, text, canRetry: false }
}

const failed = (text: string): Complaint => ({ title: fileTexts.uploadFailed, text, canRetry: true })
