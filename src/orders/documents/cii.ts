import type { Cents } from '#src/platform/kit/money.ts'
import type { DocumentLine, DocumentParty, NumberedFacts, TaxGroup } from './facts.ts'

/** Guideline that the XML declares: Factur-X for the file inside a PDF, XRechnung for the file that public authorities require. */
export type XmlProfile = 'facturx' | 'xrechnung'

const guidelines = {
  facturx: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
} as const
const businessProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** Writes a document as UN/CEFACT CII XML, elements in the order of the schema. Deterministic: equal facts give equal bytes. */
export const writeCii = (facts: NumberedFacts, profile: XmlProfile) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'rsm:CrossIndustryInvoice',
    namespaces,
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:BusinessProcessSpecifiedDocumentContextParameter', text('ram:ID', businessProcess)),
      element('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', guidelines[profile])),
    ),
    element(
      'rsm:ExchangedDocument',
      text('ram:ID', facts.number),
      text('ram:TypeCode', facts.typeCode),
      element('ram:IssueDateTime', day('udt', facts.issuedOn)),
      ...facts.notes.map((note) => element('ram:IncludedNote', text('ram:Content', note))),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      ...facts.lines.map((line, place) => lineOf(line, place + 1)),
      agreementOf(facts),
      element(
        'ram:ApplicableHeaderTradeDelivery',
        element('ram:ActualDeliverySupplyChainEvent', element('ram:OccurrenceDateTime', day('udt', facts.supplyTo))),
      ),
      settlementOf(facts),
    ),
  )}\n`

/** A negative line has a negative quantity, because a price must not be negative (BR-27). */
function lineOf({ text: name, netCents, taxBasisPoints, category }: DocumentLine, position: number) {
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', text('ram:LineID', String(position))),
    element('ram:SpecifiedTradeProduct', text('ram:Name', name)),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element('ram:NetPriceProductTradePrice', text('ram:ChargeAmount', amount(Math.abs(netCents)))),
    ),
    element('ram:SpecifiedLineTradeDelivery', text('ram:BilledQuantity', netCents < 0 ? '-1' : '1', 'unitCode="C62"')),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element('ram:ApplicableTradeTax', text('ram:TypeCode', 'VAT'), text('ram:CategoryCode', category), rate(taxBasisPoints)),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', text('ram:LineTotalAmount', amount(netCents))),
    ),
  )
}

const agreementOf = ({ buyerReference, seller, buyer }: NumberedFacts) =>
  element(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', buyerReference ?? '-'),
    element('ram:SellerTradeParty', partyOf(seller, { isSeller: true })),
    element('ram:BuyerTradeParty', partyOf(buyer, { isSeller: false })),
  )

/** The profile allows only one tax number for a buyer. */
const partyOf = (party: DocumentParty, { isSeller }: { isSeller: boolean }) =>
  [
    text('ram:ID', party.id),
    text('ram:Name', party.name),
    isSeller || party.contactName || party.phone ? contactOf(party) : '',
    element(
      'ram:PostalTradeAddress',
      optional('ram:PostcodeCode', party.postcode),
      optional('ram:LineOne', party.street),
      optional('ram:CityName', party.town),
      text('ram:CountryID', party.country),
    ),
    party.email ? element('ram:URIUniversalCommunication', text('ram:URIID', party.email, 'schemeID="EM"')) : '',
    party.vatId ? element('ram:SpecifiedTaxRegistration', text('ram:ID', party.vatId, 'schemeID="VA"')) : '',
    isSeller && party.taxNumber ? element('ram:SpecifiedTaxRegistration', text('ram:ID', party.taxNumber, 'schemeID="FC"')) : '',
  ].join('')

const contactOf = ({ contactName, phone, email }: DocumentParty) =>
  element(
    'ram:DefinedTradeContact',
    optional('ram:PersonName', contactName),
    phone ? element('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', phone)) : '',
    email ? element('ram:EmailURIUniversalCommunication', text('ram:URIID', email)) : '',
  )

const settlementOf = (facts: NumberedFacts) =>
  element(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:InvoiceCurrencyCode', 'EUR'),
    element('ram:SpecifiedTradeSettlementPaymentMeans', text('ram:TypeCode', facts.paymentCode)),
    ...facts.groups.map(groupOf),
    element(
      'ram:BillingSpecifiedPeriod',
      element('ram:StartDateTime', day('udt', facts.supplyFrom)),
      element('ram:EndDateTime', day('udt', facts.supplyTo)),
    ),
    facts.terms ? element('ram:SpecifiedTradePaymentTerms', text('ram:Description', facts.terms)) : '',
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      text('ram:LineTotalAmount', amount(facts.lines.reduce((sum, { netCents }) => sum + netCents, 0))),
      text('ram:TaxBasisTotalAmount', amount(facts.netCents)),
      text('ram:TaxTotalAmount', amount(facts.taxCents), 'currencyID="EUR"'),
      text('ram:GrandTotalAmount', amount(facts.grossCents)),
      text('ram:TotalPrepaidAmount', amount(facts.grossCents)),
      text('ram:DuePayableAmount', amount(0)),
    ),
    facts.corrects
      ? element(
          'ram:InvoiceReferencedDocument',
          text('ram:IssuerAssignedID', facts.corrects.number),
          element('ram:FormattedIssueDateTime', day('qdt', facts.corrects.issuedOn)),
        )
      : '',
  )

const groupOf = ({ taxCents, reason, netCents, category, taxBasisPoints }: TaxGroup) =>
  element(
    'ram:ApplicableTradeTax',
    text('ram:CalculatedAmount', amount(taxCents)),
    text('ram:TypeCode', 'VAT'),
    reason === null ? '' : text('ram:ExemptionReason', reason),
    text('ram:BasisAmount', amount(netCents)),
    text('ram:CategoryCode', category),
    category === 'AE' ? text('ram:ExemptionReasonCode', 'VATEX-EU-AE') : '',
    rate(taxBasisPoints),
  )

const namespaces =
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" ' +
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" ' +
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" ' +
  'xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"'

/** Builds an XML element; a first part beginning with `xmlns:` is its attributes. */
const element = (name: string, ...parts: string[]) => {
  const [first = ''] = parts
  const attributes = first.startsWith('xmlns:') ? ` ${first}` : ''
  return `<${name}${attributes}>${(attributes ? parts.slice(1) : parts).join('')}</${name}>`
}
const text = (name: string, value: string, attributes = '') => `<${name}${attributes && ` ${attributes}`}>${escaped(value)}</${name}>`
const optional = (name: string, value: string) => (value ? text(name, value) : '')
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const day = (prefix: 'udt' | 'qdt', date: string) => text(`${prefix}:DateTimeString`, date.replaceAll('-', ''), 'format="102"')
const rate = (basisPoints: number) => text('ram:RateApplicablePercent', amount(basisPoints))

/** Formats cents as '-12.30', without floating-point arithmetic. */
export function amount(cents: Cents) {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
