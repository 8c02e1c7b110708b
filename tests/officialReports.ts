import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { reportedOf } from '#src/money/taxes/figures.ts'
import { type Report, type ReportedSeller, writeDpi } from '#src/money/taxes/report/xml.ts'

/**
 * Validates tax reports by the official XSD in `rules`: new data with a thousand sellers, corrections, a cancellation, an empty report,
 * and some that must be refused. Returns whether all results are as expected.
 */
export function checkReports(rules: string) {
  xmlRegisterFsInputProviders()
  const path = join(rules, 'dpi-1.0', 'DPIXML_v1.0.xsd')
  const schema = XmlDocument.fromBuffer(readFileSync(path), { url: path, option: ParseOption.XML_PARSE_NONET })
  const validator = XsdValidator.fromDoc(schema)
  const faultOf = (xml: string) => {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
      return undefined
    } catch (error) {
      return String(error).slice(0, 300)
    } finally {
      document.dispose()
    }
  }
  const many = Array.from({ length: 1_000 }, (_none, index) => sellerOf(index, 'OECD1'))
  const good: [string, string][] = [
    ['new data', writeDpi(reportOf('DPI401', many))],
    ['corrections', writeDpi(reportOf('DPI402', [sellerOf(1, 'OECD2'), sellerOf(2, 'OECD3')]))],
    ['nothing to report', writeDpi(reportOf('DPI403', []))],
  ]
  const one = writeDpi(reportOf('DPI401', [sellerOf(0, 'OECD1')]))
  const seeded: [string, string][] = [
    ['an amount with decimals', one.replace(/(ConsQ1 currCode="EUR">\d+)/, '$1.50')],
    ['no birth date', one.replace(/<dpi:BirthDate>[^<]*<\/dpi:BirthDate>/, '')],
    ['no tax id', one.replace(/<dpi:TIN issuedBy="DE">\d{11}<\/dpi:TIN>/, '')],
    ['an unknown kind of document', one.replace('OECD1<', 'OECD9<')],
  ]
  const faults = [
    ...good.flatMap(([name, xml]) => (faultOf(xml) === undefined ? [] : [`${name}: ${faultOf(xml)}`])),
    ...seeded.flatMap(([name, xml]) => (xml !== one && faultOf(xml) !== undefined ? [] : [`${name} is not refused`])),
  ]
  console.log(`PStTG report, DPI 1.0 (XSD): ${good.length + seeded.length} files, ${faults.length} faults`)
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

const reportOf = (indic: Report['indic'], sellers: readonly ReportedSeller[]): Report => ({
  year: 2026,
  indic,
  messageRefId: `DE2026DE-PROBE-${indic}`,
  writtenAt: new Date('2027-01-20T08:00:00Z'),
  operator: {
    name: 'Marktplatz & Söhne GmbH',
    address: 'Kai 1\n20457 Hamburg',
    taxId: 'DE136695976',
    vatId: 'DE136695976',
    docRefId: 'DE2026DE-PROBE-O',
    docTypeIndic: indic === 'DPI402' ? 'OECD0' : 'OECD1',
    brandName: 'Handschlag',
  },
  sellers,
})

function sellerOf(index: number, docTypeIndic: ReportedSeller['docTypeIndic']): ReportedSeller {
  const address = { street: 'Müllerstraße 1 <Hof>', postcode: '22767', town: 'Hamburg' }
  const isPerson = index % 2 === 0
  return {
    companyId: String(index),
    docRefId: `DE2026DE-PROBE-S${index}-${docTypeIndic}`,
    correctsRef: docTypeIndic === 'OECD1' ? null : `DE2026DE-PROBE-S${index}-OECD1`,
    docTypeIndic,
    account: index % 3 === 0 ? null : { iban: 'DE89370400440532013000', holder: 'Ayşe Demir' },
    quarters: reportedOf(docTypeIndic === 'OECD3' ? [] : [{ quarter: 2, shareCents: 133_86 + index, activities: 1, feeCents: 4_14 }]),
    party: isPerson
      ? {
          kind: 'person',
          firstName: 'Ayşe',
          lastName: 'Demir',
          birthDate: '1980-12-24',
          birthPlace: index % 4 === 0 ? 'İzmir' : null,
          taxId: '86095742719',
          vatId: null,
          address,
        }
      : { kind: 'entity', name: 'Glanz & Co. GmbH', taxNumber: '22/815/08156', registerNumber: 'HRB 1', vatId: 'DE136695976', address },
  }
}
