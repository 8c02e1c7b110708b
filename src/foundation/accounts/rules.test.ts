import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { commonPasswords, isCommonPassword, knownWords } from './commonPasswords.ts'
import { describeDevice } from './deviceRules.ts'
import { safeReturnPath } from './returnRules.ts'
import {
  accountLimits,
  accountTexts,
  authTexts,
  confirmTexts,
  dialogSignIn,
  dialogSignUp,
  fallbackTypes,
  isStrongPassword,
  kindOfLink,
  loginDialogTexts,
  minutesUntil,
  pageEmailOnly,
  pageSignIn,
  pageSignUp,
  resetForm,
  resetTexts,
} from './rules.ts'

const complaints = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []
const email = 'katrin@kunde.example'
const long = (length: number) => `${'a'.repeat(length - 5)}@b.de`
const strong = 'Passwort muss mindestens 8 Zeichen lang sein und Groß-, Kleinbuchstaben sowie eine Zahl enthalten'

describe('the login dialog', () => {
  test.each([
    [{ email: '', password: 'x'.repeat(6) }, ['E-Mail ist erforderlich']],
    [{ email: '   ', password: 'x'.repeat(6) }, ['E-Mail ist erforderlich']],
    [{ email: 'katrin', password: 'x'.repeat(6) }, ['Bitte geben Sie eine gültige E-Mail-Adresse ein']],
    [{ email: long(255), password: 'x'.repeat(6) }, ['Bitte geben Sie eine gültige E-Mail-Adresse ein']],
    [{ email, password: '' }, ['Passwort ist erforderlich']],
    [{ email, password: '12345' }, ['Passwort muss mindestens 6 Zeichen lang sein']],
    [{ email: ' KATRIN@kunde.example ', password: '123456' }, []],
  ])('signs in: %o', (value, expected) => expect(complaints(dialogSignIn, value)).toEqual(expected))

  test.each([
    ['', ['Passwort ist erforderlich']],
    ['Kurz-1x', [strong]],
    ['nurklein1', [strong]],
    ['NURGROSS1', [strong]],
    ['OhneZiffer', [strong]],
    ['Ganz-Gut-1', []],
    [`Aa1${'x'.repeat(97)}`, []],
    [`Aa1${'x'.repeat(98)}`, ['Passwort zu lang']],
  ])('signs up with %s', (password, expected) => expect(complaints(dialogSignUp, { email, password })).toEqual(expected))

  test('sends the address trimmed and in lower case', () =>
    expect(dialogSignIn.parse({ email: ' KATRIN@Kunde.example ', password: '123456' }).email).toBe(email))
})

describe('the page /auth', () => {
  test.each([
    [{ email: '', password: '123456' }, ['Ungültige E-Mail-Adresse']],
    [{ email: long(255), password: '123456' }, ['E-Mail zu lang']],
    [{ email, password: '12345' }, ['Passwort muss mindestens 6 Zeichen haben']],
    [{ email, password: 'x'.repeat(101) }, ['Passwort zu lang']],
    [{ email, password: '123456' }, []],
  ])('signs in: %o', (value, expected) => expect(complaints(pageSignIn, value)).toEqual(expected))

  test.each([
    ['12345', ['Passwort muss mindestens 6 Zeichen haben']],
    ['Kurz-1x', [strong]],
    ['Ganz-Gut-1', []],
  ])('signs up with %s', (password, expected) => expect(complaints(pageSignUp, { email, password })).toEqual(expected))

  test('needs an address to resend or recover', () =>
    expect(complaints(pageEmailOnly, { email: ' ' })).toEqual(['E-Mail-Adresse erforderlich']))
})

describe('the reset', () => {
  test.each([
    ['Ganz-Gut-1', 'Ganz-Gut-2', ['Passwörter stimmen nicht überein']],
    ['kurz', 'kurz', ['Passwort: min. 8 Zeichen, Groß‑, Kleinbuchstabe und Zahl erforderlich']],
    ['Ganz-Gut-1', 'Ganz-Gut-1', []],
  ])('%s, %s', (password, repeat, expected) => expect(complaints(resetForm, { password, repeat })).toEqual(expected))
})

