import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { understandQuery } from './actions.ts'

const { app } = await openTestApp()
const read = (query: string) => understandQuery(app, query)
const firstThree = async (query: string) => (await read(query)).services.slice(0, 3).map(({ id }) => id)

describe('a query is interpreted as services', () => {
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
    // Compounds that no phrase contains, made of parts that phrases contain.
    ['Fensterputzer', 'fenster-putzen'],
    ['Hochzeitsfotograf', 'hochzeit-fotografieren'],
    // Spelt without umlauts, or with one wrong letter.
    ['fenster putzen laßen', 'fenster-putzen'],
    ['Waschmaschiene reparieren', 'waschmaschine-reparieren'],
  ])('%s', async (query, id) => expect(await firstThree(query)).toContain(id))
})

describe('further services of a query', () => {
  test('none, if a phrase matches exactly', async () => {
    expect((await read('Steckdose installieren')).services.map(({ id }) => id)).toEqual(['steckdose-oder-schalter-setzen'])
  })

  test('several, if no phrase matches exactly', async () => {
    expect((await read('beim Duschen kommt nur wenig Wasser')).services.length).toBeGreaterThan(1)
  })
})

test('a typo is corrected to the word that was meant', async () => {
  for (const [slip, meant] of [
    ['wonungsreinigung', 'Wohnungsreinigung'],
    ['Haushaltsauflösnug', 'Haushaltsauflösung'],
    // The first two letters are swapped.
    ['aPrkett schleifen', 'Parkett schleifen'],
  ] as const)
    expect((await read(slip)).services).toEqual((await read(meant)).services)
})

test('a verb is recognized in inflected forms, with other prefixes and in dialects', async () => {
  expect(await firstThree('wer streicht mir das Treppenhaus')).toContain('wohnung-streichen')
  expect(await firstThree('Esstisch von Hannover mitbringen')).toContain('sofa-abholen')
  expect(await firstThree('rasnmähn')).toEqual(['rasen-maehen'])
})

test('a compound with an unknown beginning is classified by its end; words for a rank or a business are ignored', async () => {
  expect(await firstThree('Cordsofa reinigen')).toEqual(['sofa-reinigen'])
  for (const [word, trade] of [
    ['Elektroinstallateurmeisterin', 'elektriker'],
    ['Fliesenlegerbetrieb', 'fliesenleger'],
    ['Computerfritze', 'computerhilfe'],
    ['Malergeselle', 'maler'],
  ] as const)
    expect([word, (await read(word)).tradeIds]).toEqual([word, [trade]])
})

test('words for something not offered may name a location or a purpose', async () => {
  expect(await firstThree('Alarmanlage für Ferienhaus')).toContain('alarmanlage-einbauen')
  expect(await firstThree('Ich habe ein Sofa bei Kleinanzeigen gekauft, wer holt es ab?')).toContain('sofa-abholen')
})

test('a family name is not corrected to another word', async () => {
  expect(await read('Weber')).toMatchObject({ services: [], tradeIds: [], corrections: [] })
})

test.each([
  ['Elektrotechnik', 'elektriker'],
  ['EDV-Service', 'it-betreuer'],
  ['Gebäudeservice', 'gebaeudereiniger'],
  ['Parkett', 'bodenleger'],
  ['Schnitt', 'gaertner'],
])('a trade by a word that is typical for it: %s', async (query, trade) => expect((await read(query)).likelyTradeIds).toContain(trade))

test('a correct word is not corrected, in any form', async () => {
  for (const query of ['Grillkohle', 'Computer hat blauen Bildschirm', 'Stuhl leimen', 'Kette spannen', 'Nachbar hat den Garten verlassen'])
    expect([query, (await read(query)).corrections]).toEqual([query, []])
})

test('a part of a compound may be an action, and a compound may be typed in two words', async () => {
  expect(await firstThree('Schließzylinderwechsel')).toEqual(['schloss-austauschen'])
  expect(await firstThree('Badewannenaustausch')).toEqual(['dusche-oder-badewanne-einbauen'])
  expect((await read('haus meister service')).tradeIds).toEqual(['hausmeister'])
  expect(await firstThree('wasch maschine kaputt')).toEqual(['waschmaschine-reparieren'])
})

test('in a completely matched phrase the action counts, too', async () => {
  expect(await firstThree('Baufinanzierungsberatung')).toContain('baufinanzierung')
})

