import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatEuro } from '#src/platform/kit/money.ts'
import { makeCompany, makeService } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { listServiceEntries } from '../landing/sitemapStore.ts'
import { readOfferPage } from './actions.ts'
import { offerNames, offerSentences, orientationSentence, paidSentence, tellable } from './rules.ts'
import { listCategoryOffers, readPaid } from './store.ts'

const { app } = await openTestApp()
const windows = 'fenster-putzen'
const offered = { catalogueId: windows, priceKind: 'fixed', unit: 'Fenster' } as const

/** Three companies in Hamburg, one in Munich, one whose service is hidden. */
async function companies() {
  const made = []
  for (const [companyName, priceCents] of [
    ['Erste', 600],
    ['Zweite', 800],
    ['Dritte', 1_300],
  ] as const) {
    const company = await makeCompany(app, { companyName })
    await makeService(app, company.id, { ...offered, priceCents })
    made.push(company.id)
  }
  const far = await makeCompany(app, { companyName: 'Vierte', location: '80331 München' })
  await makeService(app, far.id, { ...offered, priceCents: 2_000 })
  const hidden = await makeCompany(app, { companyName: 'Fünfte' })
  await makeService(app, hidden.id, { ...offered, priceCents: 100, hiddenAt: app.now() })
  return { made, far: far.id }
}
const read = (townSlug?: string) => readOfferPage(app, { catalogueId: windows, townSlug })

test('a page of a service: who offers it, what it costs, where, and what is near', async () => {
  const { made } = await companies()
  const near = await makeCompany(app, { companyName: 'Dachfenster' })
  await makeService(app, near.id, { catalogueId: 'schaufenster-reinigen', title: 'Schaufenster' })
  const page = await read()
  expect(page?.total).toBe(4)
  expect(page?.figures).toEqual([
    { priceKind: 'fixed', unit: 'Fenster', companies: 4, lowestCents: 600, medianCents: 1_050, highestCents: 2_000 },
  ])
  expect(page?.towns.map(({ town, companies }) => [town, companies])).toEqual([
    ['Hamburg', 3],
    ['München', 1],
  ])
  expect(page?.category).toBe('Reinigung')
  expect(page?.near).toEqual([{ id: 'schaufenster-reinigen', name: 'Schaufenster reinigen', companies: 1 }])

  const there = await read('hamburg')
  expect(there?.offers.map(({ companyId }) => companyId).sort()).toEqual([...made].sort())
  expect(there?.figures).toMatchObject([{ companies: 3, lowestCents: 600, medianCents: 800, highestCents: 1_300 }])
})

test('a company with two such services stands in the list once', async () => {
  const { id } = await makeCompany(app)
  await makeService(app, id, { ...offered, title: 'Fenster innen', position: 0 })
  await makeService(app, id, { ...offered, title: 'Fenster außen', position: 1 })
  expect((await read())?.offers.map(({ title }) => title)).toEqual(['Fenster innen'])
})

test('a service that nobody offers there, an unknown one and an unknown town have no page', async () => {
  expect(await read()).toBeUndefined()
  await companies()
  expect(await read('berlin')).toBeUndefined()
  expect(await readOfferPage(app, { catalogueId: 'gibt-es-nicht', townSlug: undefined })).toBeUndefined()
})

test('prices are told from three companies on; below, only the general figure, named as such', async () => {
  const figures = { priceKind: 'fixed', unit: null, lowestCents: 5_000, medianCents: 6_000, highestCents: 9_000 } as const
  expect(tellable([{ ...figures, companies: 2 }])).toEqual([])
  const place = { name: 'Fenster putzen', total: 3, figures: [{ ...figures, companies: 3 }] }
  expect(offerSentences(place)[1]).toBe(
    `Festpreis pauschal: von ${formatEuro(5_000)} bis ${formatEuro(9_000)}, in der Mitte ${formatEuro(6_000)} (3 Anbieter).`,
  )
  expect(offerNames(place).title).toBe('Fenster putzen: 3 Anbieter, ab 50\u00a0€')
  expect(offerSentences({ ...place, figures: [{ ...figures, companies: 2 }] })).toHaveLength(2)
  expect(paidSentence({ bookings: 9, companies: 2, medianCents: 7_000 })).toBeUndefined()
  expect(paidSentence({ bookings: 9, companies: 3, medianCents: 7_000 })).toContain('9 Buchungen bei 3 Anbietern')
  expect(orientationSentence({ priceKind: 'fixed', priceUnit: 'Pauschale', lowCents: 4_000, highCents: 9_000 })).toContain(
    'nicht aus Angeboten dieses Marktplatzes',
  )
})

test('what was paid counts with the bookings of the last year, without those refunded in full', async () => {
  const { id } = await makeCompany(app)
  const now = app.now()
  const booking = (fields: object) => ({
    companyId: id,
    requestHash: randomUUID(),
    ...{ serviceTitle: 'Fenster putzen', description: '', bookingDate: '2026-12-01', bookingTime: '09:00', location: '22767 Hamburg' },
    ...{ customerName: 'Katrin Bergmann', customerEmail: 'k@kunde.example', customerPhone: '', catalogueId: windows },
    ...({ bookingStatus: 'confirmed', paymentStatus: 'paid', feeCents: 300, commissionBasisPoints: 300, vatBasisPoints: 1_900 } as const),
    ...{ payableAt: now, paidAt: now, expiresAt: now, createdAt: now, updatedAt: now },
    amountCents: 10_000,
    ...fields,
  })
  const longAgo = new Date(now.getTime() - 400 * 86_400_000)
  await app.db
    .insertInto('bookings')
    .values([
      booking({}),
      booking({ amountCents: 20_000 }),
      booking({ amountCents: 90_000, refundedCents: 90_000, paymentStatus: 'refunded' }),
      booking({ amountCents: 90_000, paidAt: longAgo }),
    ])
    .execute()
  const since = new Date(now.getTime() - 365 * 86_400_000)
  expect(await readPaid(app.db, { catalogueId: windows, since })).toEqual({ bookings: 2, companies: 1, medianCents: 15_000 })
})

test('the pages of categories and the sitemap lead to services that somebody offers', async () => {
  await companies()
  expect(await listCategoryOffers(app.db, { category: 'Reinigung', townSlug: 'hamburg', limit: 5 })).toEqual([
    { catalogueId: windows, name: 'Fenster putzen', companies: 3 },
  ])
  const entries = await listServiceEntries(app.db, { offset: 0, limit: 10 })
  expect(entries.map(({ catalogueId, townSlug }) => [catalogueId, townSlug])).toEqual([
    [windows, null],
    [windows, 'hamburg'],
    [windows, 'muenchen'],
  ])
})
