import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOfEuros, firstEuroIn, formatEuro, formatEuroShort, formatRate, parseEuro, priceText, shareOf, vatInside } from './money.ts'

/** Intl puts a no-break space before € and %. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  ['34,50', 3_450],
  ['34.50', 3_450],
  ['34,5', 3_450],
  ['12.5', 1_250],
  ['1.234,50', 123_450],
  ['1.234', 123_400],
  ['10.000', 1_000_000],
  ['34', 3_400],
  [' 34,50 € ', 3_450],
  ['34,50 EUR', 3_450],
  ['45 Euro', 4_500],
  ['45,-', 4_500],
  ['1.200,– €', 120_000],
  ['0,01', 1],
])('%s is read as %i cents', (text, cents) => expect(parseEuro(text)).toBe(cents))

test.each(['', 'abc', '1,234', '12,3456', '1.2345', '-5', '1e3', '1,2,3', '1.23.456', '∞'])('%s is no amount', (text) =>
  expect(parseEuro(text)).toBeUndefined(),
)

test.each([
  [3_450, 'ab 34,50 €/Std'],
  [2_800, 'ab 28 €/Std'],
  [123_450, 'ab 1.234,50 €/Std'],
  [null, 'Preis auf Anfrage'],
  [0, 'Preis auf Anfrage'],
])('the price line of %s is %s', (cents, text) => expect(plain(priceText(cents))).toBe(text))

test('the first number of a price line is its amount again', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1_000_000 }), (cents) => firstEuroIn(priceText(cents)) === cents))
  expect(firstEuroIn('Preis auf Anfrage')).toBeUndefined()
  expect(firstEuroIn('von 12.5 bis 80 Euro')).toBe(1_250)
})

test('a written amount is read back as the same amount', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => parseEuro(formatEuro(cents)) === cents))
})

test('euros, rates and shares are written German', () => {
  expect([formatEuro(123_450), formatEuroShort(2_500), formatEuroShort(3_450)].map(plain)).toEqual(['1.234,50 €', '25 €', '34,50 €'])
  expect([formatRate(300), formatRate(150)].map(plain)).toEqual(['3 %', '1,5 %'])
})

test.each([
  [13_800, 300, 414],
  [13_800, 150, 207],
  [50, 300, 2],
  [49, 300, 1],
  [1_000_000, 150, 15_000],
  [0, 300, 0],
])('the share of %i cents at %i basis points is %i, rounded half up', (cents, basisPoints, share) =>
  expect(shareOf(cents, basisPoints)).toBe(share),
)

test('the tax inside a gross amount plus the net is the gross amount', () => {
  expect([vatInside(11_900, 1_900), vatInside(414, 1_900), vatInside(414, 0)]).toEqual([1_900, 66, 0])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (gross) => {
      const vat = vatInside(gross, 1_900)
      expect(Math.abs(vat - (gross * 19) / 119)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test.each([
  [34.5, 3_450],
  [0.29, 29],
  [1.005, undefined],
  [Number.NaN, undefined],
])('%d euros are %s cents', (euros, cents) => expect(centsOfEuros(euros)).toBe(cents))
