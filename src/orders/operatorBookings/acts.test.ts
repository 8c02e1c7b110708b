import { expect, test } from 'vitest'
import { cancelConsequence, cancelRefusal, refundConsequence, refundRefusal, shareFate, shareLost } from './acts.ts'
import type { AdminBookingDetails } from './rules.ts'

const at = '2026-11-21T09:00:00.000Z'
const paid: AdminBookingDetails = {
  id: '01a1fef0-68a5-7eeb-8402-026557bcc9a9',
  company_id: '01a1fef0-68a5-7eeb-8402-026557bcc9aa',
  company_name: 'Glanzwerk Altona',
  service_title: 'Reinigung nach Absprache',
  customer_name: 'Katrin Bergmann',
  customer_email: 'katrin@kunde.example',
  customer_phone: '',
  location: '22767 Hamburg',
  description: '',
  booking_date: '2026-12-03',
  booking_time: '07:30',
  amount: 138,
  bought: [],
  series: null,
  insider: null,
  whole_series: null,
  job_id: null,
  supplements: [],
  plan: null,
  is_instalment: false,
  agreed_with: null,
  refunded: 0,
  booking_status: 'confirmed',
  request_status: null,
  payment_status: 'paid',
  payout_processed: false,
  company: { company_name: 'Glanzwerk Altona', email: 'kontakt@glanzwerk.example', contact_person: 'Meike Petersen', phone: '' },
  commission_basis_points: 300,
  platform_fee: 4.14,
  company_share: 133.86,
  refund_pending: 0,
  refundable: 138,
  stripe_payment_intent_id: 'pi_1',
  session_id: 'cs_1',
  expires_at: at,
  paid_at: at,
  payable_at: at,
  payout_processed_at: null,
  cancelled_at: null,
  cancel_reason: null,
  created_at: at,
  updated_at: at,
  attachments: [],
  refunds: [],
  payouts: [],
  reversals: [],
  disputes: [],
  history: [],
  ledger: [],
}
const payout = {
  id: paid.id,
  rail: 'transfer' as const,
  status: 'pending' as const,
  amount: 133.86,
  stripe_transfer_id: null,
  processed_at: null,
  is_released: false,
  created_at: at,
}
const dispute = { id: 'dp_1', amount: 138, status: 'open' as const, opened_at: at, due_by: null, closed_at: null }
const unpaid = { ...paid, booking_status: 'pending' as const, payment_status: 'pending' as const, paid_at: null, refundable: 0 }

test.each([
  ['paid', paid, undefined, undefined],
  ['not paid', unpaid, 'Diese Buchung wurde nicht bezahlt.', undefined],
  ['in a payout that is under way', { ...paid, payouts: [payout] }, undefined, undefined],
  [
    'disputed',
    { ...paid, disputes: [dispute] },
    'Die Zahlung ist angefochten. Sie kann erst erstattet werden, wenn die Bank entschieden hat.',
    'Die Zahlung ist angefochten. Die Buchung kann erst storniert werden, wenn die Bank entschieden hat.',
  ],
  ['won after a dispute', { ...paid, disputes: [{ ...dispute, status: 'won' as const }] }, undefined, undefined],
  [
    'cancelled and refunded',
    { ...paid, booking_status: 'cancelled' as const, refundable: 0 },
    'Von dieser Buchung ist nichts mehr zu erstatten.',
    'Diese Buchung ist bereits storniert.',
  ],
])('%s: what the operator cannot do, and why', (_state, booking, noRefund, noCancellation) => {
  expect([refundRefusal(booking), cancelRefusal(booking)]).toEqual([noRefund, noCancellation])
})

test('the share shrinks by the same cents as on the server, pending refunds included', () => {
  expect([shareLost(paid, 13_800), shareLost(paid, 3_800), shareLost(paid, 1)]).toEqual([13_386, 3_686, 1])
  expect(shareLost({ ...paid, refund_pending: 38, refundable: 100 }, 10_000)).toBe(9_700)
})

test('what the operator confirms', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(refundConsequence(paid, 3_800))).toBe(
    'Katrin Bergmann bekommt 38,00 € zurück, der Anteil von Glanzwerk Altona sinkt um 36,86 €, und das lässt sich nicht rückgängig machen.',
  )
  const start = 'Die Buchung ist dann endgültig storniert, Kunde und Anbieter lesen Ihren Grund, und'
  expect(plain(cancelConsequence(paid))).toBe(`${start} 138,00 € gehen an Katrin Bergmann zurück.`)
  expect(cancelConsequence(unpaid)).toBe(`${start} eine Zahlung, die noch eingeht, wird in voller Höhe erstattet.`)
  expect(plain(cancelConsequence({ ...paid, payouts: [{ ...payout, rail: 'sepa' }] }))).toBe(
    `${start} 138,00 € gehen an Katrin Bergmann zurück. Der Anteil ist schon ausgezahlt oder unterwegs. Er wird mit den nächsten Auszahlungen verrechnet.`,
  )
  expect(cancelConsequence({ ...paid, refundable: 0 })).toBe(`${start} es geht kein Geld mehr zurück.`)
  expect(shareFate(paid)).toBe('Ausgezahlt wird nur der Anteil an dem, was bleibt.')
  expect(shareFate({ ...paid, payouts: [payout] })).toContain('Wir holen ihn zurück')
  expect(shareFate({ ...paid, payouts: [{ ...payout, rail: 'sepa' }] })).toContain('mit den nächsten Auszahlungen verrechnet')
})
