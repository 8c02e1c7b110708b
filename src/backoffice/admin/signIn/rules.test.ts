import { expect, test } from 'vitest'
import { adminLimits, adminTexts } from '#src/foundation/accounts/operator/signInRules.ts'
import { areaOf, tabs } from '../shell/Areas.tsx'
import { codeAttempt, passwordAttempt } from './rules.ts'

test('the texts of the gates, to the letter', () => {
  expect([
    adminTexts.sendFailed,
    adminTexts.sendRefused('Grund'),
    adminTexts.codeWrong,
    adminTexts.codeMalformed,
    adminTexts.adminCodeWrong,
    adminTexts.codeIncomplete,
    adminTexts.rateLimit,
    adminTexts.passwordUnchecked,
    adminTexts.passwordWrong,
    adminTexts.passwordFailed,
  ]).toEqual([
    'Fehler beim Senden des Codes',
    'Fehler beim Senden des Admin-Codes: Grund',
    'Ungültiger oder abgelaufener Code',
    'Ungültiger Code',
    'Ungültiger oder abgelaufener Admin-Code',
    'Bitte geben Sie den vollständigen 6-stelligen Code ein.',
    'Rate-Limit aktiv',
    'Ungültiger Code oder Fehler bei der Überprüfung',
    'Ungültige Anmeldedaten',
    'Fehler bei der Authentifizierung',
  ])
})

test('the limits that docs/spec.md names', () => {
  expect([adminLimits.sessionMs, adminLimits.recheckMs, adminLimits.passwordTries]).toEqual([
    7_200_000,
    60_000,
    { max: 5, windowSeconds: 900 },
  ])
})

test.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 123456', null, 123_456])('%j is no code', (code) => {
  expect(codeAttempt.safeParse({ code }).error?.issues.map(({ message }) => message)).toEqual(['Ungültiger Code'])
})

test.each([
  ['', 'Bitte geben Sie das Admin-Passwort ein.'],
  [undefined, 'Bitte geben Sie das Admin-Passwort ein.'],
  ['x'.repeat(201), 'Ungültiger Code oder Fehler bei der Überprüfung'],
])('%j is no password', (code, text) => {
  expect(passwordAttempt.safeParse({ code }).error?.issues.map(({ message }) => message)).toEqual([text])
})

test('the eight areas of docs/spec.md and three for what the law wants answered, the overview without a name, none by an unknown one', () => {
  expect(tabs.slice(0, 8)).toEqual([
    'overview',
    'bookings',
    'reviews',
    'revenues',
    'payouts',
    'add-provider',
    'manage-providers',
    'bulk-email',
  ])
  expect(tabs).toEqual(expect.arrayContaining(['anfragen', 'widerrufe', 'widersprueche', 'meldungen', 'nachrichten']))
  expect([areaOf(undefined), areaOf('payouts'), areaOf('toString'), areaOf('')]).toEqual(['overview', 'payouts', undefined, undefined])
})
