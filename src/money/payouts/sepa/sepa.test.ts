import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encryptText } from '#src/platform/server/secrets.ts'
import { readPain001 } from '../../../../tests/pain001.ts'
import { openPayoutFixtures, payoutAdminPassword } from '../../../../tests/payoutFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { encryptionPurposes } from '../bank/encryptionPurposes.ts'
import { rotateKeys } from '../bank/rotateActions.ts'
import { type SepaTransfer, sepaText, writePain001 } from './rules.ts'

const testApp = await openTestApp({ ADMIN_PASSWORD: payoutAdminPassword, SEPA_PAYOUTS: '1' })
const { app, runJobs, inbox, sandbox } = testApp
const fixtures = openPayoutFixtures(testApp)
const { setting, signInAdmin, companyWithAccount, companyWithBank, paidBooking, runAs, payouts, bookingOf, ledgerSums } = fixtures

const debtor = { name: 'Handschlag Demo', address: 'Große Straße 1, 10115 Berlin', iban: 'DE02100500000054540402', bic: undefined }
const head = { messageId: 'a'.repeat(32), createdAt: new Date('2026-11-21T14:00:00.123Z'), executionOn: '2026-11-23', debtor }
const transfer = (n: number, fields: Partial<SepaTransfer> = {}): SepaTransfer => ({
  endToEndId: createHash('md5').update(String(n)).digest('hex'),
  amountCents: 1 + ((n * 7_919) % 999_999),
  holder: `Müller & Söhne Nr. ${n}`,
  iban: 'DE89370400440532013000',
  bic: n % 2 ? 'COBADEFFXXX' : null,
  purpose: `Auszahlung Nr. ${n}`,
  ...fields,
})

test('10,000 transfers, read back by a second reader to the cent', () => {
  const transfers = Array.from({ length: 10_000 }, (_one, n) => transfer(n))
  const read = readPain001(writePain001({ ...head, transfers }))
  expect(read.transfers).toHaveLength(10_000)
  expect(read.totalCents).toBe(transfers.reduce((sum, { amountCents }) => sum + amountCents, 0))
  expect(read.transfers.map(({ cents }) => cents)).toEqual(transfers.map(({ amountCents }) => amountCents))
  expect(read.transfers.map(({ bic }) => bic)).toEqual(transfers.map(({ bic }) => bic))
  expect(read.transfers[7]?.name).toBe('Mueller + Soehne Nr. 7')
  expect(read).toMatchObject({ messageId: head.messageId, createdAt: '2026-11-21T14:00:00Z', initiator: 'Handschlag Demo' })
  expect(read.payments).toMatchObject([{ executionOn: '2026-11-23', debtor: 'Handschlag Demo', iban: debtor.iban }])
})

test('the payer has an address, which banks outside the European Economic Area want', () => {
  const addressOf = (address: string) =>
    readPain001(writePain001({ ...head, debtor: { ...debtor, address }, transfers: [transfer(1)] })).payments[0]?.address
  const berlin = [{ StrtNm: 'Grosse Strasse 1', PstCd: '10115', TwnNm: 'Berlin', Ctry: 'DE' }]
  expect(addressOf('Große Straße 1, 10115 Berlin')).toEqual(berlin)
  expect(addressOf('Große Straße 1\n10115 Berlin')).toEqual(berlin)
  expect(addressOf('Postfach')).toEqual([])
})

const good = writePain001({ ...head, transfers: [1, 2, 3].map((n) => transfer(n, { amountCents: 10_050 })) })

test.each([
  ['one changed cent', '100.50</InstdAmt>', '100.51</InstdAmt>', /CtrlSum/],
  ['a transfer left out', /<CdtTrfTxInf>.*<\/CdtTrfTxInf>\n?/, '', /NbOfTxs/],
  ['an ampersand', 'Mueller +', 'Mueller &', /not well-formed/],
  ['an escaped ampersand', 'Mueller +', 'Mueller &amp;', /not well-formed/],
  ['an umlaut', 'Mueller', 'Müller', /is no Max70Text/],
  ['71 characters', 'Mueller + Soehne Nr. 1', 'x'.repeat(71), /is no Max70Text/],
  ['another currency', 'Ccy="EUR"', 'Ccy="USD"', /Ccy=USD/],
  ['a wrong check digit', 'DE89370400440532013000', 'DE88370400440532013000', /check digits/],
  ['another order', /(<PmtMtd>TRF<\/PmtMtd>)\n(<BtchBookg>true<\/BtchBookg>)/, '$2\n$1', /0 × PmtMtd/],
  ['no amount', /<Amt>.*?<\/Amt>/, '', /0 × Amt/],
  ['an id twice', `<EndToEndId>${transfer(2).endToEndId}`, `<EndToEndId>${transfer(1).endToEndId}`, /twice/],
  ['an id of 36 characters', transfer(2).endToEndId, 'x'.repeat(36), /is no Max35Text/],
  ['a third decimal', '100.50</InstdAmt>', '100.500</InstdAmt>', /is no ActiveOr/],
  ['another schema', 'pain.001.001.09', 'pain.001.001.03', /namespace/],
  ['an unknown element', '<ChrgBr>', '<Purp>x</Purp><ChrgBr>', /does not belong there|0 × CdtTrfTxInf/],
] as const)('the second reader refuses %s', (_name, from, to, fault) => {
  expect(readPain001(good).transfers).toHaveLength(3)
  const broken = good.replace(from, to)
  expect(broken).not.toBe(good)
  expect(() => readPain001(broken)).toThrow(fault)
})

