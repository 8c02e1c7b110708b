import { inflateSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { inspectEmbedded, noteEmbedded } from './embeddedActions.ts'
import { findAutoActions, type PdfReference, refuseFetchingActions } from './pdfAutoActions.ts'
import { anyOf, noteObject, openReader, type Reader, withoutEscapes, wordsFrom } from './pdfWordActions.ts'
import { fileProblems } from './rules.ts'

/**
 * Accepts only PDFs that just show pages, with one invoice as XML inside at most (ZUGFeRD, Factur-X, XRechnung). Refuses scripts, launched
 * programs, forms that submit data, other embedded files, links to other files, URLs that are opened automatically, and encryption, even if
 * the names are written with #xx escapes or are inside compressed object streams. Runs in a child process (inspectProcessActions.ts).
 */
export async function inspectPdf(content: Buffer) {
  const text = content.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text)) throw fileProblems.damaged()
  if (!/%%EOF[\s\0]*$/.test(text.slice(-2048))) throw fileProblems.damaged()
  if (await opensAsZip(content)) throw fileProblems.wrongType()
  if (encryption.test(text)) throw fileProblems.encrypted()
  refuseActive(text, longNames)
  const reader = openReader(text)
  const openings: PdfReference[] = []
  for (const { index, 0: word } of text.matchAll(objectStart)) {
    const start = index + word.length
    if (word === 'obj') noteObject(reader, numberBefore(text, index), { text, at: start })
    openings.push(...inspectObject(reader, content, extentOfObject(reader, start)))
  }
  refuseFetchingActions(reader, openings)
  inspectEmbedded(reader, content)
}

const opensAsZip = (content: Buffer) =>
  fromBufferPromise(content, { lazyEntries: true }).then(
    (zip) => zip.entryCount > 0,
    () => false,
  )

const scriptNames = ['JavaScript', 'Launch', 'Rendition', 'RichMedia', 'SubmitForm', 'ImportData']
const fileNames = ['GoToE']
/** Links to other files can name one on a foreign server, which is then informed of every opening. */
const foreign = anyOf(['GoToR'])
type Names = { scripts: RegExp; files: RegExp }
/** These names are too long to occur in compressed bytes by chance, so they are searched for everywhere. */
const longNames: Names = { scripts: anyOf(scriptNames), files: anyOf(fileNames) }
/** Short names occur in random bytes by chance, so they are searched for only inside objects. */
const allNames: Names = { scripts: anyOf([...scriptNames, 'JS', 'XFA']), files: longNames.files }
const encryption = anyOf(['Encrypt'])
const objectStreamNames = anyOf(['ObjStm', 'First'])

function refuseActive(text: string, names: Names) {
  if (names.scripts.test(text)) throw fileProblems.hasScripts()
  if (names.files.test(text)) throw fileProblems.hasEmbeddedFiles()
  if (foreign.test(text)) throw fileProblems.hasExternalContent()
}

/**
 * Places where a PDF reader may start to parse. Readers follow offsets, so that is every '4 0 obj', even inside an apparent string or
 * picture. Comments may separate the words. 'obj' alone would occur by chance in large pictures.
 */
const objectStart = /(?<=(?:\d[\s\0]+|%[^\r\n]*[\r\n][\s\0]*)\d+[\s\0]*|%[^\r\n]*[\r\n][\s\0]*)obj|trailer/g

function inspectObject(reader: Reader, content: Buffer, { start, end, isStream }: Extent): PdfReference[] {
  reader.read += end - start
  if (reader.read > 4 * reader.text.length + 1_000_000) throw fileProblems.damaged()
  const written = reader.text.slice(start, end)
  refuseActive(written, allNames)
  const openings = findAutoActions(reader.text, start, end)
  noteEmbedded(reader, { text: reader.text, start, end })
  if (!isStream || !objectStreamNames.test(written)) return openings
  const dictionary = withoutEscapes(written)
  const objects = unpackObjects(reader, { content, dictionary, end })
  refuseActive(objects, allNames)
  noteObjects(reader, objects, dictionary)
  noteEmbedded(reader, { text: objects, start: 0, end: objects.length })
  return [...openings, ...findAutoActions(objects, 0, objects.length)]
}

type Extent = { start: number; end: number; isStream: boolean }

/**
 * End of the object that begins at `start`: at 'endobj', or at 'stream', which its data follow. Both words count only outside of brackets:
 * readers skip them inside brackets, strings, names and comments.
 */
export function extentOfObject(reader: Reader, start: number): Extent {
  const words = wordsFrom(reader, { text: reader.text, at: start })
  let depth = 0
  for (let found = words.next(); found; found = words.next()) {
    const [word] = found
    if (word === '<<' || word === '[') depth += 1
    if (word === '>>' || word === ']') depth = Math.max(0, depth - 1)
    if (depth === 0 && word === 'endobj') return { start, end: found.index, isStream: false }
    if (depth === 0 && word === 'stream') return { start, end: words.end(), isStream: true }
  }
  return { start, end: reader.text.length, isStream: false }
}

const objectNumber = /(\d+)(?:[\s\0]|%[^\r\n]*[\r\n])+\d+(?:[\s\0]|%[^\r\n]*[\r\n])*$/

/** Number before 'obj'; NaN if it is not written in the usual way. */
const numberBefore = (text: string, at: number) => Number(objectNumber.exec(text.slice(Math.max(0, at - 100), at))?.[1] ?? Number.NaN)

/** Records the objects of an object stream, which begins with pairs: an object's number and its offset from `First`. */
function noteObjects(reader: Reader, text: string, dictionary: string) {
  const [first, ...more] = [...dictionary.matchAll(/\/First(?![^\s\0()<>[\]{}/%])/g)]
  const written = first && /^[\s\0]*(\d+)(?=[\s\0/>])(?![\s\0]+\d+[\s\0]+R)/.exec(dictionary.slice(first.index + first[0].length))?.[1]
  if (written === undefined || more.length > 0) throw fileProblems.damaged()
  const numbers =
    text
      .slice(0, Number(written))
      .replace(/%[^\r\n]*/g, ' ')
      .match(/[^\s\0]+/g) ?? []
  for (let pair = 0; pair + 1 < numbers.length; pair += 2) {
    noteObject(reader, Number(numbers[pair]), { text, at: Number(written) + (Number(numbers[pair + 1]) || 0) })
  }
}

/** Text of an object stream. Refuses any compression but one plain deflate, because it could not be inspected. */
function unpackObjects(reader: Reader, { content, dictionary, end }: { content: Buffer; dictionary: string; end: number }) {
  if (/\/(DecodeParms|DP)(?![A-Za-z])/.test(dictionary)) throw fileProblems.damaged()
  if (!dictionary.includes('/Filter')) return spend(reader, reader.text.slice(end))
  const isPlain = /\/Filter\s*(?:\[\s*\/(?:FlateDecode|Fl)\s*\]|\/(?:FlateDecode|Fl)(?=[\s/>]))/.test(dictionary)
  if (!isPlain || dictionary.split('/Filter').length > 2) throw fileProblems.damaged()
  const lineEnd = /[^\S\r\n]*(?:\r\n|\r|\n)/y
  lineEnd.lastIndex = end
  const start = lineEnd.test(reader.text) ? lineEnd.lastIndex : end
  return spend(reader, inflate(content.subarray(start), reader.room).toString('latin1'))
}

/** Limit of unpacked size, shared by all object streams of a file. */
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
