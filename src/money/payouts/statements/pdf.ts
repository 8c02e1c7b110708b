import { setImmediate } from 'node:timers/promises'
import { berlinDay, formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { colors, type TextStyle, write } from '#src/platform/server/pdf/pen.ts'
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
  openSheet,
  type Sheet as Paper,
  paper,
  rowHeight,
} from '#src/platform/server/pdf/sheet.ts'
import { payoutRailWords } from '../runs/texts.ts'
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
  vatWords,
  wordOf,
} from './rules.ts'

type Sheet = Paper & { facts: StatementFacts }

/** Draws one statement at a time: a month with thousands of bookings needs hundreds of megabytes. */
let turn: Promise<unknown> = Promise.resolve()

/** Draws a statement; returns the PDF. */
export function drawStatement(facts: StatementFacts) {
  const drawn = turn.then(() => draw(facts))
  turn = drawn.catch(() => undefined)
  return drawn
}

async function draw(facts: StatementFacts) {
  const sums = addUp(facts)
  const { company, operator, brandName, month, madeAt } = facts
  const { content, ...opened } = await openSheet({ title: `${titleOf(month)} – ${company.name}`, author: brandName, madeAt })
  const sheet = { ...opened, facts }
  drawLetterhead(sheet, { brandName, operator, addressee: company })
  drawHead(sheet)
  drawAccount(sheet, sums)
  await drawTable(sheet, bookingTable(sums))
  await drawTable(sheet, payoutTable(sums))
  drawTax(sheet, sums)
  drawFeet(sheet, `${statementNumber(facts.companyId, month)} · ${company.name}`)
  sheet.doc.end()
  return content
}

type Sums = ReturnType<typeof addUp>

function drawHead(sheet: Sheet) {
  const { doc, facts } = sheet
  drawFacts(sheet, titleOf(facts.month), [
    ['Abrechnungsnummer', statementNumber(facts.companyId, facts.month)],
    ['Zeitraum', periodText(facts.month)],
    ['Erstellt', formatMoment(facts.madeAt)],
  ])
  const isRunning = berlinDay(facts.madeAt) < daysOf(facts.month).to
  if (isRunning) {
    write(doc, 'Vorläufig: Der Monat läuft noch.', { x: paper.left, y: sheet.y, width: 495, isBold: true })
    sheet.y += 14
  }
  sheet.y += 12
}

/** Draws the opening balance, the movements and the closing balance. */
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

/** Draws a table over as many pages as it needs, with its head on each. */
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
      // Lets other requests run.
      await setImmediate()
    }
    drawRow(sheet, { columns, cells, isBold: cells === sum })
  }
  sheet.y += 20
}

type Row = Pick<TextStyle, 'isBold' | 'color'> & { columns: readonly Column[]; cells: readonly string[] }

function drawRow(sheet: Sheet, { columns, cells, ...style }: Row) {
  let x: number = paper.left
  for (const [place, { width, isRight = false }] of columns.entries()) {
    const text = cells[place] ?? ''
    if (text) write(sheet.doc, text, { ...style, x, y: sheet.y, width: width - (isRight ? 0 : 4), isRight })
    x += width
  }
  sheet.y += rowHeight
  drawRule(sheet)
}

/** Draws the platform's fee as an invoice states it: net, tax, gross. */
function drawTax(sheet: Sheet, { taxed, feeCents }: Sums) {
  drawTitle(sheet, 'Unsere Provision', taxed.length * 2 + 3)
  for (const { vatBasisPoints, netCents, vatCents } of taxed) {
    drawLine(sheet, { label: 'Provision netto', value: euro(netCents) })
    drawLine(sheet, { label: vatWords(vatBasisPoints), value: euro(vatCents) })
  }
  drawLine(sheet, { label: 'Provision brutto', value: euro(feeCents), isBold: true })
  drawNote(
    sheet,
    'Die Provision ist in den Buchungen oben schon abgezogen. Diese Aufstellung ersetzt keine Rechnung im Sinne des § 14 UStG.',
  )
}

const signed = (cents: Cents) => (cents > 0 ? `+${euro(cents)}` : euro(cents))