test('a word that only looks like a compound is not split', async () => {
  expect((await read('Turnhalle putzen')).tradeIds[0]).toBe('gebaeudereiniger')
  expect(await firstThree('neue Küche soll angeschlossen werden')).not.toContain('schloss-austauschen')
})

test.each([
  // Spelt as it sounds.
  ['Photograf', 'fotograf'],
  ['gärtna', 'gaertner'],
  ['katering', 'caterer'],
  ['jogakurs', 'fitnesstrainer'],
  // A typo in a compound that no phrase contains.
  ['Displayrepartur', 'handyreparatur'],
  // An additional letter in a short word.
  ['Kloo verstopt', 'rohrreiniger'],
  // Dialect and colloquial language.
  ['zimmer ausweißeln', 'maler'],
  ["i sott d'wohnig putze lah", 'haushaltshilfe'],
  ['wer legt mir bezahlbar Fliesen im Raum Kassel', 'fliesenleger'],
  ['okay google wer repariert Waschmaschinen', 'geraetetechniker'],
  // Other names of the person who does it.
  ['Clownin', 'kinderbetreuer'],
  ['Reinigungsfrau', 'haushaltshilfe'],
  ['Fotografenmeister', 'fotograf'],
  // 'Server' resembles 'servieren' but is unrelated; 'geschoren' is a form of 'scheren' but does not resemble it.
  ['kellnern auf einem Fest', 'servicekraft'],
  ['unser Hund muss geschoren werden', 'hundefriseur'],
  // Known only as a part of other words: 'Mahnung', 'Service', 'Kraft'.
  ['rasen mähn', 'gaertner'],
  ['Servicekräfte Messe', 'servicekraft'],
  // Colloquial words for things that are broken, or to be removed.
  ['de waschmaschin spinnt', 'geraetetechniker'],
  ['die alte Schrankwand muss weg', 'entruempler'],
])('%s is understood', async (query, trade) => expect((await read(query)).likelyTradeIds).toContain(trade))

test('a complete phrase counts even if the query also names an object', async () => {
  expect((await read('hab mich ausgesperrt und der Herd ist noch an')).services[0]?.id).toBe('tuer-oeffnen')
})

test('a compound has the parts of its parts', async () => {
  expect((await read('Rohrreinigungsdienst')).tradeIds).toContain('rohrreiniger')
  expect((await read('Dachbodenentrümpelung')).services[0]?.id).toBe('keller-oder-dachboden-entruempeln')
})

test('a word that is both an action and an object has its full weight', async () => {
  expect(await firstThree('Tumbler defekt')).toContain('trockner-reparieren')
})

test('a separable verb is recognized', async () => {
  expect((await read('Wer baut mir das Bett auf?')).services[0]?.id).toBe('moebel-aufbauen')
})

test('common queries have the right service among the first three', async () => {
  for (const [query, id] of [
    ['Hausputz', 'wohnung-putzen'],
    ['Wasserhahn tropft', 'wasserhahn-reparieren-oder-tauschen'],
    ['Hochzeitsfotograf', 'hochzeit-fotografieren'],
    ['Bauschuttcontainer', 'bauschutt-entsorgen'],
  ] as const)
    expect(await firstThree(query)).toContain(id)
  for (const [query, trade] of [
    ['maler regensburg', 'maler'],
    ['Heizungsmonteur', 'heizungsmonteur'],
  ] as const)
    expect((await read(query)).tradeIds[0]).toBe(trade)
})

test('an exact match brings no other services', async () => {
  const { services } = await read('Steckdose installieren')
  expect(services.map(({ id }) => id)).toEqual(['steckdose-oder-schalter-setzen'])
})

test('a word for something not offered does not hide the match of two other words', async () => {
  expect(await firstThree('Möbel gekauft, wer kann den Schrank aufbauen')).toContain('moebel-aufbauen')
  expect(await firstThree('Baukredit')).toContain('baufinanzierung')
})

