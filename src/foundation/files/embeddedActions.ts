import { inflateSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { openResolver, readValue, valuesOf } from './pdfAutoActions.ts'
import { anyOf, type Place, type Reader, withoutEscapes, wordsFrom } from './pdfWordActions.ts'
import { attachmentLimits, fileProblems } from './rules.ts'

const embedding = anyOf(['EF'], 'g')
const embeddedType = anyOf(['EmbeddedFile'], 'g')

/** Records every embedded file named in a part of the text. */
export function noteEmbedded(reader: Reader, { text, start, end }: { text: string; start: number; end: number }) {
  for (const { index, 0: name } of text.slice(start, end).matchAll(embedding))
    reader.embedded.push({ text, at: start + index + name.length })
}

/** Names of the embedded invoice (Factur-X 1, ZUGFeRD 1 and 2, XRechnung, Order-X). */
const invoiceNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml', 'order-x.xml']

/** Refuses embedded files, except one invoice as XML without a DTD, stored once and without unusual encodings. Throws fileProblems. */
export function inspectEmbedded(reader: Reader, content: Buffer) {
  const types = [...reader.text.matchAll(embeddedType)].map(({ index }) => index)
  if (reader.embedded.length === 0 && types.length === 0) return
  const resolve = openResolver(reader)
  const targets = reader.embedded.flatMap((place) =>
    resolve(`EF ${place.at}`, readValue(reader, place)).flatMap((files) => valuesOf(files)),
  )
  const numbers = new Set(targets.map((target) => (target.is === 'reference' ? target.to : Number.NaN)))
  const [number = Number.NaN] = numbers
  const [place, ...others] = reader.objects.get(number) ?? []
  if (numbers.size !== 1 || !place || place.text !== reader.text || others.length > 0) throw fileProblems.hasEmbeddedFiles()
  const { dictionary, end } = streamAt(reader, place)
  if (types.some((at) => at < place.at || at > end)) throw fileProblems.hasEmbeddedFiles()
  if (!reader.embedded.every((one) => isInvoiceNamed(one))) throw fileProblems.hasEmbeddedFiles()
  const xml = unpack(content, { dictionary, end })
  if (!xml || !isInvoice(xml)) throw fileProblems.badInvoice()
}

function streamAt(reader: Reader, place: Place) {
  const words = wordsFrom(reader, place)
  for (let found = words.next(); found && found[0] !== 'endobj'; found = words.next())
    if (found[0] === 'stream') return { dictionary: withoutEscapes(reader.text.slice(place.at, found.index)), end: words.end() }
  throw fileProblems.hasEmbeddedFiles()
}

const fileName = /\/U?F\s*(?:\(((?:\\[\s\S]|[^\\()])*)\)|<([0-9A-Fa-f\s]*)>)/g

/** True if the names next to `EF` in its dictionary are those of an invoice; some programs write them with two bytes per letter. */
function isInvoiceNamed({ text, at }: Place) {
  const begin = text.lastIndexOf('obj', at)
  const around = text.slice(Math.max(0, begin, at - 2_000), at + 2_000).split('endobj', 1)[0] ?? ''
  const names = [...around.matchAll(fileName)].map(([, plain, hex]) =>
    (plain === undefined ? Buffer.from((hex ?? '').replace(/\s/g, ''), 'hex').toString('latin1') : plain)
      .replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
      .replace(/[\0\u00fe\u00ff\\]/g, '')
      .toLowerCase(),
  )
  return names.length > 0 && names.every((name) => invoiceNames.includes(name))
}

function unpack(content: Buffer, { dictionary, end }: { dictionary: string; end: number }) {
  const lineEnd = /^[^\S\r\n]*(?:\r\n|\r|\n)/.exec(content.toString('latin1', end, end + 20))?.[0].length ?? 0
  const rest = content.subarray(end + lineEnd)
  const filters = [...(/\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]?.matchAll(/\/(\w+)/g) ?? [])].map(([, name]) => name)
  if (/\/(DecodeParms|DP)\s*(?!null)\S/.test(dictionary)) return undefined
  if (filters.length === 0) return rest.subarray(0, Math.max(0, rest.indexOf('endstream')))
  if (filters.length > 1 || !['FlateDecode', 'Fl'].includes(filters[0] ?? '')) return undefined
  try {
    return inflateSync(rest, { maxOutputLength: attachmentLimits.bytes })
  } catch {
    return undefined
  }
}

const invoiceRoots = ['CrossIndustryInvoice', 'CrossIndustryDocument', 'Invoice', 'CreditNote', 'SCRDMCCBDACIOMessageStructure']

/**
 * True if the bytes are one well-formed document with an invoice as its root, and without a DTD, which could read files or expand
 * endlessly.
 */
function isInvoice(bytes: Buffer) {
  const parser = new SaxesParser({ xmlns: true })
  let root: string | undefined
  try {
    parser.on('doctype', () => parser.fail('DTD'))
    parser.on('error', (error) => {
      throw error
    })
    parser.on('opentag', ({ local }) => {
      root ??= local
    })
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()).close()
    return root !== undefined && invoiceRoots.includes(root)
  } catch {
    return false
  }
}
