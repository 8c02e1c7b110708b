import { expect, test } from 'vitest'
import { beginningOf, containsFolded, oneLine, plural, shortId } from './text.ts'

test.each([
  ['Gebäudereinigung', 'GEBAEUDE'],
  ['Gebäudereinigung', 'gebaude'],
  ['Gebaeudereinigung', 'gebäude'],
  ['Straßenbau', 'strasse'],
  ['Strassenbau', 'straße'],
  ['Yıldırım', 'yildirim'],
  ['Neue Steuer', 'er'],
  ['irgendetwas', ''],
])('%s contains %s', (text, query) => expect(containsFolded(text, query)).toBe(true))

test('a missing text is not found', () => expect(containsFolded('Gebäudereinigung', 'Garten')).toBe(false))

test('ids are shortened and words counted', () => {
  expect(shortId('01a1fdaf-2d2d-72e4-9cc0-8d7c67da4689')).toBe('67da4689')
  expect([plural(1, 'Bewertung', 'Bewertungen'), plural(1_200, 'Bewertung', 'Bewertungen')]).toEqual(['1 Bewertung', '1.200 Bewertungen'])
})

test.each([
  ['Drei Fenster klemmen.', 'Drei Fenster klemmen.'],
  ['Drei Fenster\nklemmen, zwei sind undicht.', 'Drei Fenster klemmen, zwei…'],
  ['Drei alte Fenster klemmen, zwei sind undicht.', 'Drei alte Fenster klemmen…'],
  ['Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahrtsgesel…'],
])('%j begins with %j', (text, beginning) => expect(beginningOf(text, 28)).toBe(beginning))

test.each([
  ['Meike\nPetersen', 'Meike Petersen'],
  ['a\u2028b\r\n\tc', 'a b c'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['Fliesen\u00ADleger\u200B', 'Fliesenleger'],
])('%j is one line: %j', (typed, line) => expect(oneLine(typed)).toBe(line))
