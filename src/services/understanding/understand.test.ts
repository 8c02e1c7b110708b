import { describe, expect, test } from 'vitest'
import { openWorld } from '../../../tests/world.ts'
import { understandQuery } from './actions.ts'

const { app } = await openWorld()
const read = (query: string) => understandQuery(app, query)
const firstThree = async (query: string) => (await read(query)).services.slice(0, 3).map(({ id }) => id)

describe('a need is read as the services that meet it', () => {
  test.each([
    ['Abfluss verstopft', 'abfluss-reinigen'],
    ['Waschbecken läuft nicht ab', 'abfluss-reinigen'],
    ['Bad renovieren', 'bad-sanieren'],
    ['Wohnung sauber machen', 'wohnung-putzen'],
    ['ich habe mich ausgesperrt', 'tuer-oeffnen'],
    ['mein Handy Display ist gesprungen', 'handy-reparieren'],
    ['wer kann mir meine Waschmaschine reparieren die schleudert nicht mehr', 'waschmaschine-reparieren'],
    ['ich brauche jemanden der mir den Rasen mäht', 'rasen-maehen'],
    ['Steuererklärung machen lassen', 'steuererklaerung-machen'],
    ['Torte für den Geburtstag meiner Tochter', 'geburtstagstorte'],
    ['meine Tochter braucht Hilfe in Mathe', 'nachhilfe-mathematik'],
    // Compounds that nobody wrote, in the parts that somebody did.
    ['Fensterputzer', 'fenster-putzen'],
    ['Hochzeitsfotograf', 'hochzeit-fotografieren'],
    // Spelt without umlauts, and wrong by a letter.
    ['fenster putzen laßen', 'fenster-putzen'],
    ['Waschmaschiene reparieren', 'waschmaschine-reparieren'],
  ])('%s', async (query, id) => expect(await firstThree(query)).toContain(id))
})

test('a trade is read as a trade, in both genders', async () => {
  for (const query of ['Elektriker', 'Elektrikerin']) {
    expect(await read(query)).toMatchObject({ tradeIds: ['elektriker'], isTrade: true })
  }
})

test('a word behind a place’s word says nothing of the need', async () => {
  expect((await read('Umzug von Köln nach Bonn')).services[0]?.id).toBe('umzug')
})

test.each(['asdfgh', 'Pizza bestellen', 'Flug nach Mallorca', 'Wetter morgen', 'Bundesliga Ergebnisse', 'nicht', 'und oder'])(
  'nothing that anybody offers here: %s',
  async (query) => expect(await read(query)).toMatchObject({ services: [], tradeIds: [] }),
)
