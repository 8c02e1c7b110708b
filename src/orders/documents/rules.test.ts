import { expect, test } from 'vitest'
import { readAddress } from '#src/platform/kit/typed.ts'
import { openSchema } from '../../../tests/facturX.ts'
import { documentCases, mutant, randomDocument } from '../../../tests/randomDocuments.ts'
import { amount, writeCii } from './cii.ts'
import { errorsOf, isStricter } from './issuing.ts'
import { documentNumber, readDocumentNumbers } from './numbers.ts'
import { taxedLines, taxInside } from './taxes.ts'

const each = 70

test(`${documentCases.length * each} documents over all cases keep our own rules, and their XML in both profiles the schema`, () => {
  const check = openSchema()
  for (const what of documentCases) {
    for (let seed = 0; seed < each; seed++) {
      const facts = randomDocument(what, seed)
      expect([what, seed, errorsOf(facts)]).toEqual([what, seed, []])
      for (const profile of ['facturx', 'xrechnung'] as const)
        expect([what, seed, check(writeCii(facts, profile))]).toEqual([what, seed, []])
    }
  }
  expect(
    check(writeCii(randomDocument('19 %', 1), 'facturx').replace(/<ram:InvoiceCurrencyCode>.*?<\/ram:InvoiceCurrencyCode>/, '')),
  ).not.toEqual([])
})

test('net is rounded once, tax is the rest, by magnitude, and lines add up to their group', () => {
  for (let cents = 0; cents <= 30_000; cents++) {
    for (const basisPoints of [700, 1_900]) {
      const net = Math.round((cents * 10_000) / (10_000 + basisPoints))
      expect(taxInside(cents, basisPoints)).toBe(cents - net)
      expect(taxInside(0 - cents, basisPoints)).toBe(net - cents)
    }
  }
  const line = { text: 'Provision', tax: { case: 'regular', basisPoints: 1_900 }, care: 'other' } as const
  const many = taxedLines(Array.from({ length: 1_000 }, () => ({ ...line, grossCents: 414 })))
  // Rounded fee by fee it would be 660,00 € of tax.
  expect([many.grossCents, many.netCents, many.taxCents]).toEqual([414_000, 347_899, 66_101])
  expect(many.lines.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(347_899)
})

test('the mutants that only our stricter rules see are few, and none is written as if it were right', () => {
  let refused = 0
  for (let seed = 0; seed < 500; seed++) {
    const { facts, fault } = mutant(seed)
    if (errorsOf(facts).length > 0) refused += 1
    if (['no lines', 'no day', 'gross of all', 'no name of the buyer'].includes(fault)) {
      expect(errorsOf(facts).filter((rule) => !isStricter(rule))).not.toEqual([])
    }
  }
  expect(refused).toBeGreaterThan(350)
})

test('less than nothing is a correction; without its original only where a fee is reduced', () => {
  const month = randomDocument('first negative month', 1)
  expect(errorsOf({ ...month, typeCode: '380' })).toEqual(['law: no negative invoice'])
  expect(errorsOf({ ...month, paymentCode: '68' })).toEqual(['law: original of a correction'])
  expect(errorsOf({ ...randomDocument('partial refund', 1), corrects: null })).toEqual(['law: original of a correction'])
})

test('numbers, amounts and addresses as people and programs read them', () => {
  expect(documentNumber({ prefix: null, kind: 'invoice', year: 2026, position: 42 })).toBe('RE-2026-000042')
  expect(documentNumber({ prefix: null, kind: 'correction', year: 2026, position: 3 })).toBe('RK-2026-000003')
  expect(documentNumber({ prefix: 'P7K2', kind: 'invoice', year: 2026, position: 17 })).toBe('P7K2-2026-00017')
  expect(documentNumber({ prefix: 'P7K2', kind: 'correction', year: 2026, position: 3 })).toBe('P7K2-K-2026-00003')
  expect(readDocumentNumbers('subject=Rechnung P7K2A-2026-00017 von M, RK-2026-000003; P7K2A-K-2026-00002 (XRE-2026-000009)')).toEqual([
    { prefix: 'P7K2A', kind: 'invoice', year: 2026, position: 17 },
    { prefix: null, kind: 'correction', year: 2026, position: 3 },
    { prefix: 'P7K2A', kind: 'correction', year: 2026, position: 2 },
  ])
  expect([0, 5, -5, 1_230, -123_456].map(amount)).toEqual(['0.00', '0.05', '-0.05', '12.30', '-1234.56'])
  expect(readAddress('Große Straße 3, 20457 Hamburg')).toEqual({ street: 'Große Straße 3', postcode: '20457', town: 'Hamburg' })
  expect(readAddress('Hof 2\nHinterhaus\nD-01067 Dresden\nDeutschland')).toEqual({
    street: 'Hof 2, Hinterhaus',
    postcode: '01067',
    town: 'Dresden',
  })
  expect(readAddress('Hamburg')).toEqual({ street: '', postcode: '', town: '' })
})
