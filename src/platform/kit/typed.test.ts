import { expect, test } from 'vitest'
import { isEmail, telLink, writtenDay, writtenEmail, writtenIban, writtenPhone, writtenPostcode, writtenTime } from './typed.ts'

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

test.each([
  ['\u202a+49 170 1234567\u202c', '+49 170 1234567'],
  ['0941\u200b/\u00a0123\u201145', '0941 123 45'],
  ['Tel.: 0941 123', '0941 123'],
  ['０９４１ １２３', '0941 123'],
])('a pasted phone number: %j', (typed, written) => expect(writtenPhone(typed)).toBe(written))

test.each([
  'IBAN: DE89-3704-0044-0532-0130-00',
  'de89\u00a03704\u202f0044 0532.0130.00',
  '\u200eDE89370400440532013000\ufeff',
  'IBAN DE89 3704 0044 0532 0130 00',
])('a pasted IBAN: %j', (typed) => expect(writtenIban(typed)).toBe('DE89370400440532013000'))

test.each([
  ['info@firma.de\u200b', 'info@firma.de', true],
  ['\u202aInfo@Firma.DE\u202c ', 'info@firma.de', true],
  ['mailto:info@firma.de', 'info@firma.de', true],
  ['<info@firma.de>', 'info@firma.de', true],
  ['Post@Bäckerei-Müller.de', 'post@bäckerei-müller.de', true],
  ['post@xn--bckerei-mller-gfb25a.de', 'post@xn--bckerei-mller-gfb25a.de', true],
  ['post@почта.рф', 'post@почта.рф', true],
  ["o'neil+x@sub.firma.co.uk", "o'neil+x@sub.firma.co.uk", true],
  ['info@firma', 'info@firma', false],
  ['info@@firma.de', 'info@@firma.de', false],
  ['in fo@firma.de', 'in fo@firma.de', false],
  ['info@fir ma.de', 'info@fir ma.de', false],
  ['info@müller.de/x', 'info@müller.de/x', false],
  ['a..b@firma.de', 'a..b@firma.de', false],
  ['@firma.de', '@firma.de', false],
  ['', '', false],
])('a pasted e-mail address: %j', (typed, written, isOne) =>
  expect([writtenEmail(typed), isEmail(writtenEmail(typed))]).toEqual([written, isOne]),
)

test.each([
  ['+49 (0) 941 123-45', 'tel:+4994112345'],
  ['0049 (0)941 123', 'tel:+49941123'],
  ['+49 [0] 941 123', 'tel:+49941123'],
  ['(0941) 123', 'tel:0941123'],
  ['+49 941 123 Durchwahl 45', 'tel:+49941123'],
  ['0941/123', 'tel:0941123'],
])('%s is dialled as %s', (phone, link) => expect(telLink(phone)).toBe(link))
