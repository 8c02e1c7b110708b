import sharp from 'sharp'
import { openGate } from '#src/server/gate.ts'
import { askProcess, ProcessFailed } from '#src/server/process.ts'
import { processProgram } from '#src/server/productFolder.ts'
import { drawInTurn } from './pictureActions.ts'
import { type AttachmentType, attachmentLimits, fileProblems, typeOfName } from './rules.ts'
import { typeOfBytes } from './typeActions.ts'

/**
 * Judges an upload by its content, whatever it claims to be: what the bytes are, what the browser declared and how the name ends must be
 * one and the same of the four permitted types, and the content must be harmless. Answers the type and the bytes to keep: pictures are
 * drawn anew, so that nothing but the picture remains. Throws a problem of this slice (docs/spec.md#attachments).
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
  await inspectBeside(content, claimed, seconds)
  return { type: claimed, content }
}

/** A system without an office program declares documents as nothing or as mere bytes; then the ending alone is the claim. */
function isDeclaredAs(declaredType: string, type: AttachmentType) {
  const declared = declaredType.split(';')[0]?.trim().toLowerCase() ?? ''
  return declared === '' || declared === 'application/octet-stream' || declared === type
}

/** Decodes every pixel and encodes them again: metadata, appended bytes and hidden chunks stay behind. */
function redraw(content: Buffer, type: 'image/png' | 'image/jpeg') {
  const picture = sharp(content, { failOn: 'error', limitInputPixels: attachmentLimits.imagePixels }).autoOrient().timeout({ seconds: 30 })
  const encoded = type === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 })
  return drawInTurn(() => encoded.toBuffer()).catch((cause: unknown) => {
    throw Object.assign(fileProblems.damaged(), { cause })
  })
}

/** An attacker may send many at once; the others go on while two hang until their time is over. */
const inspectInTurn = openGate(2)

/** Documents are read by code of ours, for seconds where somebody means it: beside the requests, with bounds on time and memory. */
async function inspectBeside(content: Buffer, type: AttachmentType, seconds: number) {
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
