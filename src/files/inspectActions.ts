import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { inspectDocx } from './docxActions.ts'
import { inspectPdf } from './pdfActions.ts'
import { type AttachmentType, attachmentLimits, attachmentTypes, fileProblems, typeOfName } from './rules.ts'

/**
 * Judges an upload by its content, whatever it claims to be: what the bytes are, what the browser declared and how the name ends must be
 * one and the same of the four permitted types, and the content must be harmless. Answers the type and the bytes to keep: pictures are
 * drawn anew, so that nothing but the picture remains. Throws a problem of this slice (issue "checked by content"; decisions 6, "Uploads").
 */
export async function inspectAttachment(
  content: Buffer,
  declaredType: string,
  name: string,
): Promise<{ type: AttachmentType; content: Buffer }> {
  if (content.length === 0) throw fileProblems.empty()
  if (content.length > attachmentLimits.bytes) throw fileProblems.tooLarge()
  const claimed = typeOfName(name)
  if (claimed === undefined || !isDeclaredAs(declaredType, claimed)) throw fileProblems.wrongType()
  if ((await typeOfBytes(content)) !== claimed) throw fileProblems.wrongType()
  return { type: claimed, content: await harmless[claimed](content) }
}

const harmless: Record<AttachmentType, (content: Buffer) => Promise<Buffer>> = {
  'image/png': (content) => redraw(content, 'png'),
  'image/jpeg': (content) => redraw(content, 'jpeg'),
  'application/pdf': inspectPdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': inspectDocx,
}

/** A system without an office program declares documents as nothing or as mere bytes; then the ending alone is the claim. */
function isDeclaredAs(declaredType: string, type: AttachmentType) {
  const declared = declaredType.split(';')[0]?.trim().toLowerCase() ?? ''
  return declared === '' || declared === 'application/octet-stream' || declared === type
}

async function typeOfBytes(content: Buffer): Promise<AttachmentType | undefined> {
  // Every zip counts as a candidate here: what is in it is read by inspectDocx, which says why it refuses.
  if (content.subarray(0, 4).equals(zipStart)) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  return Object.keys(attachmentTypes)
    .filter((type) => type in harmless)
    .find((type): type is AttachmentType => type === found?.mime)
}
const zipStart = Buffer.from('PK\u0003\u0004', 'latin1')

/** Decodes every pixel and encodes them again: metadata, appended bytes and hidden chunks stay behind. */
async function redraw(content: Buffer, format: 'png' | 'jpeg') {
  const picture = sharp(content, { failOn: 'error', limitInputPixels: attachmentLimits.imagePixels }).autoOrient().timeout({ seconds: 30 })
  const encoded = format === 'png' ? picture.png() : picture.jpeg({ quality: 88 })
  return encoded.toBuffer().catch((cause: unknown) => {
    throw Object.assign(fileProblems.damaged(), { cause })
  })
}
