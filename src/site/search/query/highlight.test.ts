import { expect, test } from 'vitest'
import { highlightWords, wordsOf } from './highlight.ts'
import { distinctiveWords } from './reasons.ts'

const marked = (text: string, ...words: string[]) =>
  highlightWords(text, words)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Gebäudereinigung in Köln', ['gebaeude'], '[Gebäude]reinigung in Köln'],
  ['Gebaeudereinigung', ['GEBÄUDE'], '[Gebaeude]reinigung'],
  ['In jeder Straße und Strasse', ['strasse'], 'In jeder [Straße] und [Strasse]'],
  ['Büroreinigung und Reinigung', ['reinigung'], 'Büro[reinigung] und [Reinigung]'],
  ['Reinigung von Treppen', ['reinigungen', 'treppe'], '[Reinigung] von [Treppe]n'],
  ['Malerarbeiten', ['Malers'], '[Maler]arbeiten'],
  ['IT für Italiener', ['it'], '[IT] für [It]aliener'],
  ['Alles mit Zeit', ['it'], 'Alles mit Zeit'],
  ['Reinigung', ['reini', 'nigung'], '[Reinigung]'],
  ['Ganz woanders', ['putzfrau'], 'Ganz woanders'],
  ['', ['x'], ''],
  ['Frauen', ['frau'], '[Frau]en'],
])('%s: %s', (text, words, shown) => {
  expect(marked(text, ...words)).toBe(shown)
})

test('nothing of a text is lost', () => {
  const text = 'Straße – ÄÖÜ äöü, Yıldırım, 🛠️ ſ'
  expect(
    highlightWords(text, ['strasse', 'oe', 'yildirim'])
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('words are marked as typed and as understood', () => {
  expect(wordsOf({ reasons: [{ word: 'elektirker', kind: 'offered', corrected: 'elektriker' }] }, ['Elektirker', 'a'])).toEqual([
    'Elektirker',
    'elektirker',
    'elektriker',
  ])
})

test('fillers that matching leaves out are not marked, unless nothing else was typed', () => {
  expect(distinctiveWords('Maler für die Wohnung in Köln')).toEqual(['Maler', 'Wohnung', 'Köln'])
  expect(wordsOf({ reasons: [{ word: 'fur', kind: 'mentioned', corrected: null }] }, distinctiveWords('für'))).toEqual(['fur'])
})
