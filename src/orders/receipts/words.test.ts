import { describe, expect, test } from 'vitest'
import { freeCancellationEnd } from '#src/orders/bookings/customerCancelRules.ts'
import { receiptFor } from '../../../tests/receiptFixtures.ts'
import { cancelConsequence, nextSteps, stateOf } from './rules.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const off = { takes_place: false, booking_status: 'cancelled' } as const

describe('texts of the page of a booking', () => {
  test.each([
    [
      'confirmed',
      {},
      'Ihre Buchung ist bestätigt',
      'Reinigung nach Absprache bei Glanzwerk Altona am Donnerstag, 3. Dezember 2026, 07:30 Uhr.',
      'Bezahlt',
    ],
    [
      'confirmed, today',
      { booking_date: '2026-11-27', is_due: true },
      'Ihr Termin ist heute',
      'Reinigung nach Absprache bei Glanzwerk Altona am Freitag, 27. November 2026, 07:30 Uhr.',
      'Bezahlt',
    ],
    [
      'confirmed, over',
      { booking_date: '2026-11-26', is_due: true },
      'Ihr Termin liegt zurück',
      'Reinigung nach Absprache bei Glanzwerk Altona am Donnerstag, 26. November 2026, 07:30 Uhr.',
      'Bezahlt',
    ],
    [
      'waiting',
      { takes_place: false, booking_status: 'pending' },
      'Ihre Buchung wird bestätigt',
      'Die Bestätigung kommt per E-Mail.',
      'Betrag',
    ],
    [
      'cancelled, money on its way',
      { ...off, refund_pending: 138 },
      'Diese Buchung ist storniert',
      'Der Termin findet nicht statt. Wir erstatten Ihnen 138,00 €.',
      'Betrag',
    ],
    [
      'cancelled and refunded',
      { ...off, payment_status: 'refunded', refunded: 138 },
      'Diese Buchung ist storniert',
      'Der Betrag wurde Ihnen erstattet.',
      'Erstattet',
    ],
    [
      'cancelled, refund not entered',
      off,
      'Diese Buchung ist storniert',
      'Der Termin findet nicht statt. Eine Erstattung ist noch nicht verbucht.',
      'Betrag',
    ],
    [
      'cancelled before it was paid',
      { ...off, paid_at: null, payment_status: 'failed' },
      'Diese Buchung ist storniert',
      'Der Termin findet nicht statt. Es wurde nichts abgebucht.',
      'Betrag',
    ],
  ] as const)('%s', (_state, fields, title, text, amountLabel) => {
    const state = stateOf(receiptFor(fields), { isNew: false, today: '2026-11-27' })
    expect([state.title, plain(state.text), state.amountLabel]).toEqual([title, text, amountLabel])
  })

  test('the title of a booking for today confirms it right after the payment, and names the day afterwards', () => {
    const titleOf = (isNew: boolean) => stateOf(receiptFor({ booking_date: '2026-11-27' }), { isNew, today: '2026-11-27' }).title
    expect([titleOf(true), titleOf(false)]).toEqual(['Ihre Buchung ist bestätigt', 'Ihr Termin ist heute'])
  })

  test('a mailed confirmation is mentioned right after the payment only', () => {
    const textOf = (isNew: boolean) => stateOf(receiptFor(), { isNew, today: '2026-11-27' }).text
    expect(textOf(true)).toMatch(/Uhr\. Eine Bestätigung haben wir Ihnen per E-Mail geschickt\.$/)
    expect(textOf(false)).not.toContain('Bestätigung')
  })

  test('next steps', () => {
    expect(nextSteps(receiptFor())).toEqual([
      'Fragen zum Termin klären Sie direkt mit Glanzwerk Altona.',
      'Bis 02.12.2026, 07:30 Uhr können Sie kostenlos stornieren.',
      'Nach dem Termin bitten wir Sie um Ihre Bewertung.',
    ])
    expect(nextSteps(receiptFor({ cancel_refusal: 'zu spät' })).length).toBe(2)
    expect(nextSteps(receiptFor({ is_due: true }))).toEqual([
      'Fragen zum Termin klären Sie direkt mit Glanzwerk Altona.',
      'Nach dem Termin freuen wir uns auf Ihre Bewertung.',
    ])
    expect(nextSteps(receiptFor({ ...off, refund_pending: 138 }))).toEqual([
      'Sobald das Geld unterwegs ist, bekommen Sie eine E-Mail.',
      'Bis es auf Ihrem Konto ist, dauert es je nach Bank einige Werktage.',
    ])
    expect(nextSteps(receiptFor({ ...off, payment_status: 'refunded', refunded: 138 }))).toEqual([])
  })

  test('free cancellation ends 24 hours before, also across a clock change', () => {
    const end = (bookingDate: string) => freeCancellationEnd({ bookingDate, bookingTime: '07:30:00' }).toISOString()
    expect([end('2026-12-03'), end('2026-10-25'), end('2026-03-29')]).toEqual([
      '2026-12-02T06:30:00.000Z',
      '2026-10-24T06:30:00.000Z',
      '2026-03-28T05:30:00.000Z',
    ])
  })

  test('question before a cancellation', () => {
    expect(plain(cancelConsequence(receiptFor({ refunded: 38 })))).toBe(
      'Der Termin findet dann nicht statt, und Sie bekommen 100,00 € zurück. Das lässt sich nicht rückgängig machen.',
    )
  })
})
