import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { holdIndex, understandQuery } from './actions.ts'

const { app } = await openTestApp()
test('services that every business needs are trades of the catalogue', async () => {
  const { catalogue, customers } = await holdIndex(app)
  const ids = catalogue.trades.map(({ id }) => id)
  expect(customers.serving.size).toBeGreaterThan(0)
  expect([...customers.serving].filter((id) => !ids.includes(id))).toEqual([])
})

const firstTrade = async (query: string) => (await understandQuery(app, query)).likelyTradeIds[0]

test.each([
  // A workplace is the customer, not the service.
  ['Unterhaltsreinigung Kanzlei', 'gebaeudereiniger'],
  ['Homepage Zahnarztpraxis', 'webentwickler'],
  ['Friseursalon renovieren', 'hausmeister'],
  ['Onlineshop Blumenladen', 'webentwickler'],
  // A trade is the customer if the other words name a service that every business needs.
  ['Steuerberatung Friseur', 'steuerberater'],
  ['Kassensystem Friseur', 'it-betreuer'],
  // The catalogue has phrases with both words.
  ['Praxis putzen lassen', 'gebaeudereiniger'],
  ['Reinigung Friseursalon', 'gebaeudereiniger'],
])('%s: the workplace or trade is the customer', async (query, trade) => expect(await firstTrade(query)).toBe(trade))

test.each([
  ['Kanzlei Erbrecht', 'anwalt'],
  ['Anwalt Datenschutz', 'anwalt'],
  ['Friseur Hochzeit', 'friseur'],
  ['Tanzschule Hochzeit', 'fitnesstrainer'],
  ['Fotostudio Bewerbungsfotos', 'fotograf'],
  ['autowerkstatt noch diese woche', 'kfz'],
])('%s: the workplace or trade is the provider', async (query, trade) => expect(await firstTrade(query)).toBe(trade))
