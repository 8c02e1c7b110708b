import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawSprite, iconSprite } from '../scripts/icons.ts'

test('the file of icons is the one that the named icons make (npm run icons)', () => {
  expect(readFileSync(iconSprite, 'utf8')).toBe(drawSprite())
})
