import { expect, test } from 'vitest'
import { factsBefore } from './before.ts'

const methods = { direct: ['paypal', 'card'], held: ['card'], subscription: ['card'] } as const
const asked = { town: '22767 Hamburg', isRequest: false, answerHours: 24, methods }
const told = (fields: Parameters<typeof factsBefore>[0]) => factsBefore(fields).map(({ label, value }) => `${label}: ${value}`)

test('place, payment and next step are known before the first field', () => {
  const service = { priceKind: 'fixed', places: ['customer'] } as const
  expect(told({ ...asked, service: { ...service, places: [...service.places] } })).toEqual([
    'Ort: Bei Ihnen vor Ort',
    'Zahlung: Mit PayPal, Karte, Apple Pay oder Google Pay, im letzten Schritt',
    'Danach: Sofort gebucht, Bestätigung per E-Mail',
  ])
  expect(told({ ...asked, isRequest: true, service: { priceKind: 'hourly', places: ['shop', 'remote'] } })).toEqual([
    'Ort: Beim Anbieter, 22767 Hamburg oder telefonisch oder online',
    'Zahlung: Mit Karte, Apple Pay oder Google Pay, abgebucht wird erst bei Zusage',
    'Danach: Antwort in höchstens 24 Stunden, per E-Mail',
  ])
  expect(told({ ...asked, isRequest: true, service: { priceKind: 'from', places: ['customer', 'shop'] } })).toEqual([
    'Ort: Bei Ihnen vor Ort oder beim Anbieter, 22767 Hamburg',
    'Zahlung: Mit Karte, Apple Pay oder Google Pay, abgebucht wird nur der bestätigte Preis',
    'Danach: Preis und Zusage in höchstens 24 Stunden, per E-Mail',
  ])
})

test('a company without services has no place, and a service on quote has a form of its own', () => {
  expect(told({ ...asked, service: undefined })).toEqual([
    'Zahlung: Mit PayPal, Karte, Apple Pay oder Google Pay, im letzten Schritt',
    'Danach: Sofort gebucht, Bestätigung per E-Mail',
  ])
  expect(told({ ...asked, service: { priceKind: 'quote', places: ['customer'] } })).toEqual([])
})