test.each([
  // The purpose counts less than the service.
  ['Homepage für meinen Friseursalon', 'webentwickler'],
  ['Streudienst für Supermarktparkplatz', 'winterdienst'],
  // A location or a condition counts less than the service.
  ['Umzug über die Grenze', 'umzugsfirma'],
  ['Katze ist über den Zaun', 'tierbetreuer'],
  ['Loch neben dem Fenster', 'maler'],
  ['Steuer wenn ich mein Haus vermiete', 'steuerberater'],
  ['wer zahlt wenn das Dach undicht ist', 'dachdecker'],
  ['Imagefilm für Dachdeckerbetrieb, damit sich Azubis bewerben', 'filmer'],
  ['wer übernimmt bei uns im Haus die Kehrwoche', 'gebaeudereiniger'],
  ['Kassensystem in der Eisdiele einrichten', 'it-betreuer'],
  ['über Pfingsten jemand der unseren Dackel nimmt', 'tierbetreuer'],
  // An occasion counts less than the service.
  ['wir heiraten und brauchen eine Torte', 'konditor'],
  ['wir heiraten im Mai, wer macht die Deko', 'eventplaner'],
  // Colloquial synonyms.
  ['Nachbar glotzt in den Garten', 'galabauer'],
  // A named provider decides.
  ['Schimmel in der Mietwohnung Sachverständiger', 'gutachter'],
  ['Zauberer Kindergeburtstag', 'showkuenstler'],
  ['Server in der Kanzlei macht Probleme', 'it-betreuer'],
  // The object decides more than its symptom.
  ['Trockner macht komische Geräusche', 'geraetetechniker'],
  // Several words with little meaning in one compound.
  ['Büroreinigung 200 qm', 'gebaeudereiniger'],
  // All phrases of a trade outweigh a single phrase of another one.
  ['Hundehaare aus dem Kofferraum bekommen', 'fahrzeugaufbereiter'],
  // Neither classified as 'Fahrplan' nor as 'Planet'.
  ['Sanierungsfahrplan iSFP', 'energieberater'],
  ['Garten neu planen', 'galabauer'],
])('the likeliest trade for %s', async (query, trade) => expect((await read(query)).likelyTradeIds[0]).toBe(trade))

test('function words distinguish two phrases, and a typo in one is not corrected to a content word', async () => {
  // Not 'Hausmeister für WEG', which has the same words apart from function words.
  expect(await read('was kostet eine Stunde Hausmeister')).toMatchObject({ services: [], tradeIds: ['hausmeister'] })
  expect(await firstThree('24 Stunden Pflege')).toEqual(['24-stunden-betreuung'])
  expect(await read('brauhce möchhte Rasen mähen')).toMatchObject({ likelyTradeIds: ['gaertner'], corrections: [] })
})

test('a workplace in a query does not make it a request for something not offered', async () => {
  expect(await firstThree('Hausaufgaben Hilfe Grundschule')).toContain('hausaufgabenhilfe')
})

test.each(['Thomas Schreiner', 'Frau Müller', 'Lisa Maier Instagram'])('a person is no trade: %s', async (query) =>
  expect(await read(query)).toMatchObject({ services: [], tradeIds: [], isElsewhere: false }),
)

test('numbers are ignored', async () => {
  expect(await firstThree('umzug am 30. von 3 auf 4 zimmer')).toContain('umzug')
})

test('a service is found by all its phrases together if no single one matches', async () => {
  expect(await firstThree('passwort vergessen und komme nicht mehr in meinen pc')).toContain('windows-installieren-und-einrichten')
})

test('a trade is recognized as such, in both genders', async () => {
  for (const [query, trade] of [
    ['Elektriker', 'elektriker'],
    ['Elektrikerin', 'elektriker'],
    // 'Raumpflegerin privat' is a service, but has one more word.
    ['Raumpflegerin', 'haushaltshilfe'],
  ] as const)
    expect(await read(query)).toMatchObject({ services: [], tradeIds: [trade], isTrade: true })
})

test('a word after a preposition of place carries no intent', async () => {
  expect((await read('Umzug von Köln nach Bonn')).services[0]?.id).toBe('umzug')
})

test.each([
  'asdfgh',
  'Pizza bestellen',
  'Flug nach Mallorca',
  'Wetter morgen',
  'Bundesliga Ergebnisse',
  'nicht',
  'und oder',
  // The verb asks for something that is not offered.
  'Laminat kaufen',
  'Sofa Preisvergleich',
  'Pferd kaufen',
  'Kürbissuppenrezept',
  'Krankenhaus Besuchszeiten',
  'Vorhang blau',
  'Bohrmaschine 18 Zoll',
  'wann wurde die Mauer gebaut',
  'Ausbildung Elektriker',
  'aaaaa bbbb',
  // Correct words, although they resemble known ones or compounds of them.
  'Vergiftung',
  'Kinderwagen',
  'Katzenfutter',
  'Papst',
  // Incomplete: not yet 'ändern'.
  'änd',
  // One of several words of a phrase.
  'los',
  'ecke',
  'Feuer',
  'schlafen',
])('not offered: %s', async (query) => expect(await read(query)).toMatchObject({ services: [], tradeIds: [] }))
