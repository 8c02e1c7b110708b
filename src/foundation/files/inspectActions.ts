import { callProcess, ProcessFailed } from '#src/platform/server/process.ts'
import { processProgram } from '#src/platform/server/productFolder.ts'
import { openSemaphore } from '#src/platform/server/semaphore.ts'
import { decodeInTurn, openPictureLibrary } from './pictureActions.ts'
import { type AttachmentType, attachmentLimits, fileProblems, isAttachmentType, nameFor, tooManyPixels } from './rules.ts'
import { refusalOf, typeOfBytes } from './typeActions.ts'

/**
 * Inspects an upload: its first bytes decide which of the four permitted types it is, regardless of name and declared type, and the content
 * must be harmless. Returns the type, a name that fits it and the bytes to store: pictures are re-encoded, so that only the picture
 * remains. Throws a problem of this slice (docs/spec.md#attachments).
 */
export async function inspectAttachment(
  uploaded: Buffer,
  name: string,
  seconds: number = attachmentLimits.inspectionSeconds,
): Promise<{ type: AttachmentType; name: string; content: Buffer }> {
  if (uploaded.length === 0) throw fileProblems.empty()
  if (uploaded.length > attachmentLimits.bytes) throw fileProblems.tooLarge()
  const content = withoutByteOrderMark(uploaded)
  const type = typeOfBytes(content)
  if (!type || !isAttachmentType(type)) throw refusalOf(content)
  const fitting = nameFor(name, type)
  if (type === 'image/png' || type === 'image/jpeg') return { type, name: fitting, content: await redraw(content, type) }
  await inspectInProcess(content, type, seconds)
  return { type, name: fitting, content }
}

/** Some programs write a byte-order mark or line ends before '%PDF-'; readers count offsets from there. */
function withoutByteOrderMark(content: Buffer) {
  const before = /^(?:\xef\xbb\xbf|\s)+(?=%PDF-)/.exec(content.toString('latin1', 0, 64))
  return content.subarray(before?.[0].length ?? 0)
}

/** Decodes every pixel and encodes them again, which removes metadata, appended bytes and hidden chunks. */
async function redraw(content: Buffer, type: 'image/png' | 'image/jpeg') {
  const sharp = await openPictureLibrary()
  const { width = 0, height = 0 } = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  if (width * height > attachmentLimits.imagePixels) throw tooManyPixels(attachmentLimits.imagePixels)
  const picture = sharp(content, { failOn: 'error', limitInputPixels: attachmentLimits.imagePixels }).autoOrient().timeout({ seconds: 30 })
  const encoded = type === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })
  return decodeInTurn(() => encoded.toBuffer()).catch((cause: unknown) => {
    throw Object.assign(fileProblems.damaged(), { cause })
  })
}

/** At most two inspections at once: an attacker's documents must not block the whole server until their timeout. */
const inspectInTurn = openSemaphore(2)

/** Inspects a document in a child process with limits on time and memory: a malicious document can keep the parser busy for seconds. */
async function inspectInProcess(content: Buffer, type: AttachmentType, seconds: number) {
  const program = processProgram('foundation/files', 'inspectProcessActions')
  const megabytes = attachmentLimits.inspectionMegabytes
  const asked = inspectInTurn(() => callProcess({ program, question: { content, type }, seconds, megabytes }))
  const code = await asked.catch((cause: unknown) => {
    if (!(cause instanceof ProcessFailed)) throw cause
    throw Object.assign(fileProblems.damaged(), { cause })
  })
  const refusal = Object.values(fileProblems)
    .map((make) => make())
    .find((problem) => problem.code === code)
  if (refusal) throw refusal
}
