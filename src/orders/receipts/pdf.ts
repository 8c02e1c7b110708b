import { type Bought, boughtLines } from '#src/orders/bookings/bought.ts'
import { formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { oneLine, shortId } from '#src/platform/kit/text.ts'
import {
  drawFacts,
  drawFeet,
  drawLetterhead,
  drawLine,
  drawNote,
  drawTitle,
  euro,
  openPdf,
  operatorParty,
  partyOf,
} from '#src/platform/server/pdf/page.ts'
import type { Operator } from '#src/platform/server/settings.ts'
import { receiptTitle } from './rules.ts'

type Booking = {
  id: string
  serviceTitle: string
  bookingDate: string
  bookingTime: string
  customerName: string
  customerEmail: string
  companyName: string
  legalForm: string | null
  companyLocation: string
  amountCents: Cents
  refundedCents: Cents
  items: Bought
  /** Price of a job whose booking charges only the deposit. */
  planCents: Cents | undefined
  agreedWith: string | null
  paidAt: Date
}
type ReceiptFacts = { brandName: string; operator: Operator; booking: Booking; madeAt: Date }

/** Draws a receipt and returns the PDF. */
export async function renderReceipt({ brandName, operator, booking, madeAt }: ReceiptFacts) {
  const { amountCents, refundedCents } = booking
  const title = `${receiptTitle} ${shortId(booking.id)}`
  const { content, ...pdfPage } = await openPdf({ title, author: brandName, madeAt })
  const addressee = partyOf(booking.customerName, booking.customerEmail)
  drawLetterhead(pdfPage, { brandName, operator: operatorParty(operator), addressee })
  drawFacts(pdfPage, receiptTitle, [
    ['Buchungsnummer', shortId(booking.id)],
    ['Leistung', booking.serviceTitle],
    ['Termin', `${formatLongDate(booking.bookingDate)}, ${formatTime(booking.bookingTime)}`],
    ...(booking.agreedWith === null ? [] : [['Preis vereinbart mit', oneLine(booking.agreedWith)] satisfies [string, string]]),
    ['Anbieter', oneLine([[booking.companyName, booking.legalForm].filter(Boolean).join(' '), booking.companyLocation].join(', '))],
    ['Bezahlt', formatMoment(booking.paidAt)],
    ['Erstellt', formatMoment(madeAt)],
  ])
  pdfPage.y += 12
  drawTitle(pdfPage, 'Ihre Zahlung', 3)
  for (const { label, totalCents } of boughtLines(booking.items)) drawLine(pdfPage, { label: oneLine(label), value: euro(totalCents) })
  if (booking.planCents !== undefined) drawLine(pdfPage, { label: 'Gesamtpreis', value: euro(booking.planCents) })
  drawLine(pdfPage, {
    label: booking.planCents === undefined ? 'Gezahlter Betrag' : 'Gezahlte Anzahlung',
    value: euro(amountCents),
    isBold: refundedCents === 0,
  })
  if (refundedCents > 0) {
    drawLine(pdfPage, { label: 'Erstattet', value: euro(-refundedCents) })
    drawLine(pdfPage, { label: 'Verbleibender Betrag', value: euro(amountCents - refundedCents), isBold: true })
  }
  drawNote(pdfPage, noteOf(brandName))
  drawFeet(pdfPage, title)
  pdfPage.doc.end()
  return content
}

const noteOf = (brandName: string) =>
  `Dieser Beleg bestätigt, was über ${brandName} bezahlt und erstattet wurde. Er ist keine Rechnung im Sinne des § 14 UStG. ` +
  'Ihr Vertrag besteht mit dem Anbieter; er stellt Ihnen auf Wunsch die Rechnung aus.'
