import { expect, test } from 'vitest'
import { writtenDay, writtenIban, writtenPhone, writtenPostcode, writtenTime } from './typed.ts'

test.each([
  ['0941/123', '0941 123'],
  [' 0941 / 12 34-5 ', '0941 12 34-5'],
  ['+49.941.123', '+49 941 123'],
  ['0941\u2013123', '0941 123'],
  ['(0941)\u00a0123', '(0941) 123'],
  ['040 abc', '040 abc'],
])('the phone %s is written %s', (typed, written) => expect(writtenPhone(typed)).toBe(written))

test.each([
  ['24.12.2026', '2026-12-24'],
  ['4.1.2027', '2027-01-04'],
  [' 4. 1. 27 ', '2027-01-04'],
  ['2026-12-24', '2026-12-24'],
  ['31.2.2026', '2026-02-31'],
  ['morgen', 'morgen'],
])('the day %s is written %s', (typed, written) => expect(writtenDay(typed)).toBe(written))

test.each([
  ['9:00', '09:00'],
  ['14.30 Uhr', '14:30'],
  ['9 Uhr', '09:00'],
  ['09:30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['8', '08:00'],
  ['25:00', '25:00'],
  ['mittags', 'mittags'],
])('the time %s is written %s', (typed, written) => expect(writtenTime(typed)).toBe(written))

test.each([
  ['de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  [' DE89\u00a03704\t0044 0532013000', 'DE89370400440532013000'],
])('the IBAN %s is written %s', (typed, written) => expect(writtenIban(typed)).toBe(written))

test.each([
  ['D-22767', '22767'],
  ['de 22767', '22767'],
  ['22 767', '22767'],
  ['Hamburg', 'Hamburg'],
])('the postcode %s is written %s', (typed, written) => expect(writtenPostcode(typed)).toBe(written))
