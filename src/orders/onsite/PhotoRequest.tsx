import { attachmentLimits, fileTexts } from '#src/foundation/files/rules.ts'
import { sendBytes } from '#src/platform/web/forms/sendBytes.ts'
import { CallError, unreachable } from '#src/platform/web/queries/call.ts'
import { photoAccept } from './rules.ts'
import { workTexts } from './texts.ts'

type Photo = { companyId: string; bookingId: string; id: string; kind: string; supplementId?: string; file: File }

/** Error of a photo that can be seen before it is sent; undefined if there is none. */
export function photoComplaint(file: File) {
  if (!photoAccept.split(',').includes(file.type)) return workTexts.company.types
  return file.size > attachmentLimits.bytes ? fileTexts.tooLargeHelp : undefined
}

/** Sends a photo of a job, or a receipt. Throws CallError. */
export function sendPhoto({ companyId, file, onProgress = () => {}, ...photo }: Photo & { onProgress?: (share: number) => void }) {
  const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name), 'x-company-id': companyId }
  return sendBytes({ path: `/functions/v1/upload-work-photo?${new URLSearchParams(photo)}`, headers, content: file, onProgress })
}

/** Reason of a refused upload that can be shown beside it. A missing session or code is thrown on, and requested in place. */
export function failureOf(error: unknown) {
  if (!(error instanceof CallError) || error.status === 401 || error.status === 403) throw error
  return error.status === 0 ? unreachable : error.message
}
