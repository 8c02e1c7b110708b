import { expect, test } from 'vitest'
import { bookingNumbersIn, causeOf, type DeclaredBooking, declaration, declarationTexts, nameForMail } from './rules.ts'

const paid: DeclaredBooking = {
  serviceTitle: 'Reinigung nach Absprache',
  customerKind: 'consumer',
  earlyStartVersion: null,
  bookingStatus: 'confirmed',
  bookingDate: '2027-01-20',
  bookingTime: '07:30:00',
  paidAt: new Date('2026-12-11T09:00:00Z'),
}
const lastSecond = new Date('2026-12-28T22:59:59Z')
const oneLater = new Date('2026-12-28T23:00:00Z')

test.each([
  ['in time, up to the last second of a day that Christmas and a weekend moved', paid, lastSecond, undefined],
  ['one second later', paid, oneLater, 'late'],
  ['not paid yet: there is no period that could be over', { ...paid, bookingStatus: 'pending', paidAt: null }, oneLater, undefined],
  ['cancelled', { ...paid, bookingStatus: 'cancelled' }, lastSecond, 'alreadyCancelled'],
  ['as a business', { ...paid, customerKind: 'business' }, lastSecond, 'business'],
  ['catering', { ...paid, serviceTitle: 'Catering nach Absprache' }, lastSecond, 'exempt'],
  ['catering under the title of earlier bookings', { ...paid, serviceTitle: 'Catering Service' }, lastSecond, 'exempt'],
  ['transport of goods', { ...paid, serviceTitle: 'Transport nach Absprache' }, lastSecond, 'exempt'],
  ['begun, as it was asked for', { ...paid, bookingDate: '2026-12-20', earlyStartVersion: '1' }, lastSecond, 'started'],
  ['the second before', { ...paid, bookingDate: '2026-12-20', earlyStartVersion: '1' }, new Date('2026-12-20T06:29:59Z'), undefined],
  ['begun without being asked for', { ...paid, bookingDate: '2026-12-20' }, lastSecond, undefined],
] as const)('%s', (_name, booking, at, cause) => {
  expect(causeOf(booking, at)).toBe(cause)
})

test.each([
  ['01993b2e-7f00-7abc-8def-0123456789ab', ['456789ab']],
  ['Buchung 456789AB vom 3.12.', ['456789ab']],
  ['456789ab und 11112222', ['456789ab', '11112222']],
  ['Reinigung am 03.12.2026', []],
  ['1456789ab', []],
])('numbers in %s', (typed, numbers) => {
  expect(bookingNumbersIn(typed)).toEqual(numbers)
})

test.each([
  ['Dr. Jürgen Müller-Lüdenscheidt', 'Dr. Jürgen Müller-Lüdenscheidt'],
  ["Sinéad O'Connor", "Sinéad O'Connor"],
  ['Jetzt gewinnen: https://evil.example/x', 'Jetzt gewinnen httpsevil. examplex'],
  ['Rufen Sie 0900 123456 an', 'Rufen Sie an'],
  ['kontakt@evil.example', 'kontaktevil. example'],
  ['12345', 'wie angegeben'],
  ['x'.repeat(200), 'x'.repeat(60)],
  ['Sie haben gewonnen rufen Sie an', 'Sie haben gewonnen rufen Sie'],
])('%s in a mail', (typed, shown) => {
  expect(nameForMail(typed)).toBe(shown)
})

test('only what is missing is refused', () => {
  const texts = declaration.safeParse({ name: ' ', contract: '\u200b', email: 'katrin@' }).error?.issues.map(({ message }) => message)
  expect(texts).toEqual([declarationTexts.name, declarationTexts.contract, declarationTexts.email])
  const odd = { name: '<script>', contract: '🧹 am Dienstag', email: ' Katrin@Kunde.example ' }
  expect(declaration.parse(odd)).toEqual({ ...odd, email: 'katrin@kunde.example' })
})
