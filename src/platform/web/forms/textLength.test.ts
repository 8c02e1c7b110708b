import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkTextLength } from './textLength.ts'

test.each([
  ['short', 399, 500, {}],
  ['near the limit', 400, 500, { count: '400 von 500 Zeichen' }],
  ['at the limit', 2_000, 2_000, { count: '2.000 von 2.000 Zeichen' }],
  ['too long', 2_001, 2_000, { problem: 'Bitte geben Sie höchstens 2.000 Zeichen ein, jetzt sind es 2.001.' }],
  ['too long for a few words', 31, 30, { problem: 'Bitte geben Sie höchstens 30 Zeichen ein, jetzt sind es 31.' }],
  ['a few words', 30, 30, {}],
])('%s: %i of %i characters', (_name, length, longest, expected) => {
  expect(checkTextLength({ typed: 'x'.repeat(length), longest })).toEqual(expected)
})

test('blanks around the text do not count', () => {
  expect(checkTextLength({ typed: `  ${'x'.repeat(20)}\n`, longest: 20 })).toEqual({})
})

test('no field cuts pasted text silently; a code has its digits alone', () => {
  const screens = globSync('src/**/*.tsx')
  expect(screens.length).toBeGreaterThan(200)
  const cutting = screens.filter((file) => /\bmaxlength\b/i.test(readFileSync(file, 'utf8').replace(/`maxlength`/g, '')))
  expect(cutting).toEqual(['src/platform/web/forms/OtpInput.tsx'])
})
