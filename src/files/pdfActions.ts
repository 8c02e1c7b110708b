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
  for (const { index, 0: word } of text.matchAll(objectStart)) inspectObject(reader, content, index + word.length)
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

/**
 * Where a reader may begin: it follows offsets, so at every '4 0 obj', even inside what looks like a string or a picture. Comments may
 * part the words. 'obj' alone would turn up by chance in large pictures.
 */
const objectStart = /(?<=(?:\d[\s\0]+|%[^\r\n]*[\r\n][\s\0]*)\d+[\s\0]*|%[^\r\n]*[\r\n][\s\0]*)obj|trailer/g

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

/**
 * Where the object that begins at `start` ends: at 'endobj', or at 'stream', its data behind. Both words count outside of brackets only:
 * readers step over them inside, and over strings, names and comments that hold them.
 */
function endOfObject(text: string, start: number) {
  const token = /%[^\r\n]*|\(|<<|>>|<[^<>]*>|[[\]]|\/?[^\s\0()<>[\]{}/%]+/g
  token.lastIndex = start
  let depth = 0
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [word] = found
    if (word === '(') token.lastIndex = endOfString(text, found.index)
    if (word === '<<' || word === '[') depth += 1
    if (word === '>>' || word === ']') depth = Math.max(0, depth - 1)
    if (depth === 0 && word === 'endobj') return { end: found.index, isStream: false }
    if (depth === 0 && word === 'stream') return { end: token.lastIndex, isStream: true }
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
  if (/\/(DecodeParms|DP)(?![A-Za-z])/.test(dictionary)) throw fileProblems.damaged()
  if (!dictionary.includes('/Filter')) return spend(reader, reader.text.slice(end))
  const isPlain = /\/Filter\s*(?:\[\s*\/(?:FlateDecode|Fl)\s*\]|\/(?:FlateDecode|Fl)(?=[\s/>]))/.test(dictionary)
  if (!isPlain || dictionary.split('/Filter').length > 2) throw fileProblems.damaged()
  const lineEnd = /[^\S\r\n]*(?:\r\n|\r|\n)/y
  lineEnd.lastIndex = end
  const start = lineEnd.test(reader.text) ? lineEnd.lastIndex : end
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
