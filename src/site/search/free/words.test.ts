import { expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { readWhen } from './readWhen.ts'

/** A Monday. */
const now = berlinInstant('2026-11-23', '19:00')

test.each([
  ['Maler frei am Freitag Nachmittag', '2026-11-27', 'nachmittag', 'Maler'],
  ['frei am Freitag Nachmittag', '2026-11-27', 'nachmittag', ''],
  ['morgen früh Fenster putzen', 'morgen', 'vormittag', 'Fenster putzen'],
  ['Babysitter heute Abend', 'heute', 'abend', 'Babysitter'],
  ['jemand der heute abend auf unsere kinder aufpasst', 'heute', 'abend', 'jemand der auf unsere kinder aufpasst'],
  ['Klempner noch heute', 'heute', null, 'Klempner'],
  ['Putzfrau am Sonnabend.', '2026-11-28', null, 'Putzfrau'],
  ['Friseur Freitagnachmittag', '2026-11-27', 'nachmittag', 'Friseur'],
  ['Friseur Freitag morgen', '2026-11-27', 'vormittag', 'Friseur'],
  ['Termin übermorgen vormittags Reifenwechsel', '2026-11-25', 'vormittag', 'Reifenwechsel'],
  ['Hecke schneiden am 3.12.', '2026-12-03', null, 'Hecke schneiden'],
  ['Umzug für den nächsten Samstag', '2026-11-28', null, 'Umzug'],
  ['Elektriker Montag', '2026-11-23', null, 'Elektriker'],
  ['Massage frei abends', null, 'abend', 'Massage'],
])('%s: %s, %s', (typed, day, part, rest) => {
  expect(readWhen(typed, now)).toEqual({ when: { day, part }, rest })
})

test.each([
  'Abfluss verstopft',
  'Heizung tropft seit heute',
  'heute ging die Waschmaschine kaputt',
  'Hausmeister jeden Freitag',
  'Rohr frei machen',
  'Freie Trauung',
  'Musik am Abend',
  'mein koch ist krank und am samstag ist das lokal voll',
  'Umzug am 3.12.2027',
  'Kosten von Montag',
  '',
])('%s: no time is read', (typed) => {
  expect(readWhen(typed, now)).toEqual({ when: { day: null, part: null }, rest: typed })
})
