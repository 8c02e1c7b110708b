import { expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { prefilledAmount, requestOfDraft } from './draftRules.ts'
import { bookingDetailsAt, bookingRequestAt } from './order/rules.ts'
import { orderButtons } from './rules.ts'

const today = '2026-11-21'
/** Half an hour before the appointment, which is at 07:30. */
const now = berlinInstant(today, '07:00')
const right = {
  companyId: '019aa111-1111-7111-8111-111111111111',
  customerName: 'Katrin Bergmann',
  customerEmail: 'katrin@kunde.example',
  customerPhone: '+49 (40) 66969-140',
  date: today,
  time: '07:30',
  location: '22767 Hamburg',
  amount: 138,
  description: '',
}
const textsOf = (fields: object, at = now) =>
  bookingRequestAt(at)
    .safeParse({ ...right, ...fields })
    .error?.issues.map((issue) => issue.message) ?? []

test('a valid request passes, also for today, with the address trimmed and in lower case', () => {
  expect(bookingRequestAt(now).parse({ ...right, customerEmail: '  Katrin@Kunde.EXAMPLE ' }).customerEmail).toBe('katrin@kunde.example')
})

test('typed values are normalised before they are checked', () => {
  const typed = { ...right, customerPhone: '0941/123', date: '24.12.2026', time: '9 Uhr' }
  expect(bookingRequestAt(now).parse(typed)).toMatchObject({ customerPhone: '0941 123', date: '2026-12-24', time: '09:00' })
})

test.each([
  ['customerName', 'K', 'Name muss zwischen 2 und 100 Zeichen lang sein'],
  ['customerName', 'K'.repeat(101), 'Name muss zwischen 2 und 100 Zeichen lang sein'],
  ['customerEmail', 'katrin', 'Ungültige E-Mail-Adresse'],
  ['customerEmail', `${'k'.repeat(250)}@kunde.example`, 'Ungültige E-Mail-Adresse'],
  ['customerPhone', '+4940&123', 'Ungültige Telefonnummer'],
  ['customerPhone', '12345678901234567', 'Ungültige Telefonnummer'],
  ['location', 'HH', 'Ort muss zwischen 5 und 500 Zeichen lang sein'],
  ['location', 'H'.repeat(501), 'Ort muss zwischen 5 und 500 Zeichen lang sein'],
  ['date', '', 'Datum ist erforderlich'],
  ['date', '2026-02-30', 'Datum ist erforderlich'],
  ['date', '2026-11-20', 'Datum kann nicht in der Vergangenheit liegen'],
  ['time', '', 'Uhrzeit ist erforderlich'],
  ['time', '24:00', 'Uhrzeit ist erforderlich'],
  ['amount', 0, 'Betrag muss zwischen 1 und 10.000 Euro liegen'],
  ['amount', 0.99, 'Betrag muss zwischen 1 und 10.000 Euro liegen'],
  ['amount', 10_000.01, 'Betrag muss zwischen 1 und 10.000 Euro liegen'],
  ['amount', 1.005, 'Betrag muss zwischen 1 und 10.000 Euro liegen'],
  ['amount', Number.NaN, 'Betrag muss zwischen 1 und 10.000 Euro liegen'],
  ['description', 'x'.repeat(1_001), 'Beschreibung darf maximal 1000 Zeichen lang sein'],
])('%s = %s is refused: %s', (field, value, text) => expect(new Set(textsOf({ [field]: value }))).toEqual(new Set([text])))

test.each([
  ['customerPhone', ''],
  ['customerPhone', '1234567890123456'],
  ['amount', 1],
  ['amount', 10_000],
  ['description', 'x'.repeat(1_000)],
  ['location', 'Hmbrg'],
])('%s = %s passes', (field, value) => expect(textsOf({ [field]: value })).toEqual([]))

const timeFaults = (date: string, time: string, at: Date) =>
  bookingRequestAt(at)
    .safeParse({ ...right, date, time })
    .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
const timePast = 'time: Uhrzeit kann nicht in der Vergangenheit liegen'
const noSuchTime = 'time: Diese Uhrzeit gibt es an diesem Tag nicht, weil die Uhren vorgestellt werden'
const tooFar = 'date: Datum kann höchstens 18 Monate im Voraus liegen'

test.each([
  ['00:05 of a day at 17:00', '2026-11-21', '00:05', '2026-11-21T16:00:00Z', [timePast]],
  ['the very minute', '2026-11-21', '17:00', '2026-11-21T16:00:00Z', [timePast]],
  ['the same minute, later', '2026-11-21', '17:00', '2026-11-21T16:00:59Z', [timePast]],
  ['the next minute', '2026-11-21', '17:01', '2026-11-21T16:00:59Z', []],
  [
    'yesterday is told at the day alone',
    '2026-11-20',
    '07:30',
    '2026-11-21T16:00:00Z',
    ['date: Datum kann nicht in der Vergangenheit liegen'],
  ],
  ['after midnight in Berlin, before it in London', '2026-07-01', '00:10', '2026-06-30T22:05:00Z', []],
  ['an hour that the clocks leap over', '2027-03-28', '02:30', '2026-11-21T16:00:00Z', [noSuchTime]],
  ['the hour before the leap', '2027-03-28', '01:59', '2026-11-21T16:00:00Z', []],
  ['the hour after the leap', '2027-03-28', '03:00', '2026-11-21T16:00:00Z', []],
  ['an hour that comes twice means the first', '2026-10-25', '02:30', '2026-10-25T00:29:00Z', []],
  ['and its second coming is past', '2026-10-25', '02:30', '2026-10-25T00:31:00Z', [timePast]],
  ['eighteen months ahead', '2028-05-21', '07:30', '2026-11-21T16:00:00Z', []],
  ['a day more', '2028-05-22', '07:30', '2026-11-21T16:00:00Z', [tooFar]],
  ['a hundred years ahead', '2126-11-21', '07:30', '2026-11-21T16:00:00Z', [tooFar]],
  ['from the end of a long month to that of a short one', '2028-02-29', '07:30', '2026-08-31T16:00:00Z', []],
  ['and not a day more', '2028-03-01', '07:30', '2026-08-31T16:00:00Z', [tooFar]],
])('the past is decided by the moment of the appointment: %s', (_case, date, time, at, faults) =>
  expect(timeFaults(date, time, new Date(at))).toEqual(faults),
)

test('a past time is reported together with all other errors', () =>
  expect(new Set(textsOf({ customerName: 'K', time: '00:05' }))).toEqual(
    new Set(['Name muss zwischen 2 und 100 Zeichen lang sein', 'Uhrzeit kann nicht in der Vergangenheit liegen']),
  ))

test('six files are too many', () => {
  expect(textsOf({ attachmentIds: Array(6).fill(right.companyId) })).toEqual(['Maximal 5 Dateien erlaubt.'])
})

test('the first step is checked without the second, by the same rules', () => {
  const chosen = { serviceId: '', optionIds: '', quantity: '1', agreedWith: '' }
  const untouched = { ...chosen, customerKind: 'consumer', earlyStartConsent: '', billingAddress: '' }
  const draft = { ...right, ...untouched, customerName: 'K', time: '00:05', description: 'x'.repeat(2_000), amount: '34,50' }
  const fields = bookingDetailsAt(now)
    .safeParse(requestOfDraft(draft, undefined))
    .error?.issues.map((issue) => issue.path.join('.'))
  expect(fields).toEqual(['customerName', 'time'])
})

test('the amount is prefilled from the price text', () => {
  expect([prefilledAmount(3_450), prefilledAmount(2_800), prefilledAmount(null)]).toEqual(['34,50', '28,00', ''])
})

test('the order button has the specified labels verbatim', () =>
  expect(orderButtons).toEqual({ book: 'Jetzt buchen & bezahlen', oblige: 'Zahlungspflichtig buchen' }))
