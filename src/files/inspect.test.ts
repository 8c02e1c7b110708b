import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { docxOf, docxType, drawingOf, pdfOf, photoOf, streamOf } from '../../tests/attachmentFiles.ts'
import { inspectAttachment } from './inspectActions.ts'
import { attachmentLimits } from './rules.ts'

const wrongType = { code: 'files.wrongType', status: 415 }
const damaged = { code: 'files.damaged' }

describe('a picture', () => {
  test('is turned upright and keeps nothing but the picture', async () => {
    const photo = await photoOf()
    expect(photo.includes('Erika Mustermann')).toBe(true)
    const { type, content } = await inspectAttachment(photo, 'image/jpeg', 'Foto.jpg')
    expect(type).toBe('image/jpeg')
    expect(content.includes('Erika Mustermann')).toBe(false)
    const about = await sharp(content).metadata()
    expect([about.format, about.width, about.height, about.exif, about.orientation]).toEqual(['jpeg', 40, 60, undefined, undefined])
  })

  test('as PNG loses appended data', async () => {
    const drawing = Buffer.concat([await drawingOf(), docxOf()])
    const { type, content } = await inspectAttachment(drawing, 'image/png', 'Skizze.png')
    expect(type).toBe('image/png')
    expect(content.includes('word/document.xml')).toBe(false)
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 30, height: 20 })
  })

  test('cut off in the middle is refused', async () => {
    const photo = await sharp(Buffer.alloc(300 * 300 * 3, 7), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer()
    await expect(inspectAttachment(photo.subarray(0, photo.length - 40), 'image/jpeg', 'a.jpg')).rejects.toMatchObject(damaged)
    const drawing = await drawingOf()
    await expect(inspectAttachment(drawing.subarray(0, 60), 'image/png', 'a.png')).rejects.toMatchObject(damaged)
  })

  test('of too many pixels is refused before it is unpacked', async () => {
    const side = Math.ceil(Math.sqrt(attachmentLimits.imagePixels)) + 1
    const bomb = await sharp({ create: { width: side, height: side, channels: 3, background: '#000000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(attachmentLimits.bytes)
    await expect(inspectAttachment(bomb, 'image/png', 'a.png')).rejects.toMatchObject(damaged)
  })
})

describe('type, ending and content are one', () => {
  test.each([
    ['an empty file', () => Buffer.alloc(0), 'application/pdf', 'a.pdf', { code: 'files.empty' }],
    [
      'a file above 10 MB',
      () => Buffer.alloc(attachmentLimits.bytes + 1),
      'application/pdf',
      'a.pdf',
      { code: 'files.tooLarge', status: 413 },
    ],
    ['a PDF that calls itself a picture', () => pdfOf(), 'image/png', 'a.png', wrongType],
    ['a PDF declared as a picture', () => pdfOf(), 'image/png', 'a.pdf', wrongType],
    ['a PDF whose name ends as a picture', () => pdfOf(), 'application/pdf', 'a.png', wrongType],
    ['a picture named as a PDF', drawingOf, 'application/pdf', 'a.pdf', wrongType],
    ['a page of the web', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'application/pdf', 'a.pdf', wrongType],
    ['a program', () => Buffer.from('MZ\x90\x00\x03'), 'application/octet-stream', 'a.docx', wrongType],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00'), 'image/gif', 'a.gif', wrongType],
    ['no ending', () => pdfOf(), 'application/pdf', 'a', wrongType],
  ])('%s is refused', async (_what, build, type, name, problem) => {
    await expect(inspectAttachment(await build(), type, name)).rejects.toMatchObject(problem)
  })

  test('a system without an office program declares nothing', async () => {
    await expect(inspectAttachment(docxOf(), '', 'Brief.docx')).resolves.toMatchObject({ type: docxType })
    await expect(inspectAttachment(docxOf(), 'application/octet-stream', 'Brief.docx')).resolves.toMatchObject({ type: docxType })
  })
})

describe('a file that is two', () => {
  test('PDF and zip', async () => {
    const zip = docxOf([], '\n%%EOF\n')
    const both = Buffer.concat([pdfOf(), zip])
    await expect(inspectAttachment(both, 'application/pdf', 'a.pdf')).rejects.toMatchObject({ status: 415 })
    // With a directory whose offsets count from the start of the whole file, it is a valid zip.
    const shift = pdfOf({ more: [streamOf('', Buffer.alloc(10))] }).length
    const moved = Buffer.concat([pdfOf({ more: [streamOf('', Buffer.alloc(10))] }), zip])
    const end = moved.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
    const directory = moved.readUInt32LE(end + 16) + shift
    moved.writeUInt32LE(directory, end + 16)
    for (let at = directory; moved.readUInt32LE(at) === 0x02014b50; at += 46 + moved.readUInt16LE(at + 28)) {
      moved.writeUInt32LE(moved.readUInt32LE(at + 42) + shift, at + 42)
    }
    await expect(inspectAttachment(moved, 'application/pdf', 'a.pdf')).rejects.toMatchObject(wrongType)
  })

  test('Word document and PDF', async () => {
    const both = docxOf([
      { name: '[Content_Types].xml', content: 'x' },
      { name: '%PDF-1.7', content: 'x' },
    ])
    await expect(inspectAttachment(both, docxType, 'a.docx')).rejects.toMatchObject(wrongType)
  })
})