test('texts that answers and screens share are the ones of docs/spec.md', () => {
  expect([
    accountTexts.locked(12),
    accountTexts.lockedNow,
    loginDialogTexts.emailExists,
    loginDialogTexts.resendFailed,
    authTexts.emailExists.text,
    authTexts.recoverStarted,
    confirmTexts.resendFailed,
    resetTexts.noSession,
    resetTexts.done,
  ]).toEqual([
    'Konto gesperrt. Versuchen Sie es in 12 Minuten erneut.',
    'Zu viele fehlgeschlagene Anmeldeversuche. Konto für 15 Minuten gesperrt.',
    'Ein Benutzer mit dieser E-Mail-Adresse existiert bereits',
    'Bestätigungs-E-Mail konnte nicht gesendet werden',
    'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.',
    'Bitte prüfen Sie Ihre E-Mails, um ein neues Passwort zu setzen.',
    'Der Bestätigungslink konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.',
    'Keine gültige Wiederherstellungssitzung gefunden. Bitte öffnen Sie den Link aus der E‑Mail erneut.',
    'Passwort aktualisiert. Weiterleitung zum Dashboard…',
  ])
})

test('minutes of a lock are whole and never 0', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const after = (seconds: number) => minutesUntil(new Date(now.getTime() + seconds * 1000), now)
  expect([after(0), after(1), after(60), after(61), after(900)]).toEqual([1, 1, 1, 2, 15])
})

test('link types: everything that confirms is one kind; the order of the fallback is that of the page', () => {
  expect([kindOfLink('invite'), kindOfLink('magiclink'), kindOfLink('recovery')]).toEqual(['signup', 'signup', 'recovery'])
  expect(fallbackTypes).toEqual(['signup', 'email', 'magiclink', 'recovery', 'email_change'])
})

test('passwords that everybody tries first', () => {
  const refused = (password: string) => isCommonPassword(password)
  expect(['Passwort123', 'PASSWORT123!', 'Qwertz123?', 'Trustno1', 'Blaue-Tasse-7'].map(refused)).toEqual([true, true, true, true, false])
})

test('3,000 passwords from breaches that the rules would allow in some case', () => {
  const listed = [...commonPasswords].filter((one) => one.length >= accountLimits.password.min && !/[!?.*#$%&+-]$/.test(one))
  const allowed = listed.filter((one) => isStrongPassword(one.replace(/[a-z]/, (letter) => letter.toUpperCase())))
  expect(new Set(allowed).size).toBeGreaterThanOrEqual(3_000)
  expect(allowed.every((one) => isCommonPassword(one.toUpperCase()))).toBe(true)
})

test("the brand's name and the own address with little else are guessed first, too", () => {
  const words = knownWords({ brand: 'Handschlag', email: 'katrin.bergmann@malerei-weber.example' })
  expect(words).toEqual([
    ...['katrin.bergmann@malerei-weber.example', 'katrin.bergmann', 'malerei-weber', 'handschlag', 'bergmann', 'katrin'],
  ])
  for (const password of ['Handschlag2026!', 'Katrin.Bergmann1', 'Bergmann1985', 'Malerei-Weber7', 'KatrinKatrin12'])
    expect([password, isCommonPassword(password, words)]).toEqual([password, true])
  for (const password of ['Handschlag-am-Dienstag-4', 'Blaue-Tasse-7', 'Bergmannstrasse12'])
    expect([password, isCommonPassword(password, words)]).toEqual([password, false])
})

test('devices in words', () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1'
  expect([describeDevice(safari), describeDevice(null), describeDevice('curl/8')]).toEqual([
    'Safari auf iPhone',
    'Unbekanntes Gerät',
    'Unbekanntes Gerät',
  ])
})

test('a return path is that of a page that asks for a sign-in', () => {
  expect(['/konto', '/service/1?x=1#y', '/fremd', '', null, '//evil', '/konto/../../evil'].map((one) => safeReturnPath(one))).toEqual([
    '/konto',
    '/service/1?x=1#y',
    '/',
    '/',
    '/',
    '/',
    '/',
  ])
})
