import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nearestEntries, nearestEntry } from './nearest.ts'
import type { CataloguePackage } from './package.ts'
import type { Catalogue } from './rules.ts'

const packaged: CataloguePackage = JSON.parse(readFileSync('catalogue/services.json', 'utf8'))

/** The packaged catalogue in the format that the matcher reads. */
const catalogue: Catalogue = {
  revision: 1,
  trades: packaged.categories.flatMap(({ name: category, trades }) => trades.map((trade) => ({ ...trade, category }))),
  services: packaged.services.map(({ trade: tradeId, place: places, price, ...service }) => ({
    ...service,
    ...{ tradeId, places, priceKind: price.kind, priceUnit: price.unit, lowCents: 0, highCents: 0, lowMinutes: 60, highMinutes: 60 },
  })),
  ambiguous: packaged.ambiguous,
  words: packaged.words,
}

test.each([
  ['fenster pu', 'Reinigung', 'fenster-putzen'],
  ['Fensterreinigung', 'Reinigung', 'fenster-putzen'],
  ['treppenh', 'Reinigung', 'treppenhaus-reinigen'],
  ['hecke schneiden', 'Garten', 'hecke-schneiden'],
  ['Heckenschnitt', 'Sonstiges', 'hecke-schneiden'],
])('the first entry for %s in %s is %s', (typed, category, id) => {
  expect(nearestEntries(catalogue, typed, { category })[0]?.service.id).toBe(id)
})

test.each([
  ['Fensterreinigung mit Rahmen', 'Reinigung', 'fenster-putzen'],
  ['Beratung', 'Beratung', undefined],
  ['Service', 'Handwerk', undefined],
  ['Xylophonklang Zwirbel', 'Sonstiges', undefined],
])('the title %s in %s is mapped to %s', (title, category, id) => {
  expect(nearestEntry(catalogue, title, category)?.id).toBe(id)
})

test('among equal entries the own category comes first', () => {
  const [first] = nearestEntries(catalogue, 'Fenster', { category: 'Reinigung' })
  const [other] = nearestEntries(catalogue, 'Fenster', { category: 'Handwerk' })
  expect([first?.category, other?.category]).toEqual(['Reinigung', 'Handwerk'])
})

test('an empty text and words without meaning find nothing', () => {
  for (const typed of ['', '  ', 'asdfgh', 'und mit']) expect(nearestEntries(catalogue, typed, {})).toEqual([])
})
