import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { berlinDay, formatDate, formatMoment } from '#src/kit/dates.ts'
import { type Cents, formatEuro } from '#src/kit/money.ts'
import { payoutRailWords } from './payoutTextRules.ts'
import { colors, type Doc, type Look, type Place, registerFonts, wrap, write } from './statementPenActions.ts'
import {
  addUp,
  customerCents,
  daysOf,
  type Movement,
  numberOf,
  type Party,
  periodText,
  type StatementFacts,
  statementNumber,
  titleOf,
  vatWords,
  wordOf,
} from './statementRules.ts'

/** A4 in points; everything is placed by hand, nothing breaks by itself. */
const paper = { left: 50, right: 545, top: 50, bottom: 780, foot: 805 } as const
const rowHeight = 16

/** The document and how far down its last page is written. */
type Sheet = { doc: Doc; y: number; facts: StatementFacts }

/** One at a time: a month with thousands of bookings holds hundreds of megabytes while it is drawn. */
let turn: Promise<unknown> = Promise.resolve()

/** Draws a statement; answers the PDF. */
export function drawStatement(facts: StatementFacts) {
  const drawn = turn.then(() => draw(facts))
  turn = drawn.catch(() => undefined)
  return drawn
}

async function draw(facts: StatementFacts) {
  const sums = addUp(facts)
  // Large, and only wanted here.
  const { default: PdfDocument } = await import('pdfkit')
  const info = { Title: `${titleOf(facts.month)} – ${facts.company.name}`, Author: facts.brandName, CreationDate: facts.madeAt }
  const doc = new PdfDocument({ size: 'A4', margin: 0, bufferPages: true, lang: 'de-DE', displayTitle: true, info })
  await registerFonts(doc)
  const content = buffer(doc)
  const sheet = { doc, facts, y: paper.top }
  drawLetterhead(sheet)
  drawFacts(sheet)
  drawAccount(sheet, sums)
  await drawTable(sheet, bookingTable(sums))
  await drawTable(sheet, payoutTable(sums))
  drawTax(sheet, sums)
  drawFeet(sheet)
  doc.end()
  return content
}

type Sums = ReturnType<typeof addUp>

/** The mark's half (design, "Mark"); the other half is the same, turned round. */
const markHalf = 'M2.6 2H7.4Q8 2 8 2.6V8.5H13Q13.6 8.5 13.6 9.1V10.27L9.2 13.07V15.5H8V21.4Q8 22 7.4 22H2.6Q2 22 2 21.4V2.6Q2 2 2.6 2Z'

