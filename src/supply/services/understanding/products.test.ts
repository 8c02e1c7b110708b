import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { understandQuery } from './actions.ts'

const { app } = await openTestApp()
const read = (query: string) => understandQuery(app, query)

test.each([
  'Waschmaschine Angebot',
  'Samsung Galaxy S24',
  'Winterreifen 205 55 R16',
  'Matratze 140x200 Härtegrad 3',
  'Ecksofa grau',
  'Swimmingpool 300x76',
  'Akustikgitarre Einsteiger Set',
  'Hotel Ostsee mit Hund',
])('sold in shops: %s', async (query) => expect(await read(query)).toMatchObject({ services: [], tradeIds: [], isElsewhere: true }))

test.each([
  ['Waschmaschine', 'geraetetechniker'],
  // An action, or a symptom of the device.
  ['Winterreifen aufziehen 205 55 R16', 'kfz'],
  ['MacBook Air Reparatur', 'computerhilfe'],
  ['Samsung Fernseher kein Bild', 'handyreparatur'],
  ['Waschmaschine Bosch E18', 'geraetetechniker'],
  ['Problem mit Waschmaschine Bosch', 'geraetetechniker'],
  // A lesson, and something to be built.
  ['Gitarre Anfänger', 'musiklehrer'],
  ['Pool bauen', 'galabauer'],
  // A postcode is no model number.
  ['Waschmaschine 80331', 'geraetetechniker'],
  ['Angebot Umzug', 'umzugsfirma'],
])('a service, not a product: %s', async (query, trade) => expect((await read(query)).likelyTradeIds).toContain(trade))
