import { expect, test } from 'vitest'
import { faqData, faqOf } from './faq.ts'
import { reportAddress } from './reportAddressRules.ts'
import { companyIdIn } from './reportRules.ts'
import { isSuspect } from './trapRules.ts'

const methods = { direct: ['paypal', 'card'], held: ['card'], subscription: ['card'] } as const
const parts = faqOf({ payoutWeekday: 3, firstPayoutHoldDays: 7, methods })
const answers = parts
  .flatMap(({ questions }) => questions.flatMap(({ answer }) => answer))
  .join('\n')
  .replaceAll('\u00a0', ' ')

test.each([
  'Basic kostet 25,00 € im Monat, die Provision beträgt 3 % je bezahlter Buchung.',
  'Premium kostet 30,00 € im Monat, die Provision beträgt 1,5 % je bezahlter Buchung.',
  'Mit Basic zahlen wir jeden Mittwoch aus. Mit Premium zahlen wir an jedem Bankarbeitstag aus. Bis der Betrag auf Ihrem Konto steht, vergehen 2–3 Werktage.',
  'ab 1 Tag nach dem Termin',
  'Ihre erste Auszahlung wartet 7 Tage',
  'Innerhalb von 24 Stunden, per E-Mail.',
  'wirksam zum Ende des bezahlten Monats',
  'Wir schicken den 6-stelligen Code an die Adresse Ihres Kontos. Er gilt 10 Minuten und 5 Versuche',
  'einen 8-stelligen Code',
  'Er gilt 14 Tage und nur einmal. Nach 5 falschen Versuchen',
  'In 4 Schritten: Konto, Plan, Firmendaten, Zahlung.',
  'Bis 24 Stunden vor dem Termin stornieren Sie kostenfrei',
  'innerhalb von 14 Tagen ohne Gründe widerrufen. Bei Catering und Transport mit festem Termin besteht kein Widerrufsrecht.',
])('the answers say: %s', (text) => expect(answers).toContain(text))

test('no hold, no sentence about it', () => {
  expect(JSON.stringify(faqOf({ payoutWeekday: 1, firstPayoutHoldDays: 0, methods }))).not.toContain('erste Auszahlung')
})

test('search engines read every question with its whole answer', () => {
  const { mainEntity } = faqData(parts)
  expect(mainEntity.length).toBe(parts.flatMap(({ questions }) => questions).length)
  expect(new Set(mainEntity.map(({ name }) => name)).size).toBe(mainEntity.length)
  expect(mainEntity.every(({ acceptedAnswer }) => acceptedAnswer.text.length > 20)).toBe(true)
})

const id = '0199d1a2-4c3b-7d5e-8f60-112233445566'
test.each([
  [`https://handschlag.example/service/${id}`, id],
  [`/service/${id.toUpperCase()}?x=1`, id],
  [`Auf handschlag.example/service/${id}, drittes Bild`, id],
  [`https://handschlag.example/service/${id}0`, undefined],
  ['https://handschlag.example/search', undefined],
])('the profile that %s leads to', (page, found) => expect(companyIdIn(page)).toBe(found))

test('addresses of the form', () => {
  expect([reportAddress({ reviewId: id }), reportAddress({ companyId: id })]).toEqual([
    `/inhalt-melden?bewertung=${id}`,
    `/inhalt-melden?profil=${id}`,
  ])
})

const now = new Date('2026-11-21T12:00:00Z')
test.each([
  ['', '2026-11-21T11:59:57Z', 1, false],
  ['', '2026-11-21T11:59:57.001Z', 1, true],
  ['', '2026-11-21T11:59:59Z', 1_000, false],
  ['x', '2026-11-21T11:00:00Z', 1, true],
  ['', 'gestern', 1, true],
])('field %j, opened at %s, factor %i: suspect %s', (blank, openedAt, factor, expected) => {
  expect(isSuspect({ blank, openedAt }, { now, factor })).toBe(expected)
})
