import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from './runs.ts'

const printed = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join('')

test.each([
  [
    'non-breaking hyphens and narrow blanks',
    'Müller\u2011Lüdenscheidt 12\u202f345 kg 1\u2009000 €',
    'Müller-Lüdenscheidt 12 345 kg 1 000 €',
  ],
  ['marks that are not seen', 'Soft\u00adHyphen\u200b \ufeff\u200eName\u2060', 'SoftHyphen Name'],
  ['Cyrillic', 'Юрий Щербаков', 'Yuriy Shcherbakov'],
  ['Greek', 'Γιώργος', 'Giorgos'],
  ['Arabic and Chinese leave something to read', 'محمد 王小明', expect.stringMatching(/^[A-Za-z]+ [A-Za-z]+$/)],
  ['ligatures, full width, fractions', 'ﬁx ＡＢ № ⅓', expect.stringMatching(/^fix AB N[o°º] 1\/?.?3$/)],
  ['a bullet, an arrow, a smiley', '▪ → 😀', expect.not.stringContaining('?')],
  ['a code point that is nothing', '\ue000', '[U+E000]'],
  ['a question mark of the data', 'Wann?', 'Wann?'],
])('%s', (_, text, expected) => {
  expect(printed(text)).toEqual(expected)
})

test('no letter, number or symbol becomes a question mark or vanishes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const letters = text.replace(/[^\p{L}\p{N}\p{S}\p{Co}]/gu, '')
      expect(printed(letters)).not.toContain('?')
      if (letters !== '') expect(printed(letters)).not.toBe('')
    }),
  )
})