test.each([
  ['Müller & Söhne', 'Mueller + Soehne'],
  ['Größe Straße ẞ', 'Groesse Strasse SS'],
  ['Mu\u0308ller', 'Mueller'],
  ['Łódź Çelik Ñandú Åse Øre', 'Lodz Celik Nandu Ase Ore'],
  ['Preis: 5 € – „gut“', 'Preis: 5 EUR - .gut.'],
  ['//a//b/', 'a/b'],
  ['東京', '..'],
  ['', '.'],
  ['a<b>"c"', 'a.b..c.'],
])('%s is written as %s', (text, expected) => expect(sepaText(text, 70)).toBe(expected))

test('names with any characters give a readable file', () => {
  const holder = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 90 })
  const cents = fc.integer({ min: 1, max: 99_999_999 })
  fc.assert(
    fc.property(holder, holder, cents, (name, purpose, amountCents) => {
      const read = readPain001(writePain001({ ...head, transfers: [transfer(1, { holder: name, purpose, amountCents })] }))
      expect(read.totalCents).toBe(amountCents)
    }),
    { numRuns: 2_000 },
  )
})

test('a file for the bank: written, downloaded, executed, one transfer deleted by the bank, one returned', async () => {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  const made: { company: Awaited<ReturnType<typeof companyWithBank>>; bookingId: string }[] = []
  for (const email of ['eins@anbieter.example', 'zwei@anbieter.example', 'drei@anbieter.example']) {
    const company = await companyWithBank({ email })
    made.push({ company, bookingId: await paidBooking(company.id) })
  }
  const direct = await companyWithAccount()
  await paidBooking(direct.id)
  const { body } = await runAs(admin)
  // Three payouts in a file, one by PSP transfer: all count as successful.
  expect([body.message, body.is_finished]).toEqual(['4 erfolgreich, 0 fehlgeschlagen von 4 gesamt', true])
  expect((await payouts()).map(({ rail, status }) => `${rail} ${status}`).sort()).toEqual([
    'sepa pending',
    'sepa pending',
    'sepa pending',
    'transfer completed',
  ])
  expect(await ledgerSums()).toMatchObject({ payout_transit_sepa: -3 * 13_386 })
  await fixtures.expectInvariants()

  const [file] = (await admin.call('admin-list-sepa-files', {})).body
  expect(file).toMatchObject({ transfers: 3, total: 401.58, pending: 3, completed: 0, failed: 0, downloaded_at: null, executed_at: null })
  const early = await admin.call('admin-mark-sepa-file', { id: file.id, as: 'executed' })
  expect([early.status, early.body.error]).toEqual([409, 'Diese SEPA-Datei wurde noch nicht heruntergeladen.'])
  // A link on a foreign page is followed with the operator's cookies.
  const headers = { cookie: `admin=${admin.cookies.get('admin')}`, 'sec-fetch-site': 'cross-site' }
  const foreign = await testApp.http.request(`/functions/v1/sepa-file.xml?id=${file.id}`, { headers })
  expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'request.foreignOrigin'])
  expect((await admin.call('admin-list-sepa-files', {})).body[0].downloaded_at).toBeNull()
  const download = await admin.request(`/functions/v1/sepa-file.xml?id=${file.id}`, {})
  expect([download.status, download.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="sepa-${file.message_id}.xml"`,
  ])
  expect(download.headers.get('cache-control')).toBe('private, no-store')
  const read = readPain001(await download.text())
  expect(read.totalCents).toBe(40_158)
  expect(read.transfers[0]).toMatchObject({ name: 'Mueller + Soehne Gebaeudereinigung', iban: 'DE89370400440532013000', cents: 13_386 })
  const ours = (await payouts()).filter(({ rail }) => rail === 'sepa').map(({ id }) => id.replaceAll('-', ''))
  expect(read.transfers.map(({ endToEndId }) => endToEndId).sort()).toEqual(ours.sort())
  // The stored file is encrypted: it shows no IBAN.
  const { sealed } = await app.db.selectFrom('sepaFiles').select('sealed').executeTakeFirstOrThrow()
  expect(sealed).not.toContain('DE89')

  const [deleted, returned, kept] = (await payouts()).filter(({ rail }) => rail === 'sepa')
  const unconfirmed = await admin.call('admin-fail-sepa-payout', { payoutId: deleted?.id, bankDeletedIt: false })
  expect(unconfirmed.status).toBe(422)
  expect((await admin.call('admin-fail-sepa-payout', { payoutId: deleted?.id, bankDeletedIt: true })).body).toEqual({ success: true })
  expect((await admin.call('admin-mark-payout-returned', { payoutId: returned?.id, reason: 'Konto erloschen' })).status).toBe(409)
  expect((await admin.call('admin-mark-sepa-file', { id: file.id, as: 'executed' })).body).toEqual({ success: true })
  const twice = await admin.call('admin-mark-sepa-file', { id: file.id, as: 'executed' })
  expect([twice.status, twice.body.error]).toEqual([409, 'Diese SEPA-Datei ist schon als ausgeführt vermerkt.'])
  expect((await admin.call('admin-fail-sepa-payout', { payoutId: kept?.id, bankDeletedIt: true })).status).toBe(409)
  expect(await ledgerSums()).toMatchObject({ bank: -2 * 13_386 })
  expect(Object.keys(await ledgerSums())).not.toContain('payout_transit_sepa')
  await fixtures.expectInvariants()

  expect((await admin.call('admin-mark-payout-returned', { payoutId: returned?.id, reason: 'Konto erloschen' })).body).toEqual({
    success: true,
  })
  expect((await admin.call('admin-mark-payout-returned', { payoutId: returned?.id, reason: 'Konto erloschen' })).status).toBe(409)
  expect((await payouts()).find(({ id }) => id === returned?.id)).toMatchObject({
    status: 'failed',
    errorMessage: 'Die Bank hat den Betrag zurückgegeben: Konto erloschen',
  })
  const states = await Promise.all(made.map(async ({ bookingId }) => (await bookingOf(bookingId)).paymentStatus))
  expect(states.sort()).toEqual(['completed', 'paid', 'paid'])
  expect(await ledgerSums()).toMatchObject({ bank: -13_386, company_payable: -2 * 13_386 })
  await fixtures.expectInvariants()
  await runJobs()
  const told = inbox.mails().map(({ subject }) => subject)
  expect(told.filter((subject) => subject === 'Ihre Auszahlung ist fehlgeschlagen')).toHaveLength(2)
  const reasons = inbox.mails().flatMap(({ text }) => /Grund: ([^.]+)\./.exec(text)?.[1] ?? [])
  expect(reasons.sort()).toEqual(['Die Bank hat den Betrag zurückgegeben: Konto erloschen', 'Die Bank hat die Überweisung gelöscht'])
  expect(told.filter((subject) => /^Ihre Auszahlung: 133,86/.test(subject))).toHaveLength(3)
  // The next run pays both again, in another file.
  expect((await runAs(admin)).body.summary).toEqual({ successful: 2, failed: 0, total: 2 })
  const actions = await app.db.selectFrom('auditLog').select('action').where('action', 'like', 'payouts.%').execute()
  expect(new Set(actions.map(({ action }) => action))).toEqual(
    new Set(['payouts.startRun', 'payouts.downloadSepaFile', 'payouts.failPayout', 'payouts.executeSepaFile', 'payouts.returnPayout']),
  )
  await fixtures.expectInvariants()
})

test('a file leaves out what failed, and until its first download what is suspended or held', async () => {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  const companies = []
  for (const name of ['eins', 'zwei', 'drei', 'vier']) {
    const company = await companyWithBank({ email: `${name}@anbieter.example` })
    await paidBooking(company.id, 100 + companies.length)
    companies.push(company.id)
  }
  await runAs(admin)
  const [file] = (await admin.call('admin-list-sepa-files', {})).body
  const payoutOf = async (companyId = '') => (await payouts()).find((one) => one.companyId === companyId)
  const download = async () => readPain001(await (await admin.request(`/functions/v1/sepa-file.xml?id=${file.id}`, {})).text())
  const [first, second, third, fourth] = companies
  const deleted = await payoutOf(first)
  expect((await admin.call('admin-fail-sepa-payout', { payoutId: deleted?.id, bankDeletedIt: true })).status).toBe(200)
  await app.db
    .updateTable('companies')
    .set({ suspendedAt: app.now() })
    .where('id', '=', second ?? '')
    .execute()
  await app.db
    .insertInto('payoutHolds')
    .values({ companyId: third ?? '', cause: 'bank_change_disputed', placedAt: app.now() })
    .execute()
  const left = await payoutOf(fourth)
  for (let times = 0; times < 2; times++) {
    const { transfers, totalCents } = await download()
    expect(transfers.map(({ endToEndId }) => endToEndId)).toEqual([left?.id.replaceAll('-', '')])
    expect(totalCents).toBe(left?.companyAmountCents)
  }
  for (const stopped of [second, third]) expect(await payoutOf(stopped)).toMatchObject({ status: 'failed', errorCode: 'stopped' })
  await fixtures.expectInvariants()
  await app.db
    .updateTable('companies')
    .set({ suspendedAt: app.now() })
    .where('id', '=', fourth ?? '')
    .execute()
  // The bank may have received the file by now.
  expect((await download()).transfers).toHaveLength(1)
  expect(await payoutOf(fourth)).toMatchObject({ status: 'pending' })
  await admin.call('admin-fail-sepa-payout', { payoutId: left?.id, bankDeletedIt: true })
  const empty = await admin.request(`/functions/v1/sepa-file.xml?id=${file.id}`, {})
  expect([empty.status, (await empty.json()).error]).toEqual([
    409,
    'In dieser SEPA-Datei ist keine Überweisung mehr, die noch ausgeführt werden soll.',
  ])
  await fixtures.expectInvariants()
})

test('unknown files and transfers by the PSP are refused', async () => {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  await paidBooking((await companyWithAccount()).id)
  await runAs(admin)
  const [payout] = await payouts()
  expect((await admin.call('admin-mark-payout-returned', { payoutId: payout?.id, reason: 'x' })).status).toBe(409)
  expect((await admin.call('admin-fail-sepa-payout', { payoutId: payout?.id, bankDeletedIt: true })).status).toBe(409)
  expect((await admin.call('admin-mark-sepa-file', { id: payout?.id, as: 'executed' })).status).toBe(404)
  for (const id of ['', 'x', payout?.id]) expect((await admin.request(`/functions/v1/sepa-file.xml?id=${id}`, {})).status).toBe(404)
  expect((await sandbox.control('totals')).transfers).toMatchObject({ count: 1 })
})

test('bank details that no key opens keep only their own company waiting', async () => {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  const [broken, good] = [await companyWithBank(), await companyWithBank()]
  await app.db.updateTable('bankDetails').set({ sealed: 'fort.xxxx' }).where('companyId', '=', broken.id).execute()
  for (const { id } of [broken, good]) await paidBooking(id)
  const { body } = await runAs(admin)
  expect(body.summary).toEqual({ successful: 1, failed: 0, total: 1 })
  expect(body.details).toBe('1 Firma ausgelassen: Die Bankdaten sind nicht lesbar')
})

test('files for the bank are sealed anew with everything else, and can still be downloaded', async () => {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  await paidBooking((await companyWithBank()).id)
  await runAs(admin)
  const [file] = (await admin.call('admin-list-sepa-files', {})).body
  const download = async () => (await admin.request(`/functions/v1/sepa-file.xml?id=${file.id}`, {})).text()
  const before = await download()
  const newKey = { id: 'neu', secret: 'Nd8sWq3vLx6bTz1mKc9pRj4hGf7yUe2a' }
  const [oldKey] = app.config.dataKeys
  if (!oldKey) throw new Error('no key')
  const rotating = { ...app, config: { ...app.config, dataKeys: [newKey, oldKey] } }
  expect(await rotateKeys(rotating)).toEqual({ resealed: 2, unreadable: 0 })
  app.config.dataKeys.splice(0, 1, newKey)
  try {
    expect(await download()).toBe(before)
    expect(readPain001(before).totalCents).toBe(13_386)
  } finally {
    app.config.dataKeys.splice(0, 1, oldKey)
  }
})

test('a file that an earlier version stored as XML is downloaded as it is, and not once a payout in it failed', async () => {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  const company = await companyWithBank({ email: 'alt@anbieter.example' })
  await paidBooking(company.id)
  await runAs(admin)
  const [file] = (await admin.call('admin-list-sepa-files', {})).body
  const download = () => admin.request(`/functions/v1/sepa-file.xml?id=${file.id}`, {})
  const text = await (await download()).text()
  await app.db
    .updateTable('sepaFiles')
    .set({ sealed: encryptText(app, { purpose: encryptionPurposes.sepaFile, bound: file.id, text }) })
    .execute()
  expect(await (await download()).text()).toBe(text)
  const [payout] = await payouts()
  await admin.call('admin-fail-sepa-payout', { payoutId: payout?.id, bankDeletedIt: true })
  const refused = await download()
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('vor einem Update')])
})
