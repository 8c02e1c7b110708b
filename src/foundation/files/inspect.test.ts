import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { docxOf, drawingOf, pdfOf, photoOf, streamOf } from '../../../tests/attachmentFiles.ts'
import { inspectAttachment } from './inspectActions.ts'
import { attachmentLimits } from './rules.ts'

const wrongType = { code: 'files.wrongType', status: 415 }
const damaged = { code: 'files.damaged' }

describe('a picture', () => {
  test('is turned upright and keeps nothing but the picture', async () => {
    const photo = await photoOf()
    expect(photo.includes('Erika Mustermann')).toBe(true)
    const { type, content } = await inspectAttachment(photo, 'Foto.jpg')
    expect(type).toBe('image/jpeg')
    expect(content.includes('Erika Mustermann')).toBe(false)
    const about = await sharp(content).metadata()
    expect([about.format, about.width, about.height, about.exif, about.orientation]).toEqual(['jpeg', 40, 60, undefined, undefined])
  })

  test('as PNG loses appended data', async () => {
    const drawing = Buffer.concat([await drawingOf(), docxOf()])
    const { type, content } = await inspectAttachment(drawing, 'Skizze.png')
    expect(type).toBe('image/png')
    expect(content.includes('word/document.xml')).toBe(false)
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 30, height: 20 })
  })

  test('cut off in the middle is refused', async () => {
    const photo = await sharp(Buffer.alloc(300 * 300 * 3, 7), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer()
    await expect(inspectAttachment(photo.subarray(0, photo.length - 40), 'a.jpg')).rejects.toMatchObject(damaged)
    const drawing = await drawingOf()
    await expect(inspectAttachment(drawing.subarray(0, 60), 'a.png')).rejects.toMatchObject(damaged)
  })

  test('of too many pixels is refused before it is unpacked', async () => {
    const side = Math.ceil(Math.sqrt(attachmentLimits.imagePixels)) + 1
    const bomb = await sharp({ create: { width: side, height: side, channels: 3, background: '#000000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(attachmentLimits.bytes)
    await expect(inspectAttachment(bomb, 'a.png')).rejects.toMatchObject({ code: 'files.tooManyPixels' })
  })
})

describe('the bytes decide', () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1', 'latin1')
  test.each([
    ['an empty file', () => Buffer.alloc(0), 'a.pdf', { code: 'files.empty' }],
    ['a file above 10 MB', () => Buffer.alloc(attachmentLimits.bytes + 1), 'a.pdf', { code: 'files.tooLarge', status: 413 }],
    ['a page of the web', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'a.pdf', wrongType],
    ['a program', () => Buffer.from('MZ\x90\x00\x03'), 'a.docx', wrongType],
    ['HEIC with the name of a JPEG', () => heic, 'IMG_0001.jpg', { code: 'files.isHeic', message: expect.stringContaining('HEIC') }],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00'), 'a.gif', { code: 'files.isPicture' }],
    ['a WebP', () => Buffer.from('RIFF\x01\0\0\0WEBPVP8 '), 'a.jpg', { code: 'files.isPicture' }],
    ['a film', () => Buffer.from('\0\0\0\x14ftypqt  '), 'a.mov', { code: 'files.isFilm' }],
    ['an archive', () => Buffer.from('Rar!\x1a\x07\x01\0'), 'a.rar', { code: 'files.isArchive' }],
    ['an old document', () => Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 'a.docx', { code: 'files.isOldDocument' }],
    [
      'a PDF with a password of its owner',
      () => pdfOf({ trailer: '/Encrypt 4 0 R' }),
      'a.pdf',
      { code: 'files.encrypted', message: expect.stringContaining('drucken') },
    ],
  ])('%s is refused with what it is', async (_what, build, name, problem) => {
    await expect(inspectAttachment(await build(), name)).rejects.toMatchObject(problem)
  })

  test.each([
    ['a PDF that calls itself a picture', () => pdfOf(), 'a.png', 'a.png.pdf'],
    ['a picture named as a PDF', drawingOf, 'a.pdf', 'a.pdf.png'],
    ['no ending', () => pdfOf(), 'Rechnung', 'Rechnung.pdf'],
    ['jfif', photoOf, 'Foto.jfif', 'Foto.jfif'],
    ['a document', docxOf, 'Brief.docx', 'Brief.docx'],
    ['a document named as a zip', docxOf, 'Brief.zip', 'Brief.zip.docx'],
    ['a mark before the PDF', () => Buffer.concat([Buffer.from('\uFEFF\r\n'), pdfOf()]), 'a.pdf', 'a.pdf'],
  ])('%s is accepted, with a name that fits', async (_what, build, name, fitting) => {
    await expect(inspectAttachment(await build(), name)).resolves.toMatchObject({ name: fitting })
  })
})

describe('a file that is two', () => {
  test('PDF and zip', async () => {
    const zip = docxOf([], '\n%%EOF\n')
    const both = Buffer.concat([pdfOf(), zip])
    await expect(inspectAttachment(both, 'a.pdf')).rejects.toMatchObject({ status: 415 })
    // With a directory whose offsets count from the start of the whole file, it is a valid zip.
    const shift = pdfOf({ more: [streamOf('', Buffer.alloc(10))] }).length
    const moved = Buffer.concat([pdfOf({ more: [streamOf('', Buffer.alloc(10))] }), zip])
    const end = moved.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
    const directory = moved.readUInt32LE(end + 16) + shift
    moved.writeUInt32LE(directory, end + 16)
    for (let at = directory; moved.readUInt32LE(at) === 0x02014b50; at += 46 + moved.readUInt16LE(at + 28)) {
      moved.writeUInt32LE(moved.readUInt32LE(at + 42) + shift, at + 42)
    }
    await expect(inspectAttachment(moved, 'a.pdf')).rejects.toMatchObject(wrongType)
  })

  test('Word document and PDF', async () => {
    const both = docxOf([
      { name: '[Content_Types].xml', content: 'x' },
      { name: '%PDF-1.7', content: 'x' },
    ])
    await expect(inspectAttachment(both, 'a.docx')).rejects.toMatchObject(wrongType)
  })
})
