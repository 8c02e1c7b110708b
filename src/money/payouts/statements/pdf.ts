import { setImmediate } from 'node:timers/promises'
import { berlinDay, formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import {
  drawFacts,
  drawFeet,
  drawLetterhead,
  drawLine,
  drawNote,
  drawRule,
  drawTitle,
  euro,
  makeRoom,
  openPdf,
  type PdfPage as Paper,
  paper,
  rowHeight,
} from '#src/platform/server/pdf/page.ts'
import { colors, type TextStyle, write } from '#src/platform/server/pdf/writer.ts'
import { payoutRailLabels } from '../runs/texts.ts'
import {
  addUp,
  customerCents,
  daysOf,
  type Movement,
  numberOf,
  periodText,
  type StatementFacts,
  statementNumber,
  titleOf,
  vatLabel,
  wordOf,
} from './rules.ts'

type PdfPage = Paper & { facts: StatementFacts }

/** Draws one statement at a time: a month with thousands of bookings needs hundreds of megabytes. */
let turn: Promise<unknown> = Promise.resolve()

/** Draws a statement; returns the PDF. */
export function renderStatement(facts: StatementFacts) {
  const drawn = turn.then(() => draw(facts))
  turn = drawn.catch(() => undefined)
  return drawn
}

async function draw(facts: StatementFacts) {
  const sums = addUp(facts)
  const { company, operator, brandName, month, madeAt } = facts
  const { content, ...opened } = await openPdf({ title: `${titleOf(month)} – ${company.name}`, author: brandName, madeAt })
  const pdfPage = { ...opened, facts }
  drawLetterhead(pdfPage, { brandName, operator, addressee: company })
  drawHead(pdfPage)
  drawAccount(pdfPage, sums)
  await drawTable(pdfPage, bookingTable(sums))
  await drawTable(pdfPage, payoutTable(sums))
  drawTax(pdfPage, sums)
  drawFeet(pdfPage, `${statementNumber(facts.companyId, month)} · ${company.name}`)
  pdfPage.doc.end()
  return content
}

type Sums = ReturnType<typeof addUp>

function drawHead(pdfPage: PdfPage) {
  const { doc, facts } = pdfPage
  drawFacts(pdfPage, titleOf(facts.month), [
    ['Abrechnungsnummer', statementNumber(facts.companyId, facts.month)],
    ['Zeitraum', periodText(facts.month)],
    ['Erstellt', formatMoment(facts.madeAt)],
  ])
  const isRunning = berlinDay(facts.madeAt) < daysOf(facts.month).to
  if (isRunning) {
    write(doc, 'Vorläufig: Der Monat läuft noch.', { x: paper.left, y: pdfPage.y, width: 495, isBold: true })
    pdfPage.y += 14
  }
  pdfPage.y += 12
}

/** Draws the opening balance, the movements and the closing balance. */
function drawAccount(pdfPage: PdfPage, { sums }: Sums) {
  const { month, openingCents, closingCents } = pdfPage.facts
  const { from, to } = daysOf(month)
  drawTitle(pdfPage, 'Ihr Guthaben bei uns', sums.length + 2)
  drawLine(pdfPage, { label: `Anfangsstand am ${formatDate(from)}`, value: euro(openingCents), isBold: true })
  for (const { word, cents } of sums) drawLine(pdfPage, { label: word, value: signed(cents) })
  const until = berlinDay(pdfPage.facts.madeAt) < to ? `am ${formatDate(berlinDay(pdfPage.facts.madeAt))}` : 'am Monatsende'
  drawLine(pdfPage, { label: `Endstand ${until}`, value: euro(closingCents), isBold: true })
  pdfPage.y += 20
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
    ...firstCells(one, one.rail && one.kind === 'payoutStart' ? `${wordOf(one.kind)}, ${payoutRailLabels[one.rail]}` : wordOf(one.kind)),
    one.companyAmountCents === null ? '' : euro(one.companyAmountCents),
    one.nettedCents === null ? '' : euro(one.nettedCents),
    signed(one.balanceCents),
  ]),
  sum: ['Summe', '', '', '', '', signed(payoutCents)],
})

const firstCells = (one: Movement, word: string) => [formatDate(berlinDay(one.occurredAt)), numberOf(one), word]

/** Draws a table over as many pages as it needs, with its head on each. */
async function drawTable(pdfPage: PdfPage, { title, none, columns, rows, sum }: Table) {
  drawTitle(pdfPage, title, rows.length === 0 ? 1 : 3)
  if (rows.length === 0) {
    write(pdfPage.doc, none, { x: paper.left, y: pdfPage.y, width: 495, color: colors.mute })
    pdfPage.y += rowHeight + 20
    return
  }
  const heads = columns.map(({ head }) => head)
  const drawHead = () => drawRow(pdfPage, { columns, cells: heads, isBold: true, color: colors.mute })
  drawHead()
  for (const cells of [...rows, sum]) {
    if (makeRoom(pdfPage, rowHeight)) {
      drawHead()
      // Lets other requests run.
      await setImmediate()
    }
    drawRow(pdfPage, { columns, cells, isBold: cells === sum })
  }
  pdfPage.y += 20
}

type Row = Pick<TextStyle, 'isBold' | 'color'> & { columns: readonly Column[]; cells: readonly string[] }

function drawRow(pdfPage: PdfPage, { columns, cells, ...style }: Row) {
  let x: number = paper.left
  for (const [place, { width, isRight = false }] of columns.entries()) {
    const text = cells[place] ?? ''
    if (text) write(pdfPage.doc, text, { ...style, x, y: pdfPage.y, width: width - (isRight ? 0 : 4), isRight })
    x += width
  }
  pdfPage.y += rowHeight
  drawRule(pdfPage)
}

/** Draws the platform's fee as an invoice states it: net, tax, gross. */
function drawTax(pdfPage: PdfPage, { taxed, feeCents }: Sums) {
  drawTitle(pdfPage, 'Unsere Provision', taxed.length * 2 + 3)
  for (const { vatBasisPoints, netCents, vatCents } of taxed) {
    drawLine(pdfPage, { label: 'Provision netto', value: euro(netCents) })
    drawLine(pdfPage, { label: vatLabel(vatBasisPoints), value: euro(vatCents) })
  }
  drawLine(pdfPage, { label: 'Provision brutto', value: euro(feeCents), isBold: true })
  drawNote(
    pdfPage,
    'Die Provision ist in den Buchungen oben schon abgezogen. Diese Aufstellung ersetzt keine Rechnung im Sinne des § 14 UStG.',
  )
}

const signed = (cents: Cents) => (cents > 0 ? `+${euro(cents)}` : euro(cents))