function drawLetterhead(sheet: Sheet) {
  const { doc, facts } = sheet
  doc.save().translate(paper.left, paper.top).scale(1.1).path(markHalf).fill(colors.primary).restore()
  doc
    .save()
    .translate(paper.left + 26.4, paper.top + 26.4)
    .scale(-1.1)
    .path(markHalf)
    .fill(colors.accent)
    .restore()
  write(doc, facts.brandName, { x: paper.left + 34, y: paper.top + 2, width: 200, size: 18, isBold: true })
  const from = drawParty(doc, facts.operator, { x: 330, y: paper.top, width: 215, isRight: true, size: 8.5, color: colors.mute })
  const to = drawParty(doc, facts.company, { x: paper.left, y: paper.top + 62, width: 270, size: 10.5 })
  sheet.y = Math.max(from, to) + 28
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

function drawFacts(sheet: Sheet) {
  const { doc, facts } = sheet
  write(doc, titleOf(facts.month), { x: paper.left, y: sheet.y, width: 495, size: 20, isBold: true })
  sheet.y += 32
  const lines = [
    ['Abrechnungsnummer', statementNumber(facts.companyId, facts.month)],
    ['Zeitraum', periodText(facts.month)],
    ['Erstellt', formatMoment(facts.madeAt)],
  ]
  for (const [label = '', value = ''] of lines) {
    write(doc, label, { x: paper.left, y: sheet.y, width: 110, color: colors.mute })
    write(doc, value, { x: paper.left + 115, y: sheet.y, width: 380 })
    sheet.y += 14
  }
  const isRunning = berlinDay(facts.madeAt) < daysOf(facts.month).to
  if (isRunning) {
    write(doc, 'Vorläufig: Der Monat läuft noch.', { x: paper.left, y: sheet.y, width: 495, isBold: true })
    sheet.y += 14
  }
  sheet.y += 12
}

/** Balance at the beginning, what moved it, balance at the end. */
function drawAccount(sheet: Sheet, { sums }: Sums) {
  const { month, openingCents, closingCents } = sheet.facts
  const { from, to } = daysOf(month)
  drawTitle(sheet, 'Ihr Guthaben bei uns', sums.length + 2)
  drawLine(sheet, { label: `Anfangsstand am ${formatDate(from)}`, value: euro(openingCents), isBold: true })
  for (const { word, cents } of sums) drawLine(sheet, { label: word, value: signed(cents) })
  const until = berlinDay(sheet.facts.madeAt) < to ? `am ${formatDate(berlinDay(sheet.facts.madeAt))}` : 'am Monatsende'
  drawLine(sheet, { label: `Endstand ${until}`, value: euro(closingCents), isBold: true })
  sheet.y += 20
}

function drawTitle(sheet: Sheet, title: string, rows: number) {
  makeRoom(sheet, 24 + rows * rowHeight)
  write(sheet.doc, title, { x: paper.left, y: sheet.y, width: 495, size: 12, isBold: true })
  sheet.y += 20
}

function drawLine(sheet: Sheet, { label, value, isBold = false }: { label: string; value: string; isBold?: boolean }) {
  write(sheet.doc, label, { x: paper.left, y: sheet.y, width: 300, isBold })
  write(sheet.doc, value, { x: 350, y: sheet.y, width: 195, isBold, isRight: true })
  sheet.y += rowHeight
  drawRule(sheet)
}

type Column = { head: string; width: number; isRight?: boolean }
type Table = { title: string; none: string; columns: readonly Column[]; rows: readonly string[][]; sum: readonly string[] }

const bookingTable = ({ bookings, ...sums }: Sums): Table => ({
  title: 'Bezahlte und erstattete Buchungen',
  none: 'In diesem Monat wurde nichts bezahlt und nichts erstattet.',
  columns: [
    { head: 'Datum', width: 60 },
    { head: 'Buchung', width: 65 },
    { head: 'Vorgang', width: 106 },
    { head: 'Kundenbetrag', width: 72, isRight: true },
    { head: 'Provision', width: 62, isRight: true },
    { head: 'darin USt.', width: 56, isRight: true },
    { head: 'Ihr Anteil', width: 74, isRight: true },
  ],
  rows: bookings.map((one) => [
    ...firstCells(one, wordOf(one.kind)),
    euro(customerCents(one)),
    euro(one.feeCents),
    euro(one.vatCents),
    euro(one.balanceCents),
  ]),
  sum: ['Summe', '', '', euro(sums.customerCents), euro(sums.feeCents), euro(sums.vatCents), euro(sums.shareCents)],
})

const payoutTable = ({ payouts, payoutCents }: Sums): Table => ({
  title: 'Auszahlungen',
  none: 'In diesem Monat wurde nichts ausgezahlt.',
  columns: [
    { head: 'Datum', width: 60 },
    { head: 'Nummer', width: 65 },
    { head: 'Vorgang', width: 150 },
    { head: 'Anteile', width: 74, isRight: true },
    { head: 'Verrechnet', width: 68, isRight: true },
    { head: 'Betrag', width: 78, isRight: true },
  ],
  rows: payouts.map((one) => [
    ...firstCells(one, one.rail && one.kind === 'payoutStart' ? `${wordOf(one.kind)}, ${payoutRailWords[one.rail]}` : wordOf(one.kind)),
    one.companyAmountCents === null ? '' : euro(one.companyAmountCents),
    one.nettedCents === null ? '' : euro(one.nettedCents),
    signed(one.balanceCents),
  ]),
  sum: ['Summe', '', '', '', '', signed(payoutCents)],
})

const firstCells = (one: Movement, word: string) => [formatDate(berlinDay(one.occurredAt)), numberOf(one), word]

/** A table that goes on over as many pages as it needs, with its head on each. */
async function drawTable(sheet: Sheet, { title, none, columns, rows, sum }: Table) {
  drawTitle(sheet, title, rows.length === 0 ? 1 : 3)
  if (rows.length === 0) {
    write(sheet.doc, none, { x: paper.left, y: sheet.y, width: 495, color: colors.mute })
    sheet.y += rowHeight + 20
    return
  }
  const heads = columns.map(({ head }) => head)
  const drawHead = () => drawRow(sheet, { columns, cells: heads, isBold: true, color: colors.mute })
  drawHead()
  for (const cells of [...rows, sum]) {
    if (makeRoom(sheet, rowHeight)) {
      drawHead()
      // Others want to be answered, too.
      await setImmediate()
    }
    drawRow(sheet, { columns, cells, isBold: cells === sum })
  }
  sheet.y += 20
}

type Row = Pick<Look, 'isBold' | 'color'> & { columns: readonly Column[]; cells: readonly string[] }

function drawRow(sheet: Sheet, { columns, cells, ...look }: Row) {
  let x: number = paper.left
  for (const [place, { width, isRight = false }] of columns.entries()) {
    const text = cells[place] ?? ''
    if (text) write(sheet.doc, text, { ...look, x, y: sheet.y, width: width - (isRight ? 0 : 4), isRight })
    x += width
  }
  sheet.y += rowHeight
  drawRule(sheet)
}

const drawRule = ({ doc, y }: Sheet) =>
  doc
    .moveTo(paper.left, y - 3.5)
    .lineTo(paper.right, y - 3.5)
    .lineWidth(0.5)
    .stroke(colors.line)

/** Our fee as an invoice states it: without tax, the tax, with tax. */
function drawTax(sheet: Sheet, { taxed, feeCents }: Sums) {
  drawTitle(sheet, 'Unsere Provision', taxed.length * 2 + 3)
  for (const { vatBasisPoints, netCents, vatCents } of taxed) {
    drawLine(sheet, { label: 'Provision netto', value: euro(netCents) })
    drawLine(sheet, { label: vatWords(vatBasisPoints), value: euro(vatCents) })
  }
  drawLine(sheet, { label: 'Provision brutto', value: euro(feeCents), isBold: true })
  const note = 'Die Provision ist in den Buchungen oben schon abgezogen. Diese Aufstellung ersetzt keine Rechnung im Sinne des § 14 UStG.'
  sheet.y += 4
  makeRoom(sheet, rowHeight)
  write(sheet.doc, note, { x: paper.left, y: sheet.y, width: 495, size: 8.5, color: colors.mute })
}

/** Turns to a new page unless there is room; answers whether it did. */
function makeRoom(sheet: Sheet, height: number) {
  if (sheet.y + height <= paper.bottom) return false
  sheet.doc.addPage()
  sheet.y = paper.top
  return true
}

/** How many pages there are is known at the end. */
function drawFeet({ doc, facts }: Sheet) {
  const { count } = doc.bufferedPageRange()
  const look = { y: paper.foot, size: 8, color: colors.mute }
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const name = `${statementNumber(facts.companyId, facts.month)} · ${facts.company.name}`
    write(doc, name, { ...look, x: paper.left, width: 400 })
    write(doc, `Seite ${page + 1} von ${count}`, { ...look, x: 455, width: 90, isRight: true })
  }
}

const euro = (cents: Cents) => formatEuro(cents).replace('-', '−')
const signed = (cents: Cents) => (cents > 0 ? `+${euro(cents)}` : euro(cents))
