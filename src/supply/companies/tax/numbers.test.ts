import { expect, test } from 'vitest'
import { isTaxId, isTaxNumber, isVatId } from './numbers.ts'

test.each([
  ['86095742719', true],
  ['47036892816', true],
  ['65929970489', true],
  ['86095742718', false],
  ['12345678901', false],
  ['11111111111', false],
  ['01234567899', false],
])('tax id %s: %s', (text, isRight) => expect(isTaxId(text)).toBe(isRight))

test.each([
  ['93815/08152', true],
  ['181/815/08155', true],
  ['21/815/08150', true],
  ['133/8150/8159', true],
  ['75 815 08152', true],
  ['2893081508152', true],
  ['5133081508159', true],
  ['181/815/0815', false],
  ['2893181508152', false],
  ['0000000000', false],
  ['DE136695976', false],
])('tax number %s: %s', (text, isRight) => expect(isTaxNumber(text)).toBe(isRight))

test.each([
  ['DE136695976', true],
  ['DE136695975', false],
  ['ATU12345678', true],
  ['NL123456789B01', true],
  ['EL123456789', true],
  ['GR123456789', false],
  ['FRXX123456789', true],
  ['US123456789', false],
])('VAT id %s: %s', (text, isRight) => expect(isVatId(text)).toBe(isRight))
