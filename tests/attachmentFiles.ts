import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Real files built byte by byte, for tests of what customers may attach. */

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

type Entry = { name: string; content: string | Buffer; claimedBytes?: number; flags?: number }

/** A zip archive. `claimedBytes` lies about the unpacked size, `flags` bit 0 marks an entry as encrypted. */
export function zipOf(entries: Entry[], comment = '') {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, central } = zipEntry(entry, offset)
    locals.push(local)
    centrals.push(central)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment, 'latin1'), 20)
  return Buffer.concat([...locals, directory, end, Buffer.from(comment, 'latin1')])
}

function zipEntry({ name, content, claimedBytes, flags = 0 }: Entry, offset: number) {
  const raw = Buffer.from(content)
  const packed = deflateRawSync(raw)
  const label = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(flags | 0x800, 2)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(raw), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(claimedBytes ?? raw.length, 18)
  common.writeUInt16LE(label.length, 22)
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  return {
    local: Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, label, packed]),
    central: Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, label]),
  }
}

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default
  Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${docxType}.main+xml"/></Types>`
const documentXml = '<?xml version="1.0"?><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Guten Tag</w:t></w:r></w:p></w:body></w:document>'

/** A small Word document; `more` adds entries or replaces those of the same name. */
export function docxOf(more: Entry[] = [], comment = '') {
  const usual: Entry[] = [
    { name: '[Content_Types].xml', content: contentTypes },
    { name: 'word/document.xml', content: documentXml },
  ]
  return zipOf([...usual.filter(({ name }) => !more.some((one) => one.name === name)), ...more], comment)
}

/** A relations part with one relation of these attributes. */
export const relationsOf = (attributes: string) =>
  `<?xml version="1.0"?><Relationships xmlns="r"><Relationship Id="rId1" ${attributes}/></Relationships>`

/** Content types of a document that declares another type. */
export const contentTypesWith = (word: string) =>
  contentTypes.replace('</Types>', `<Override PartName="/x.bin" ContentType="${word}"/></Types>`)

/** A one-page PDF; `more`: further raw objects, from number 4 on; `catalog`: added to the root object. */
export function pdfOf({
  catalog = '',
  more = [],
  trailer = '',
  end = '%%EOF\n',
}: {
  catalog?: string
  more?: (string | Buffer)[]
  trailer?: string
  end?: string
} = {}) {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...more,
  ]
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(Buffer.concat(pieces).length)
    pieces.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const start = Buffer.concat(pieces).length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  pieces.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n${end}`,
    ),
  )
  return Buffer.concat(pieces)
}

/** A stream object; `dictionary` is added to its length. */
export const streamOf = (dictionary: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`<< /Length ${data.length} ${dictionary} >>\nstream\n`), data, Buffer.from('\nendstream')])

/** An object stream that holds one object, compressed. */
export const objectStreamOf = (object: string) =>
  streamOf('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', deflateSync(Buffer.from(`9 0\n  ${object}`)))

/** A photo with a place and a name in its metadata, rotated by 90 degrees. */
export const photoOf = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#0c87a7' } })
    .withExif({ IFD0: { Artist: 'Erika Mustermann' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const drawingOf = () =>
  sharp({ create: { width: 30, height: 20, channels: 4, background: '#facf33' } })
    .png()
    .toBuffer()
