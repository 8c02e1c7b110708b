import { expect, test } from 'vitest'
import { receiptFor } from '../../../tests/receiptFixtures.ts'
import type { BookingReceipt } from './schemas.ts'
import { trackOf } from './track.ts'

const told = (fields: Partial<BookingReceipt>, today = '2026-11-27') =>
  trackOf(receiptFor(fields), today).map(({ label, text, state }) => [state, label, text].filter(Boolean).join(' '))

test('a paid booking goes from the payment over the appointment to the review', () => {
  expect(told({})).toEqual(['done Gebucht und bezahlt 01.11.2026', 'now Termin Do 03.12., 07:30 Uhr', 'next Bewertung nach dem Termin'])
  expect(told({}, '2026-12-03')[1]).toBe('now Termin Do 03.12., 07:30 Uhr')
  expect(told({ is_due: true }, '2026-12-04').slice(1)).toEqual(['done Termin Do 03.12., 07:30 Uhr', 'now Bewertung Wie war es?'])
})

test('an open request names the side that has to act, and its deadline', () => {
  const asked = { takes_place: false, booking_status: 'pending', paid_at: null } as const
  const request = (step: NonNullable<BookingReceipt['request']>['step']) =>
    told({ ...asked, request: { step, until: '2026-11-28T13:00:00.000Z', times: [], consent_until: null, pay_url: null, estimate: null } })
  expect(request('requested')).toEqual([
    'done Angefragt',
    expect.stringMatching(/^now Zusage des Anbieters bis .*14:00 Uhr$/),
    'next Termin Do 03.12., 07:30 Uhr',
  ])
  expect(request('countered')[1]).toMatch(/^now Ihre Antwort bis /)
  expect(request('accepting').slice(0, 2)).toEqual(['done Angenommen', 'now Abbuchung läuft gerade'])
  expect(request('payAgain')[1]).toMatch(/^now Ihre Zahlung bis /)
})

test('an appointment that does not take place has no steps, nor has an unpaid date of a series', () => {
  expect(told({ takes_place: false, booking_status: 'cancelled' })).toEqual([])
  expect(told({ takes_place: false, booking_status: 'pending', in_series: true })).toEqual([])
})
