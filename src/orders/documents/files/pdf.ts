import { formatDate } from '#src/platform/kit/dates.ts'
import { formatRate } from '#src/platform/kit/money.ts'
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
  type Party,
  type PdfPage,
  paper,
  rowHeight,
} from '#src/platform/server/pdf/page.ts'
import { colors, wrap, write } from '#src/platform/server/pdf/writer.ts'
import { type DocumentKind, type DocumentParty, isInCompanyName, type NumberedFacts } from '../facts.ts'
import { attachedName, documentWord } from './rules.ts'

type Rendered = {
  brandName: string
  kind: DocumentKind
  isCancellation: boolean
  facts: NumberedFacts
  xml: string
  /** List of the bookings behind the lines. */
  csv: string | null
  madeAt: Date
}

/** Draws a document as PDF/A-3a with its XML embedded. Deterministic: equal facts give equal bytes. Returns the PDF. */
export async function renderDocumentPdf({ brandName, facts, xml, csv, madeAt, ...what }: Rendered) {
  const word = documentWord(what)
  const { content, ...pdfPage } = await openPdf({ title: `${word} ${facts.number}`, madeAt, isArchived: true })
  // A company's documents carry its name, not the platform's.
  const letterhead = isInCompanyName(what.kind) ? null : brandName
  drawLetterhead(pdfPage, { brandName: letterhead, operator: sellerOf(facts.seller), addressee: addressOf(facts.buyer) })
  drawHead(pdfPage, { word, facts })
  drawLines(pdfPage, facts)
  drawSums(pdfPage, facts)
  for (const note of [facts.terms, ...facts.notes]) if (note) drawNote(pdfPage, note)
  drawFeet(pdfPage, `${word} ${facts.number} · ${facts.seller.name}`)
  attach(pdfPage, { xml, csv, madeAt })
  pdfPage.doc.end()
  return content
}

const addressOf = ({ name, street, postcode, town, country }: DocumentParty): Party => ({
  name,
  lines: [street, [postcode, town].filter(Boolean).join(' '), country === 'DE' ? '' : country].filter((line) => line !== ''),
})

const sellerOf = (seller: DocumentParty): Party => {
  const { name, lines } = addressOf(seller)
  const numbers = [seller.vatId && `USt-IdNr. ${seller.vatId}`, seller.taxNumber && `Steuernummer ${seller.taxNumber}`]
  return { name, lines: [...lines, seller.email, seller.phone, ...numbers].filter((line): line is string => Boolean(line)) }
}

function drawHead(pdfPage: PdfPage, { word, facts }: { word: string; facts: NumberedFacts }) {
  const { supplyFrom, supplyTo, buyer, corrects } = facts
  drawFacts(pdfPage, `${word} ${facts.number}`, [
    ['Nummer', facts.number],
    ['Datum', formatDate(facts.issuedOn)],
    ['Leistung', supplyFrom === supplyTo ? formatDate(supplyFrom) : `${formatDate(supplyFrom)} – ${formatDate(supplyTo)}`],
    ...(corrects ? [['Zu Rechnung', `${corrects.number} vom ${formatDate(corrects.issuedOn)}`] satisfies [string, string]] : []),
    ...(buyer.vatId ? [['Ihre USt-IdNr.', buyer.vatId] satisfies [string, string]] : []),
    ['Ihr Zeichen', facts.buyerReference ?? buyer.id],
  ])
  pdfPage.y += 14
}

/** Draws the supplied items: net amount and rate; long texts wrap. */
function drawLines(pdfPage: PdfPage, { lines }: NumberedFacts) {
  drawTitle(pdfPage, 'Leistungen', 3)
  const cells = { size: 9 } as const
  const head = { ...cells, isBold: true, color: colors.mute }
  write(pdfPage.doc, 'Bezeichnung', { ...head, x: paper.left, y: pdfPage.y, width: 330 })
  write(pdfPage.doc, 'USt.', { ...head, x: 390, y: pdfPage.y, width: 50, isRight: true })
  write(pdfPage.doc, 'Netto', { ...head, x: 445, y: pdfPage.y, width: 100, isRight: true })
  pdfPage.y += rowHeight
  drawRule(pdfPage)
  for (const { text, netCents, taxBasisPoints } of lines) {
    const words = wrap(pdfPage.doc, text, { ...cells, width: 330 })
    makeRoom(pdfPage, words.length * 12 + 4)
    write(pdfPage.doc, formatRate(taxBasisPoints), { ...cells, x: 390, y: pdfPage.y, width: 50, isRight: true })
    write(pdfPage.doc, euro(netCents), { ...cells, x: 445, y: pdfPage.y, width: 100, isRight: true })
    for (const [row, line] of words.entries()) write(pdfPage.doc, line, { ...cells, x: paper.left, y: pdfPage.y + row * 12, width: 330 })
    pdfPage.y += words.length * 12 + 4
    drawRule(pdfPage)
  }
  pdfPage.y += 14
}

function drawSums(pdfPage: PdfPage, { groups, netCents, grossCents }: NumberedFacts) {
  drawTitle(pdfPage, 'Summe', groups.length + 2)
  drawLine(pdfPage, { label: 'Netto', value: euro(netCents) })
  for (const { taxBasisPoints, netCents: base, taxCents, category } of groups) {
    if (category === 'S')
      drawLine(pdfPage, { label: `Umsatzsteuer ${formatRate(taxBasisPoints)} auf ${euro(base)}`, value: euro(taxCents) })
  }
  drawLine(pdfPage, { label: 'Gesamtbetrag', value: euro(grossCents), isBold: true })
  for (const { reason } of groups) if (reason) drawNote(pdfPage, reason)
}

/** Embeds the XML, an alternative to the pages, and the list of bookings, a supplement. The relationships declare that to programs. */
function attach({ doc }: PdfPage, { xml, csv, madeAt }: { xml: string; csv: string | null; madeAt: Date }) {
  const dates = { creationDate: madeAt, modifiedDate: madeAt }
  // The library's types lack `relationship`.
  const invoice = { name: attachedName, type: 'text/xml', relationship: 'Alternative', description: 'Rechnung als XML', ...dates }
  doc.file(Buffer.from(xml), invoice)
  const bookings = { name: 'buchungen.csv', type: 'text/csv', relationship: 'Supplement', description: 'Buchungen', ...dates }
  if (csv !== null) doc.file(Buffer.from(csv), bookings)
  doc.appendXML(metadata)
}

const property = (name: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
  `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${name}</pdfaProperty:description></rdf:li>`

const metadata = `
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${attachedName}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'].map(property).join('')}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`
