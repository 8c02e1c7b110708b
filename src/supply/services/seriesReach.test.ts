import { expect, test } from 'vitest'
import { fewDatesText } from './seriesReach.ts'

const none = 'Eine Serie alle 4 Wochen ist so nicht möglich, mit 180 Tagen hat sie bis zu 7 Termine.'
const few = (count: number) => `Eine Serie alle 4 Wochen hat so höchstens ${count} Termine, mit 180 Tagen 7.`

test.each([
  [1, none],
  [32, none],
  [33, few(2)],
  [60, few(2)],
  [61, few(3)],
  [88, few(3)],
  [89, undefined],
  [180, undefined],
  [Number.NaN, undefined],
])('a booking horizon of %s days warns how few dates it leaves for a series', (horizonDays, said) => {
  expect(fewDatesText(horizonDays)).toBe(said)
})
