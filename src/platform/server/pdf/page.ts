import { buffer } from 'node:stream/consumers'
import { logoHalf } from '#src/platform/kit/logo.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import type { Operator } from '../settings.ts'
import { colors, type Doc, drawArtifact, type Place, registerFonts, tagText, wrap, write } from './writer.ts'

/** A4 in points; everything is placed by hand, there is no automatic page break. */
export const paper = { left: 50, right: 545, top: 50, bottom: 780, foot: 805 } as const
export const rowHeight = 16

/** The document and the vertical position on its last page. */
export type PdfPage = { doc: Doc; y: number }
/** A name and the lines under it, as in a letterhead. */
export type Party = { name: string; lines: string[] }

type Opened = { title: string; author?: string; madeAt: Date; isArchived?: boolean }

/** Opens an empty document; `content` is the PDF once the document has ended. */
export async function openPdf({ title, author, madeAt, isArchived = false }: Opened) {
  // Large, and only needed here.
  const { default: PdfDocument } = await import('pdfkit')
  // The library also writes these texts unescaped into XML.
  const info = { Title: title, ...(author && { Author: author }), CreationDate: madeAt, ModDate: madeAt }
  const archive = { subset: 'PDF/A-3a', pdfVersion: '1.7', tagged: true } as const
  const options = { size: 'A4', margin: 0, bufferPages: true, lang: 'de-DE', displayTitle: true, info, ...(isArchived ? archive : {}) }
  const doc = new PdfDocument(options)
  if (isArchived) tagText(doc)
  await registerFonts(doc)
  return { doc, y: paper.top, content: buffer(doc) }
}

/** Makes a party from texts that may have several lines, or none. */
export const partyOf = (name: string, ...texts: readonly (string | null)[]): Party => ({
  name: oneLine(name),
  lines: texts
    .flatMap((text) => (text ?? '').split(/\r?\n/))
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== ''),
})

export const operatorParty = ({ name, address, email, phone }: Pick<Operator, 'name' | 'address' | 'email' | 'phone'>) =>
  partyOf(name, address, email, phone)

/** Draws logo and brand (unless another firm is the sender), the sender at the right, the recipient at the left. */
export function drawLetterhead(
  pdfPage: PdfPage,
  { brandName, operator, addressee }: { brandName: string | null; operator: Party; addressee: Party },
) {
  if (brandName !== null) drawLogo(pdfPage.doc, brandName)
  const from = drawParty(pdfPage.doc, operator, { x: 330, y: paper.top, width: 215, isRight: true, size: 8.5, color: colors.mute })
  const to = drawParty(pdfPage.doc, addressee, { x: paper.left, y: paper.top + 62, width: 270, size: 10.5 })
  pdfPage.y = Math.max(from, to) + 28
}

function drawLogo(doc: Doc, brandName: string) {
  drawArtifact(doc, () => {
    doc.save().translate(paper.left, paper.top).scale(1.1).path(logoHalf).fill(colors.primary).restore()
    doc
      .save()
      .translate(paper.left + 26.4, paper.top + 26.4)
      .scale(-1.1)
      .path(logoHalf)
      .fill(colors.accent)
      .restore()
  })
  write(doc, brandName, { x: paper.left + 34, y: paper.top + 2, width: 200, size: 18, isBold: true })
}

/** Draws a name and its lines, wrapped where they are too long; returns the end position. */
function drawParty(doc: Doc, { name, lines }: Party, place: Place) {
  const broken = [
    ...wrap(doc, name, { ...place, isBold: true }).map((line) => ({ line, isBold: true })),
    ...lines.flatMap((text) => wrap(doc, text, place)).map((line) => ({ line, isBold: false })),
  ]
  const height = (place.size ?? 9) * 1.35
  for (const [row, { line, isBold }] of broken.entries()) write(doc, line, { ...place, isBold, y: place.y + row * height })
  return place.y + broken.length * height
}

/** Draws the title of the document, and its facts, each with a label. */
export function drawFacts(pdfPage: PdfPage, title: string, facts: readonly (readonly [label: string, value: string])[]) {
  const { doc } = pdfPage
  write(doc, title, { x: paper.left, y: pdfPage.y, width: 495, size: 20, isBold: true })
  pdfPage.y += 32
  for (const [label, value] of facts) {
    write(doc, label, { x: paper.left, y: pdfPage.y, width: 110, color: colors.mute })
    for (const line of wrap(doc, value, { width: 380 })) {
      write(doc, line, { x: paper.left + 115, y: pdfPage.y, width: 380 })
      pdfPage.y += 14
    }
  }
}

/** Draws the title of a part, on the same page as its first rows. */
export function drawTitle(pdfPage: PdfPage, title: string, rows: number) {
  makeRoom(pdfPage, 24 + rows * rowHeight)
  write(pdfPage.doc, title, { x: paper.left, y: pdfPage.y, width: 495, size: 12, isBold: true })
  pdfPage.y += 20
}

/** Draws a row of an account: label and amount. */
export function drawLine(pdfPage: PdfPage, { label, value, isBold = false }: { label: string; value: string; isBold?: boolean }) {
  write(pdfPage.doc, label, { x: paper.left, y: pdfPage.y, width: 300, isBold })
  write(pdfPage.doc, value, { x: 350, y: pdfPage.y, width: 195, isBold, isRight: true })
  pdfPage.y += rowHeight
  drawRule(pdfPage)
}

export const drawRule = ({ doc, y }: PdfPage) =>
  drawArtifact(doc, () =>
    doc
      .moveTo(paper.left, y - 3.5)
      .lineTo(paper.right, y - 3.5)
      .lineWidth(0.5)
      .stroke(colors.line),
  )

/** Small print under a part. */
export function drawNote(pdfPage: PdfPage, note: string) {
  const style = { width: 495, size: 8.5, color: colors.mute }
  pdfPage.y += 4
  for (const line of wrap(pdfPage.doc, note, style)) {
    makeRoom(pdfPage, rowHeight)
    write(pdfPage.doc, line, { ...style, x: paper.left, y: pdfPage.y })
    pdfPage.y += 12
  }
}

/** Turns to a new page unless there is room; returns whether it did. */
export function makeRoom(pdfPage: PdfPage, height: number) {
  if (pdfPage.y + height <= paper.bottom) return false
  pdfPage.doc.addPage()
  pdfPage.y = paper.top
  return true
}

/** Drawn last, because only then is the number of pages known. */
export function drawFeet({ doc }: PdfPage, name: string) {
  const { count } = doc.bufferedPageRange()
  const style = { y: paper.foot, size: 8, color: colors.mute }
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    write(doc, name, { ...style, x: paper.left, width: 400 })
    write(doc, `Seite ${page + 1} von ${count}`, { ...style, x: 455, width: 90, isRight: true })
  }
}

export const euro = (cents: Cents) => formatEuro(cents).replace('-', '−')

/** Response that downloads a PDF under this name. */
export const pdfResponse = (content: Buffer, name: string) =>
  new Response(new Uint8Array(content), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(content.byteLength),
      'x-content-type-options': 'nosniff',
    },
  })
