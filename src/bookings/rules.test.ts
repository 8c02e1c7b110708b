import { expect, test } from 'vitest'
import { bookingDetailsOn, bookingRequestOn, orderButtons, prefilledAmount, requestOfDraft } from './rules.ts'

const today = '2026-11-21'
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
const textsOf = (fields: object) =>
  bookingRequestOn(today)
    .safeParse({ ...right, ...fields })
    .error?.issues.map((issue) => issue.message) ?? []

test('a right request passes, today included, with the address trimmed and in lower case', () => {
  expect(bookingRequestOn(today).parse({ ...right, customerEmail: '  Katrin@Kunde.EXAMPLE ' }).customerEmail).toBe('katrin@kunde.example')
})

test.each([
  ['customerName', 'K', 'Name muss zwischen 2 und 100 Zeichen lang sein'],
  ['customerName', 'K'.repeat(101), 'Name muss zwischen 2 und 100 Zeichen lang sein'],
  ['customerEmail', 'katrin', 'Ungültige E-Mail-Adresse'],
  ['customerEmail', `${'k'.repeat(250)}@kunde.example`, 'Ungültige E-Mail-Adresse'],
  ['customerPhone', '+4940/123', 'Ungültige Telefonnummer'],
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

test('six files are too many', () => {
  expect(textsOf({ attachmentIds: Array(6).fill(right.companyId) })).toEqual(['Maximal 5 Dateien erlaubt.'])
})

test('the first step is judged without the second, by the same rules', () => {
  const untouched = { customerKind: 'consumer', earlyStartConsent: '' }
  const draft = { ...right, ...untouched, customerName: 'K', description: 'x'.repeat(2_000), amount: '34,50' }
  const fields = bookingDetailsOn(today)
    .safeParse(requestOfDraft(draft))
    .error?.issues.map((issue) => issue.path.join('.'))
  expect(fields).toEqual(['customerName'])
})

test('the amount is prefilled from the price text', () => {
  expect([prefilledAmount(3_450), prefilledAmount(2_800), prefilledAmount(null)]).toEqual(['34,50', '28,00', ''])
})

test('the order button is named to the letter', () =>
  expect(orderButtons).toEqual({ book: 'Jetzt buchen & bezahlen', oblige: 'Zahlungspflichtig buchen' }))
