import { expect, test } from 'vitest'
import {
  chooseDistinctive,
  type Meaning,
  planExactVariant,
  planFirstVariant,
  planMentions,
  planNextVariant,
  planOrderedVariant,
  planOtherForms,
} from './plan.ts'

const meaning = (word: string, fields: Partial<Meaning> = {}): Meaning => ({
  word,
  isFilter: false,
  isPlace: false,
  near: [1],
  towns: [],
  frequency: 1,
  offers: 1,
  exact: [],
  exactFrequency: 0,
  parts: [],
  inside: [],
  insideFrequency: 0,
  corrected: null,
  ...fields,
})

const ofMillion = { companies: 1_000_000, share: 1 }
const ofThousands = { companies: 100_000, share: 1 }

test.each([
  ['a rare word is looked for in all at once', [{ frequency: 40, offers: 30 }], { any: 8 }],
  ['a word that many offer, among the best first', [{ frequency: 300_000, offers: 200_000 }], { strong: 1 }],
  ['a word that just enough offer, among those only', [{ frequency: 1_900, offers: 1_500 }], { strong: 8 }],
  ['one that many only mention, among the best and all who offer it', [{ frequency: 300_000, offers: 500 }], { any: 1, strong: 8 }],
  [
    'a need that few offer by name and many say in their offer, among the best',
    [{ frequency: 300, offers: 300, said: { words: [meaning('transport', { offers: 90_000 })], unknown: 0, categories: ['Transport'] } }],
    { any: 2, strong: 8 },
  ],
  [
    'two frequent ones are together less frequent',
    [
      { frequency: 100_000, offers: 100_000 },
      { frequency: 100_000, offers: 100_000 },
    ],
    { strong: 4 },
  ],
])('%s', (_, words, attempt) => {
  expect(
    planFirstVariant(
      words.map((one) => meaning('wort', one)),
      ofMillion,
    ),
  ).toEqual(attempt)
})

test.each([
  [{ strong: 1 }, 500, { strong: 3 }],
  [{ strong: 1 }, 999, { strong: 2 }],
  [{ strong: 1 }, 2, { any: 8 }],
  [{ any: 1, strong: 8 }, 500, { any: 3, strong: 8, offering: 0 }],
  // All but a few of the companies offer it: no sample holds enough.
  [{ any: 5, strong: 8, offering: 888 }, 917, { any: 8 }],
  [{ any: 3, strong: 8, offering: 500 }, 900, { any: 4, strong: 8, offering: 500 }],
  [{ any: 7, strong: 8 }, 900, { any: 8 }],
  [{ any: 8 }, 900, undefined],
])('after the attempt %j that found %i comes %j', (attempt, found, next) => expect(planNextVariant(attempt, found)).toEqual(next))

test('after nobody who offers it come the best of those who mention it', () => {
  const words = [meaning('meister', { frequency: 310_000, offers: 58_000 }), meaning('betrieb', { frequency: 516_000, offers: 22_000 })]
  const mentions = planMentions(words, ofMillion)
  expect(planFirstVariant(words, ofMillion)).toEqual({ strong: 6 })
  expect(planNextVariant({ strong: 6 }, 0, mentions)).toEqual({ any: 1, strong: 8, offering: 0 })
  expect(planNextVariant({ strong: 6 }, 100, mentions)).toEqual({ any: 1, strong: 8, offering: 400 })
})

test('companies with exactly the typed form come first when there are many', () => {
  const words = [meaning('weber', { frequency: 4_000, offers: 4_000, exact: [7], exactFrequency: 3_000 })]
  expect(planExactVariant(words, ofThousands)).toEqual({ exact: 7 })
  expect(planExactVariant([meaning('weber', { frequency: 4_000, exact: [7], exactFrequency: 900 })], ofThousands)).toBeUndefined()
  expect(planExactVariant([meaning('weber', { frequency: 4_000 })], ofThousands)).toBeUndefined()
  expect(planNextVariant({ exact: 7 }, 900)).toEqual({ exact: 8 })
  expect(planNextVariant({ exact: 8 }, 900)).toBeUndefined()
  // Only half of the expected companies have the typed form: the same is assumed for the other forms.
  const frequent = [meaning('umzug', { frequency: 4_000, offers: 4_000, exact: [7], exactFrequency: 1_800 })]
  expect(planOtherForms(frequent, ofThousands, 900)).toEqual({ strong: 8 })
  expect(planOtherForms(frequent, ofThousands, 400)).toEqual({ any: 8 })
})

test('an order by price searches all companies with the words, or the best of very many', () => {
  expect(planOrderedVariant([meaning('putzen', { frequency: 9_000, offers: 8_000 })], ofThousands)).toEqual({ any: 8 })
  expect(planOrderedVariant([meaning('putzen', { frequency: 300_000, offers: 200_000 })], ofMillion)).toEqual({ any: 3 })
})

test('filters leave fewer of those who offer it', () => {
  const words = [meaning('maler', { frequency: 2_000, offers: 2_000 })]
  expect(planFirstVariant(words, ofThousands)).toEqual({ strong: 8 })
  expect(planFirstVariant(words, { ...ofThousands, share: 0.5 })).toEqual({ any: 8 })
})

test('an empty marketplace is searched once', () => expect(planFirstVariant([], { companies: 0, share: 1 })).toEqual({ any: 8 }))

test.each([
  [['maler', 'gesucht'], ['maler']],
  [['gesucht'], ['gesucht']],
  [['er', 'put'], ['put']],
  [
    ['pc', 'reparatur'],
    ['pc', 'reparatur'],
  ],
  // 'hilfe' does not name the work.
  [['pc', 'hilfe'], ['pc']],
])('of %j, %j tell what is looked for', (typed, telling) => {
  const meanings = typed.map((word) => meaning(word, word === 'er' ? { near: [], inside: [7] } : {}))
  expect(chooseDistinctive(meanings).map(({ word }) => word)).toEqual(telling)
})

test('the small words of a place are left out when nobody writes them, a place that nobody knows is not', () => {
  const place = (word: string, near: number[]) => meaning(word, { isFilter: true, near })
  const words = (meanings: Meaning[]) => chooseDistinctive(meanings).map(({ word }) => word)
  expect(words([place('frankfurt', [1]), place('am', [])])).toEqual(['frankfurt'])
  expect(words([place('nirgendwo', [])])).toEqual(['nirgendwo'])
})
