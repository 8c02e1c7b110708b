import { expect, test } from 'vitest'
import { complaintsAbout } from './subjectRules.ts'

test.each([
  'payouts: retry a refused transfer',
  'calendars, search: skip days without opening hours\n\nWhy.',
  'src/platform/kit: round once\n# comments of the editor are not read',
  "Merge branch 'main'",
  `a: ${'b'.repeat(69)}`,
])('%j has the right form', (message) => expect(complaintsAbout(message)).toEqual([]))

test.each([
  ['Fixed the payouts', /area/],
  ['Payouts: retry a refused transfer', /area/],
  ['payouts:retry', /area/],
  ['payouts: retry a refused transfer.', /full stop/],
  ['payouts: retry a refused transfer\nbecause the bank was away', /empty line/],
  [`a: ${'b'.repeat(70)}`, /73 characters/],
  ['', /area/],
])('%j is refused', (message, complaint) => {
  expect(complaintsAbout(message)).toEqual([expect.stringMatching(complaint)])
})
