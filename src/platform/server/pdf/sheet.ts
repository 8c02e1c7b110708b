import { buffer } from 'node:stream/consumers'
import { markHalf } from '#src/platform/kit/mark.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import type { Operator } from '../settings.ts'
import { colors, type Doc, drawArtifact, type Place, registerFonts, tagText, wrap, write } from './pen.ts'

/** A4 in points; everything is placed by hand, there is no automatic page break. */
export const paper = { left: 50, right: 545, top: 50, bottom: 780, foot: 805 } as const
export const rowHeight = 16

/** The document and how far down its last page is written. */
export type Sheet = { doc: Doc; y: number }
/** A name and the lines under it, as they stand in a letterhead. */
export type Party = { name: string; lines: string[] }

type Opened = { title: string; author?: string; madeAt: Date; isArchived?: boolean }

/** An empty sheet; `content` is the PDF once the document has ended. */
export async function openSheet({ title, author, madeAt, isArchived = false }: Opened) {
  // Large, and only wanted here.
  const { default: PdfDocument } = await import('pdfkit')
  // The library writes these words unescaped into XML, too.
  const info = { Title: title, ...(author && { Author: author }), CreationDate: madeAt, ModDate: madeAt }
  const archive = { subset: 'PDF/A-3a', pdfVersion: '1.7', tagged: true } as const
  const options = { size: 'A4', margin: 0, bufferPages: true, lang: 'de-DE', displayTitle: true, info, ...(isArchived ? archive : {}) }
  const doc = new PdfDocument(options)
  if (isArchived) tagText(doc)
  await registerFonts(doc)
  return { doc, y: paper.top, content: buffer(doc) }
}

/** A party from texts that may hold several lines, or nothing. */
export const partyOf = (name: string, ...texts: readonly (string | null)[]): Party => ({
  name: oneLine(name),
  lines: texts
    .flatMap((text) => (text ?? '').split(/\r?\n/))
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== ''),
})

export const operatorParty = ({ name, address, email, phone }: Pick<Operator, 'name' | 'address' | 'email' | 'phone'>) =>
  partyOf(name, address, email, phone)

/** Mark and brand unless another firm writes, the writer at the right, the addressee at the left. */
export function drawLetterhead(
  sheet: Sheet,
  { brandName, operator, addressee }: { brandName: string | null; operator: Party; addressee: Party },
) {
  if (brandName !== null) drawMark(sheet.doc, brandName)
  const from = drawParty(sheet.doc, operator, { x: 330, y: paper.top, width: 215, isRight: true, size: 8.5, color: colors.mute })
  const to = drawParty(sheet.doc, addressee, { x: paper.left, y: paper.top + 62, width: 270, size: 10.5 })
  sheet.y = Math.max(from, to) + 28
}

function drawMark(doc: Doc, brandName: string) {
  drawArtifact(doc, () => {
    doc.save().translate(paper.left, paper.top).scale(1.1).path(markHalf).fill(colors.primary).restore()
    doc
      .save()
      .translate(paper.left + 26.4, paper.top + 26.4)
      .scale(-1.1)
      .path(markHalf)
      .fill(colors.accent)
      .restore()
  })
  write(doc, brandName, { x: paper.left + 34, y: paper.top + 2, width: 200, size: 18, isBold: true })
}

/** A name and its lines, each broken where it is too long; answers where it ends. */
function drawParty(doc: Doc, { name, lines }: Party, place: Place) {
  const broken = [
    ...wrap(doc, name, { ...place, isBold: true }).map((line) => ({ line, isBold: true })),
    ...lines.flatMap((text) => wrap(doc, text, place)).map((line) => ({ line, isBold: false })),
  ]
  const height = (place.size ?? 9) * 1.35
  for (const [row, { line, isBold }] of broken.entries()) write(doc, line, { ...place, isBold, y: place.y + row * height })
  return place.y + broken.length * height
}

/** The title of the whole paper, and its facts, each with a label. */
export function drawFacts(sheet: Sheet, title: string, facts: readonly (readonly [label: string, value: string])[]) {
  const { doc } = sheet
  write(doc, title, { x: paper.left, y: sheet.y, width: 495, size: 20, isBold: true })
  sheet.y += 32
  for (const [label, value] of facts) {
    write(doc, label, { x: paper.left, y: sheet.y, width: 110, color: colors.mute })
    for (const line of wrap(doc, value, { width: 380 })) {
      write(doc, line, { x: paper.left + 115, y: sheet.y, width: 380 })
      sheet.y += 14
    }
  }
}

/** The title of a part; it stays with its first rows. */
export function drawTitle(sheet: Sheet, title: string, rows: number) {
  makeRoom(sheet, 24 + rows * rowHeight)
  write(sheet.doc, title, { x: paper.left, y: sheet.y, width: 495, size: 12, isBold: true })
  sheet.y += 20
}

/** A row of an account: what it is, and how much. */
export function drawLine(sheet: Sheet, { label, value, isBold = false }: { label: string; value: string; isBold?: boolean }) {
  write(sheet.doc, label, { x: paper.left, y: sheet.y, width: 300, isBold })
  write(sheet.doc, value, { x: 350, y: sheet.y, width: 195, isBold, isRight: true })
  sheet.y += rowHeight
  drawRule(sheet)
}

export const drawRule = ({ doc, y }: Sheet) =>
  drawArtifact(doc, () =>
    doc
      .moveTo(paper.left, y - 3.5)
      .lineTo(paper.right, y - 3.5)
      .lineWidth(0.5)
      .stroke(colors.line),
  )

/** Small print under a part. */
export function drawNote(sheet: Sheet, note: string) {
  const style = { width: 495, size: 8.5, color: colors.mute }
  sheet.y += 4
  for (const line of wrap(sheet.doc, note, style)) {
    makeRoom(sheet, rowHeight)
    write(sheet.doc, line, { ...style, x: paper.left, y: sheet.y })
    sheet.y += 12
  }
}

/** Turns to a new page unless there is room; answers whether it did. */
export function makeRoom(sheet: Sheet, height: number) {
  if (sheet.y + height <= paper.bottom) return false
  sheet.doc.addPage()
  sheet.y = paper.top
  return true
}

/** Drawn last, because only then is the number of pages known. */
export function drawFeet({ doc }: Sheet, name: string) {
  const { count } = doc.bufferedPageRange()
  const style = { y: paper.foot, size: 8, color: colors.mute }
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    write(doc, name, { ...style, x: paper.left, width: 400 })
    write(doc, `Seite ${page + 1} von ${count}`, { ...style, x: 455, width: 90, isRight: true })
  }
}

export const euro = (cents: Cents) => formatEuro(cents).replace('-', '−')

/** The answer that downloads a PDF under this name. */
export const pdfAnswer = (content: Buffer, name: string) =>
  new Response(new Uint8Array(content), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(content.byteLength),
      'x-content-type-options': 'nosniff',
    },
  })
