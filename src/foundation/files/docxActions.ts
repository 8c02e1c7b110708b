import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { attachmentLimits, fileProblems } from './rules.ts'

type Part = { name: string; content: Buffer }

/**
 * Accepts only Word documents with text and pictures. Refuses archives with more than 200 entries or more than 50 MB when unpacked, unsafe
 * names, macros, controls, packed programs, DDE fields, and relations that load anything external except clickable links. Runs in a child
 * process (inspectProcessActions.ts).
 */
export async function inspectDocx(content: Buffer) {
  // PDF readers accept the header anywhere in the first KB, so the file would be a PDF as well.
  if (content.subarray(0, 1024).includes('%PDF-')) throw fileProblems.wrongType()
  const parts = await unpack(content)
  const contentTypes = parts.find((part) => part.name === '[Content_Types].xml')
  if (!contentTypes || !parts.some((part) => part.name === 'word/document.xml')) throw fileProblems.wrongType()
  refuseMacros(parts, resolveLetters(readXml(contentTypes.content)))
  for (const part of parts) refusePackedProgram(part)
  for (const part of parts.filter((one) => /\.rels$/i.test(one.name))) refuseForeignRelations(resolveLetters(readXml(part.content)))
  for (const part of parts.filter((one) => /^word\/[^/]+\.xml$/i.test(one.name))) refuseDde(readXml(part.content))
}

async function unpack(content: Buffer): Promise<Part[]> {
  const zip = await fromBufferPromise(content, { lazyEntries: true, strictFileNames: true }).catch(refuseAsDamaged)
  if (zip.entryCount > attachmentLimits.docxEntries) throw fileProblems.unpacksTooLarge()
  const parts: Part[] = []
  let room: number = attachmentLimits.docxUnpackedBytes
  for (const entry of await readEntries(zip)) {
    const part = { name: entry.fileName, content: await inflate(zip, entry, room) }
    room -= part.content.length
    parts.push(part)
  }
  return parts
}

async function readEntries(zip: ZipFile) {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const key = entry.fileName.toLowerCase()
      // Two entries of one name: an office program may open a different one than was inspected.
      if (entries.has(key) || /\p{C}/u.test(entry.fileName)) throw fileProblems.damaged()
      if (entry.isEncrypted()) throw fileProblems.encrypted()
      entries.set(key, entry)
      if (entries.size > attachmentLimits.docxEntries) throw fileProblems.unpacksTooLarge()
    }
  } catch (error) {
    refuseAsDamaged(error)
  }
  return [...entries.values()]
}

/** Counts the unpacked bytes, because the sizes stated in the archive can be false. */
async function inflate(zip: ZipFile, entry: Entry, room: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > room) throw fileProblems.unpacksTooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    refuseAsDamaged(error)
  }
  return Buffer.concat(chunks)
}

function refuseAsDamaged(error: unknown): never {
  if (error instanceof Error && 'status' in error) throw error
  throw Object.assign(fileProblems.damaged(), { cause: error })
}

const macroNames = /(^|\/)(vbaProject[^/]*\.bin|vbaData\.xml)$|(^|\/)activeX\/|\.(doc|dot|xls|xlt|ppt|pot|pps)m$|\.xlsb$/i
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

function refuseMacros(parts: Part[], contentTypes: string) {
  if (parts.some((part) => macroNames.test(part.name))) throw fileProblems.hasMacros()
  if (/macroEnabled|vbaProject|activeX/i.test(contentTypes)) throw fileProblems.hasMacros()
  if (!contentTypes.includes(mainType)) throw fileProblems.wrongType()
}

const programNames = /\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|reg|cpl|html?)$/i
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
/** Streams inside an OLE container that carry a packed file or macros. */
const oleDangers = [utf16('Ole10Native'), utf16('_VBA_PROJECT'), utf16('Macros')]

function refusePackedProgram({ name, content }: Part) {
  if (programNames.test(name) || content.subarray(0, 2).equals(Buffer.from('MZ'))) throw fileProblems.hasEmbeddedFiles()
  const isOle = content.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  if (isOle && oleDangers.some((mark) => content.includes(mark))) throw fileProblems.hasEmbeddedFiles()
  // An embedded workbook is a nested zip, in which the names of the entries are plain text.
  if (content.subarray(0, 2).equals(Buffer.from('PK')) && /vbaProject|activeX/i.test(content.toString('latin1')))
    throw fileProblems.hasMacros()
}

/** Excludes '<' inside a tag: otherwise the search takes quadratic time on a million unclosed tags. */
const relation = /<(?:[\w.-]+:)?Relationship\b(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g

function refuseForeignRelations(xml: string) {
  const outside = (xml.match(relation) ?? []).filter((tag) => /\bTargetMode\s*=\s*["']\s*External/i.test(tag))
  if (outside.some((tag) => !/\bType\s*=\s*["'][^"']*\/hyperlink["']/.test(tag))) throw fileProblems.hasExternalContent()
}

function refuseDde(xml: string) {
  const instructions = [...xml.matchAll(/<(?:\w+:)?instrText\b[^<>]*>([^<]*)/g)].map((found) => found[1]).join('')
  const simple = [...xml.matchAll(/\binstr\s*=\s*("[^"]*"|'[^']*')/g)].map((found) => found[1]).join(' ')
  if (/\bDDE(AUTO)?\b/i.test(resolveLetters(`${instructions} ${simple}`))) throw fileProblems.hasExternalContent()
}

/** Reads XML as text. Refuses encodings in which a text search would find nothing. */
function readXml(content: Buffer) {
  const [first, second] = content
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  if (!isUtf16 && content.includes(0)) throw fileProblems.damaged()
  const text = content.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
  const encoding = /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)/.exec(text)?.[1]?.toLowerCase()
  if (encoding !== undefined && !['utf-8', 'utf-16', 'us-ascii'].includes(encoding)) throw fileProblems.damaged()
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw fileProblems.damaged()
  return text
}

/** Legitimate parts of this kind have a few kilobytes; millions of character references would only keep the server busy. */
const longestResolved = 4 * 1024 * 1024

/** Decodes character references such as &#68; for D, so that no other spelling of a word passes. */
function resolveLetters(text: string) {
  if (text.length > longestResolved) throw fileProblems.damaged()
  return text.replace(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) => {
    const point = Number(code.toLowerCase().startsWith('x') ? `0${code}` : code)
    return point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })
}
