import type { ReportedQuarter } from '../figures.ts'

/** Seller in the report. */
export type ReportedSeller = {
  companyId: string
  docRefId: string
  correctsRef: string | null
  /** New, corrected, or cancelled. */
  docTypeIndic: 'OECD1' | 'OECD2' | 'OECD3'
  party: Person | Entity
  account: { iban: string; holder: string } | null
  quarters: readonly ReportedQuarter[]
}
type Address = { street: string; postcode: string; town: string }
type Person = {
  kind: 'person'
  firstName: string
  lastName: string
  birthDate: string
  birthPlace: string | null
  taxId: string
  vatId: string | null
  address: Address
}
type Entity = {
  kind: 'entity'
  name: string
  taxNumber: string
  registerNumber: string | null
  vatId: string | null
  address: Address
}

export type Report = {
  year: number
  indic: 'DPI401' | 'DPI402' | 'DPI403'
  messageRefId: string
  writtenAt: Date
  operator: {
    name: string
    address: string
    taxId: string
    vatId: string | null
    docRefId: string
    /** With corrections the operator's own data are repeated unchanged (OECD0). */
    docTypeIndic: 'OECD0' | 'OECD1'
    brandName: string
  }
  sellers: readonly ReportedSeller[]
}

/** Maximum length of a text in the report. */
const longest = 200

const escaped = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML refuses them
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

type Node = string | readonly Node[] | null
const text = (node: Node): string => (node === null ? '' : typeof node === 'string' ? node : node.map(text).join(''))
const put = (name: string, content: Node, attributes = '') => `<${name}${attributes ? ` ${attributes}` : ''}>${text(content)}</${name}>`
const line = (name: string, value: string, attributes = '') => put(name, escaped(value.trim().slice(0, longest)), attributes)
const optional = (name: string, value: string | null) => (value ? line(name, value) : null)

/** Writes the report as DPI 1.0 XML: elements in the order of its schema, amounts in whole euros. The tax office's envelope is separate. */
export function writeDpi(report: Report) {
  const body = put('dpi:DPIBody', [operatorOf(report), ...report.sellers.map(sellerOf)])
  const attributes =
    'xmlns:dpi="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1" xmlns:iso="urn:oecd:ties:isodpitypes:v1" version="1.0"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${put('dpi:DPI_OECD', [headOf(report), body], attributes)}\n`
}

const headOf = ({ indic, messageRefId, year, writtenAt }: Report) =>
  put('dpi:MessageSpec', [
    line('dpi:TransmittingCountry', 'DE'),
    line('dpi:ReceivingCountry', 'DE'),
    line('dpi:MessageType', 'DPI'),
    line('dpi:MessageRefId', messageRefId),
    line('dpi:MessageTypeIndic', indic),
    line('dpi:ReportingPeriod', `${year}-12-31`),
    line('dpi:Timestamp', writtenAt.toISOString()),
  ])

const operatorOf = ({ operator }: Report) =>
  put('dpi:PlatformOperator', [
    line('dpi:ResCountryCode', 'DE'),
    line('dpi:TIN', operator.taxId, 'issuedBy="DE"'),
    optional('dpi:VAT', operator.vatId),
    line('dpi:Name', operator.name),
    line('dpi:PlatformBusinessName', operator.brandName),
    put('dpi:Address', [line('dpi:CountryCode', 'DE'), line('dpi:AddressFree', operator.address)], 'legalAddressType="OECD304"'),
    line('dpi:Nexus', 'RPONEX1'),
    line('dpi:AssumedReporting', 'false'),
    docSpec(operator.docTypeIndic, operator.docRefId, null),
  ])

const docSpec = (indic: string, ref: string, corrects: string | null) =>
  put('dpi:DocSpec', [line('stf:DocTypeIndic', indic), line('stf:DocRefId', ref), optional('stf:CorrDocRefId', corrects)])

const sellerOf = (seller: ReportedSeller) =>
  put('dpi:ReportableSeller', [
    put('dpi:Identity', seller.party.kind === 'person' ? personOf(seller, seller.party) : entityOf(seller, seller.party)),
    put('dpi:RelevantActivities', put('dpi:PersonalServices', activitiesOf(seller.quarters))),
    docSpec(seller.docTypeIndic, seller.docRefId, seller.correctsRef),
  ])

const addressOf = ({ street, postcode, town }: Address, type: string) =>
  put(
    'dpi:Address',
    [
      line('dpi:CountryCode', 'DE'),
      put('dpi:AddressFix', [line('dpi:Street', street), line('dpi:PostCode', postcode), line('dpi:City', town)]),
    ],
    `legalAddressType="${type}"`,
  )

const accountOf = ({ account }: ReportedSeller) =>
  account === null
    ? null
    : put('dpi:FinancialIdentifier', [
        line('dpi:Identifier', account.iban, 'AccountNumberType="IBAN"'),
        line('dpi:AccountHolderName', account.holder),
      ])

const personOf = (seller: ReportedSeller, party: Person) =>
  put(
    'dpi:IndividualSeller',
    put('dpi:Standard', [
      put('dpi:IndSellerID', [
        line('dpi:ResCountryCode', 'DE'),
        line('dpi:TIN', party.taxId, 'issuedBy="DE"'),
        optional('dpi:VAT', party.vatId),
        put('dpi:Name', [line('dpi:FirstName', party.firstName), line('dpi:LastName', party.lastName)]),
        addressOf(party.address, 'OECD302'),
        put('dpi:BirthInfo', [
          line('dpi:BirthDate', party.birthDate),
          party.birthPlace === null
            ? null
            : put('dpi:BirthPlace', [line('dpi:City', party.birthPlace), put('dpi:CountryInfo', line('dpi:CountryCode', 'DE'))]),
        ]),
      ]),
      accountOf(seller),
    ]),
  )

const entityOf = (seller: ReportedSeller, party: Entity) =>
  put(
    'dpi:EntitySeller',
    put('dpi:Standard', [
      put('dpi:EntSellerID', [
        line('dpi:ResCountryCode', 'DE'),
        line('dpi:TIN', party.taxNumber, 'issuedBy="DE"'),
        party.registerNumber === null ? null : line('dpi:IN', party.registerNumber, 'issuedBy="DE" INType="BRN"'),
        optional('dpi:VAT', party.vatId),
        line('dpi:Name', party.name),
        addressOf(party.address, 'OECD304'),
      ]),
      accountOf(seller),
    ]),
  )

const euros = 'currCode="EUR"'
const reportedFigures = [
  ['dpi:Consideration', 'dpi:ConsQ', 'consideration', euros],
  ['dpi:NumberOfActivities', 'dpi:NumbQ', 'activities', ''],
  ['dpi:Fees', 'dpi:FeesQ', 'fees', euros],
  ['dpi:Taxes', 'dpi:TaxQ', 'taxes', euros],
] as const

const activitiesOf = (quarters: readonly ReportedQuarter[]) =>
  reportedFigures.map(([group, name, figure, attributes]) => {
    const lines = quarters.map((one) => line(`${name}${one.quarter}`, String(one[figure]), attributes))
    return put(group, lines)
  })
