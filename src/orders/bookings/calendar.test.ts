import fc from 'fast-check'
import { expect, test } from 'vitest'
import { receiptFor } from '../../../tests/receiptFixtures.ts'
import { writeCalendar } from './calendar.ts'

/** Parses the file like a calendar: joins folded lines, splits names from values, undoes escapes (RFC 5545, 3.1 and 3.3.11). */
function readCalendar(file: string) {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
  const parts = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
  return Object.fromEntries(
    parts.map(([name = '', value = '']) => [name, value.replace(/\\([\\;,nN])/g, (_all, sign) => signs[sign] ?? sign)]),
  )
}
const signs: Record<string, string> = { n: '\n', N: '\n' }

test('an appointment in winter and in summer, in Berlin time', () => {
  const file = writeCalendar(receiptFor({ booking_date: '2026-12-03', booking_time: '07:30' }), 'handschlag.example')
  expect(readCalendar(file)).toMatchObject({
    VERSION: '2.0',
    UID: '019aa111-1111-4111-8111-1111aabbccdd@handschlag.example',
    DTSTART: '20261203T063000Z',
    DTSTAMP: '20261101T101500Z',
    SUMMARY: 'Reinigung nach Absprache – Glanzwerk Altona',
    LOCATION: 'Schmale Gasse 12, 22767 Hamburg',
    DESCRIPTION: 'Buchungsnummer aabbccdd\nGlanzwerk Altona\nMeike Petersen\n+49 40 66969101\nkontakt@glanzwerk.example',
  })
  expect(readCalendar(writeCalendar(receiptFor({ booking_date: '2026-07-03', booking_time: '07:30' }), 'x')).DTSTART).toBe(
    '20260703T053000Z',
  )
})

test('arbitrary input: lines of at most 75 bytes, no split characters, every character is preserved', () => {
  const typed = fc.array(fc.oneof(fc.constantFrom(...'\\;,:"ßü€😀nN '), fc.string({ unit: 'grapheme' }), fc.constant('BEGIN:VEVENT')), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(typed, (parts) => {
      const text = parts
        .join('')
        .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu, '')
        .trim()
      const file = writeCalendar(receiptFor({ location: text }), 'handschlag.example')
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line.isWellFormed()).toBe(true)
      }
      expect(readCalendar(file).LOCATION ?? '').toBe(text)
    }),
  )
})

test('a line break in the input starts no new property', () => {
  const file = writeCalendar(receiptFor({ location: 'Weg 1\r\nATTENDEE:mailto:a@b.example\u2028X' }), 'x')
  expect(file).not.toMatch(/^(ATTENDEE|X)/m)
  expect(readCalendar(file).LOCATION).toBe('Weg 1 ATTENDEE:mailto:a@b.example X')
})

test('purchased items are in the description', () => {
  const file = writeCalendar(receiptFor({ bought: [{ label: 'Büro reinigen, 2 Std. × 45,00 €', total: 90 }] }), 'handschlag.example')
  expect(file.replaceAll('\r\n ', '').replaceAll('\u00a0', ' ')).toContain('\\nBüro reinigen\\, 2 Std. × 45\\,00 €: 90\\,00 €\\n')
})
