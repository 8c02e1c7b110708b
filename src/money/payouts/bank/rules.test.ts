import { describe, expect, test } from 'vitest'
import { bankNameOf } from './bankNames.ts'
import { bankForm, maskIban, waitsOf } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const ready = { hasBankDetails: true, isPaidDirectly: false, changedAt: null, isHeld: false, isWithheld: false }

describe('why payouts wait', () => {
  test.each([
    ['nothing', ready, []],
    ['no details', { ...ready, hasBankDetails: false }, ['noBankDetails']],
    ['no details, but an account at the PSP', { ...ready, hasBankDetails: false, isPaidDirectly: true }, []],
    ['a change 47 hours ago', { ...ready, changedAt: hoursAgo(47) }, ['recentlyChanged']],
    ['the same, with an account at the PSP', { ...ready, changedAt: hoursAgo(47), isPaidDirectly: true }, ['recentlyChanged']],
    ['a change 48 hours ago', { ...ready, changedAt: hoursAgo(48) }, []],
    ['a hold', { ...ready, isHeld: true, isWithheld: false }, ['held']],
    [
      'all of it',
      { hasBankDetails: false, isPaidDirectly: false, changedAt: hoursAgo(1), isHeld: true, isWithheld: false },
      ['held', 'noBankDetails', 'recentlyChanged'],
    ],
  ])('%s', (_what, state, causes) => expect(waitsOf(state, now).map(({ cause }) => cause)).toEqual(causes))

  test('in the words that company and operator read', () => {
    const state = { hasBankDetails: false, isPaidDirectly: false, changedAt: hoursAgo(1), isHeld: false, isWithheld: false }
    expect(waitsOf(state, now).map(({ text, until }) => [text, until?.toISOString() ?? null])).toEqual([
      ['Keine Bankdaten hinterlegt', null],
      ['Bankdaten kürzlich geändert – Auszahlung nach Ablauf der Sicherheitsfrist', '2026-11-23T11:00:00.000Z'],
    ])
  })
})

test.each([
  ['DE89370400440532013000', 'DE89 •••• •••• •••• ••30 00'],
  ['NO9386011117947', 'NO93 •••• ••• 7947'],
  ['MT84MALT011000012345MTLCAST001S', 'MT84 •••• •••• •••• •••• •••• •••0 01S'],
])('%s is shown as %s', (iban, shown) => expect(maskIban(iban).replaceAll(' ', '')).toBe(shown.replaceAll(' ', '')))

test.each([
  ['DE89370400440532013000', 'Commerzbank'],
  ['DE02120300000000202051', 'Deutsche Kreditbank (DKB)'],
  ['DE02500105170137075030', 'ING'],
  ['DE12999999990000000000', null],
  ['AT611904300234573201', null],
])('the bank of %s is %s', (iban, name) => expect(bankNameOf(iban)).toBe(name))

/** One valid IBAN of each kind of format within SEPA. */
test.each([
  ['DE89 3704 0044 0532 0130 00'],
  ['AT611904300234573201'],
  ['de89 3704 0044 0532 0130 00'],
  ['CH9300762011623852957'],
  ['LI21088100002324013AA'],
  ['FR1420041010050500013M02606'],
  ['GB29NWBK60161331926819'],
  ['IT60X0542811101000000123456'],
  ['NO9386011117947'],
  ['MT84MALT011000012345MTLCAST001S'],
  ['NL91ABNA0417164300'],
  ['AL47212110090000000235698741'],
  ['MD24AG000225100013104168'],
  ['ME25505000012345678951'],
  ['MK07250120000058984'],
  ['RS35260005601001611379'],
])('%s is taken, in capitals and without its spaces', (bank_account) => {
  const read = bankForm.parse({ account_holder: ' Anna ', bank_account, bank_code: ' cobadeffxxx ' })
  expect(read).toEqual({ account_holder: 'Anna', bank_account: bank_account.replaceAll(' ', '').toUpperCase(), bank_code: 'COBADEFFXXX' })
})
