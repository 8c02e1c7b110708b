import { openGate } from '#src/server/gate.ts'
import { askProcess, ProcessFailed } from '#src/server/process.ts'
import { processProgram } from '#src/server/productFolder.ts'
import { drawInTurn, openPictureLibrary } from './pictureActions.ts'
import { type AttachmentType, attachmentLimits, fileProblems, typeOfName } from './rules.ts'
import { typeOfBytes } from './typeActions.ts'

/**
 * Inspects an upload: first bytes, declared type and file extension must be the same of the four permitted types, and the content must be
 * harmless. Answers the type and the bytes to store: pictures are re-encoded, so that only the picture remains. Throws a problem of this
 * slice (docs/spec.md#attachments).
 */
export async function inspectAttachment(
  content: Buffer,
  declaredType: string,
  name: string,
  seconds: number = attachmentLimits.inspectionSeconds,
): Promise<{ type: AttachmentType; content: Buffer }> {
  if (content.length === 0) throw fileProblems.empty()
  if (content.length > attachmentLimits.bytes) throw fileProblems.tooLarge()
  const claimed = typeOfName(name)
  if (claimed === undefined || !isDeclaredAs(declaredType, claimed)) throw fileProblems.wrongType()
  if (typeOfBytes(content) !== claimed) throw fileProblems.wrongType()
  if (claimed === 'image/png' || claimed === 'image/jpeg') return { type: claimed, content: await redraw(content, claimed) }
  await inspectInProcess(content, claimed, seconds)
  return { type: claimed, content }
}

/** A system without an office program declares documents as no type or as mere bytes; then only the file extension counts. */
function isDeclaredAs(declaredType: string, type: AttachmentType) {
  const declared = declaredType.split(';')[0]?.trim().toLowerCase() ?? ''
  return declared === '' || declared === 'application/octet-stream' || declared === type
}

/** Decodes every pixel and encodes them again: metadata, appended bytes and hidden chunks stay behind. */
async function redraw(content: Buffer, type: 'image/png' | 'image/jpeg') {
  const sharp = await openPictureLibrary()
  const picture = sharp(content, { failOn: 'error', limitInputPixels: attachmentLimits.imagePixels }).autoOrient().timeout({ seconds: 30 })
  const encoded = type === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })
  return drawInTurn(() => encoded.toBuffer()).catch((cause: unknown) => {
    throw Object.assign(fileProblems.damaged(), { cause })
  })
}

/** At most two inspections at once: an attacker's documents must not block the whole server until their timeout. */
const inspectInTurn = openGate(2)

/** Inspects a document in a separate process with limits on time and memory: a malicious document can keep our parser busy for seconds. */
async function inspectInProcess(content: Buffer, type: AttachmentType, seconds: number) {
  const program = processProgram('files', 'inspectProcessActions')
  const megabytes = attachmentLimits.inspectionMegabytes
  const asked = inspectInTurn(() => askProcess({ program, question: { content, type }, seconds, megabytes }))
  const code = await asked.catch((cause: unknown) => {
    if (!(cause instanceof ProcessFailed)) throw cause
    throw Object.assign(fileProblems.damaged(), { cause })
  })
  const refusal = Object.values(fileProblems)
    .map((make) => make())
    .find((problem) => problem.code === code)
  if (refusal) throw refusal
}
