import { inflateSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { attachmentLimits, fileProblems } from './rules.ts'

/**
 * Lets a PDF pass that only shows pages, and answers it unchanged. Refuses scripts, programs to launch, forms that send themselves,
 * embedded files and encryption, also when their names are written with #xx escapes or lie in compressed object streams.
 */
export async function inspectPdf(content: Buffer): Promise<Buffer> {
  const text = content.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text)) throw fileProblems.damaged()
  if (!/%%EOF[\s\0]*$/.test(text.slice(-2048))) throw fileProblems.damaged()
  if (await opensAsZip(content)) throw fileProblems.wrongType()
  if (encryption.test(text)) throw fileProblems.encrypted()
  refuseActive(text, longNames)
  const reader: Reader = { text, read: 0, room: attachmentLimits.pdfUnpackedBytes }
  // A reader follows offsets, so an object may begin at any 'obj', even inside what looks like a string or a picture.
  for (const { index } of text.matchAll(/(?<!end)obj/g)) inspectObject(reader, content, index + 3)
  return content
}

const opensAsZip = (content: Buffer) =>
  fromBufferPromise(content, { lazyEntries: true }).then(
    (zip) => zip.entryCount > 0,
    () => false,
  )

/** A name in the file's syntax, each letter plain or as #xx. */
const anyOf = (names: string[]) => {
  const pattern = names.map((name) => [...name].map(letterOrEscape).join('')).join('|')
  return new RegExp(`/(?:${pattern})(?![^\\s\\0()<>[\\]{}/%])`)
}
const letterOrEscape = (letter: string) => {
  const code = letter.charCodeAt(0).toString(16)
  return `(?:${letter}|#${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
}

const scriptNames = ['JavaScript', 'Launch', 'Rendition', 'RichMedia', 'SubmitForm', 'ImportData']
const fileNames = ['EmbeddedFile', 'EmbeddedFiles', 'GoToE']
type Names = { scripts: RegExp; files: RegExp }
/** Long enough never to occur in compressed bytes by chance, so they are looked for everywhere. */
const longNames: Names = { scripts: anyOf(scriptNames), files: anyOf(fileNames) }
/** Three letters turn up in random bytes: these are looked for only where objects are written. */
const allNames: Names = { scripts: anyOf([...scriptNames, 'JS', 'XFA']), files: anyOf([...fileNames, 'EF']) }
const encryption = anyOf(['Encrypt'])
const objectStreamNames = anyOf(['ObjStm', 'First'])

function refuseActive(text: string, names: Names) {
  if (names.scripts.test(text)) throw fileProblems.hasScripts()
  if (names.files.test(text)) throw fileProblems.hasEmbeddedFiles()
}

type Reader = { text: string; read: number; room: number }

function inspectObject(reader: Reader, content: Buffer, start: number) {
  const { end, isStream } = endOfObject(reader.text, start)
  reader.read += end - start
  // Objects nested in each other make the work quadratic; no honest file comes near this.
  if (reader.read > 4 * reader.text.length + 1_000_000) throw fileProblems.damaged()
  const written = reader.text.slice(start, end)
  refuseActive(written, allNames)
  if (isStream && objectStreamNames.test(written)) refuseActive(unpackObjects(reader, { content, written, end }), allNames)
}

/** Where the object that begins at `start` ends: at 'endobj', or at 'stream', its data behind; strings and comments are stepped over. */
function endOfObject(text: string, start: number) {
  const token = /endobj|stream(?=\r|\n)|%[^\r\n]*|\(/g
  token.lastIndex = start
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === 'endobj') return { end: found.index, isStream: false }
    if (found[0] === 'stream') return { end: found.index + 6, isStream: true }
    if (found[0] === '(') token.lastIndex = endOfString(text, found.index)
  }
  return { end: text.length, isStream: false }
}

function endOfString(text: string, open: number) {
  let depth = 0
  const mark = /\\[\s\S]|[()]/g
  mark.lastIndex = open
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '(') depth += 1
    if (found[0] === ')') depth -= 1
    if (depth === 0) return mark.lastIndex
  }
  return text.length
}

/** The text of an object stream. Any packing but one plain deflate is refused: what cannot be read cannot be judged. */
function unpackObjects(reader: Reader, { content, written, end }: { content: Buffer; written: string; end: number }) {
  const dictionary = written.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const start = end + (reader.text.startsWith('\r\n', end) ? 2 : 1)
  const filter = /\/Filter\s*(\[[^\]]*\]|\/\w+|\d)/.exec(dictionary)?.[1]
  if (/\/(DecodeParms|DP)\b/.test(dictionary) || (dictionary.match(/\/Filter\b/g) ?? []).length > 1) throw fileProblems.damaged()
  if (filter === undefined) return spend(reader, reader.text.slice(start))
  if (!/^\[?\s*\/(FlateDecode|Fl)\s*\]?$/.test(filter)) throw fileProblems.damaged()
  return spend(reader, inflate(content.subarray(start), reader.room).toString('latin1'))
}

/** All object streams of a file share one bound. */
function spend(reader: Reader, objects: string) {
  reader.room -= objects.length
  if (reader.room < 0) throw fileProblems.unpacksTooLarge()
  return objects
}

function inflate(packed: Buffer, room: number) {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(room, 1) })
  } catch (cause) {
    const isTooMuch = cause instanceof RangeError
    throw Object.assign(isTooMuch ? fileProblems.unpacksTooLarge() : fileProblems.damaged(), { cause })
  }
}
