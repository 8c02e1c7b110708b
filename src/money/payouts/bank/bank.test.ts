import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accounts, openBankFixture } from '../../../../tests/bankFixtures.ts'
import { makeCompany, makeOwner, passCode, signInAs } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { bankTexts } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, newVisitor, runJobs, inbox } = testApp
const minutes = 60_000
const hours = 60 * minutes
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))
const masked = { first: 'DE89 •••• •••• •••• ••30 00', second: 'DE02 •••• •••• •••• ••20 51' }
const openLink = (token: string) => newVisitor().call('verify-bank-update', { token })
const undo = (token: string) => newVisitor().call('undo-bank-update', { token })

describe('a change of bank details', () => {
  test('counts only after the mailed link was posted; the IBAN is masked everywhere', async () => {
    const fixture = await openBankFixture(testApp)
    expect(await fixture.read()).toMatchObject({ bank_details: null, pending: null, waits: [{ text: 'Keine Bankdaten hinterlegt' }] })
    expect((await fixture.request(accounts.first)).body).toEqual({ success: true })
    expect(await fixture.read()).toMatchObject({ bank_details: null, pending: { bank_account: masked.first, bank_name: 'Commerzbank' } })
    const answer = await openLink(await fixture.confirmToken())
    expect(answer.body).toEqual({ success: true, message: 'Ihre Bankdaten wurden aktualisiert.' })
    expect(await fixture.read()).toEqual({
      bank_details: {
        account_holder: 'Glanzwerk Altona GmbH',
        bank_account: masked.first,
        bank_code: 'COBADEFFXXX',
        bank_name: 'Commerzbank',
      },
      pending: null,
      waits: [],
    })
  })

  test('makes payouts wait for 48 hours, a first entry does not', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    await fixture.change(accounts.second)
    const until = new Date(app.now().getTime() + 48 * hours)
    const { bank_details, waits } = await fixture.read()
    expect(bank_details).toMatchObject({ bank_account: masked.second, bank_code: null, bank_name: 'Deutsche Kreditbank (DKB)' })
    expect(waits).toMatchObject([
      { cause: 'recentlyChanged', text: 'Bankdaten kürzlich geändert – Auszahlung nach Ablauf der Sicherheitsfrist' },
    ])
    expect(Math.abs(new Date(waits[0].until).getTime() - until.getTime())).toBeLessThan(10_000)
    later(47 * hours)
    await passCode(app, fixture.person)
    expect((await fixture.read()).waits).toHaveLength(1)
    later(1 * hours)
    await passCode(app, fixture.person)
    expect((await fixture.read()).waits).toEqual([])
  })

  test('is mailed to the account and to the company, with an undo link', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    await runJobs()
    for (const to of [fixture.owner.email, fixture.company.email]) {
      const mail = fixture.mailTo(to, /Ihre Bankdaten sind hinterlegt/)
      expect(mail?.text).toContain('Das war ich nicht')
      expect(mail?.text).toContain(masked.first)
      expect(mail?.text).toContain('/undo-bank-update?token=')
    }
    await fixture.change(accounts.second)
    await runJobs()
    expect(fixture.mailTo(fixture.company.email, /Ihre Bankdaten wurden geändert/)?.text).toContain('48 Stunden')
    expect(inbox.mails().filter((mail) => mail.to === fixture.company.email)).toHaveLength(2)
  })

  test("sends no text that the company typed to the company's address, which may belong to a stranger", async () => {
    const fixture = await openBankFixture(testApp)
    const fields = { companyName: 'Gewinn auf www.falle.example', email: 'fremd@kunde.example' }
    await app.db.updateTable('companies').set(fields).where('id', '=', fixture.company.id).execute()
    await fixture.change({ ...accounts.first, account_holder: 'Jetzt www.falle.example' })
    await runJobs()
    const [own, foreign] = [fixture.owner.email, fields.email].map((to) => fixture.mailTo(to, /hinterlegt/))
    expect(own?.text).toContain('falle.example')
    expect(foreign?.text).toContain(masked.first)
    expect(JSON.stringify(foreign)).not.toContain('falle')
  })

  test('is in the audit log, masked', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    await fixture.change(accounts.second)
    const rows = await app.db.selectFrom('auditLog').select(['action', 'before', 'after', 'objectId']).orderBy('id').execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'payouts.requestBankUpdate',
      'payouts.confirmBankUpdate',
      'payouts.requestBankUpdate',
      'payouts.confirmBankUpdate',
    ])
    expect(rows[3]).toMatchObject({ before: { iban: masked.first }, after: { iban: masked.second } })
    expect(new Set(rows.map(({ objectId }) => objectId))).toEqual(new Set([fixture.company.id]))
  })
})

const { first } = accounts
/** Case name, typed details, and the expected error by field, in the form and from the server. */
const refusals: [string, object, Record<string, string>][] = [
  [
    'nothing',
    { account_holder: ' ', bank_account: ' ' },
    { account_holder: 'Kontoinhaber ist erforderlich', bank_account: 'IBAN ist erforderlich' },
  ],
  ['no fields', {}, { account_holder: 'Kontoinhaber ist erforderlich', bank_account: 'IBAN ist erforderlich' }],
  ['a holder of 71 characters', { ...first, account_holder: 'a'.repeat(71) }, { account_holder: bankTexts.holderTooLong }],
  ['wrong check digits', { ...first, bank_account: 'DE88370400440532013000' }, { bank_account: 'Ungültige IBAN' }],
  ['a digit too few', { ...first, bank_account: 'DE8937040044053201300' }, { bank_account: 'Ungültige IBAN' }],
  ['a country outside SEPA', { ...first, bank_account: 'TR330006100519786457841326' }, { bank_account: 'Ungültige IBAN' }],
  ['a Swiss IBAN without BIC', { ...first, bank_account: 'CH9300762011623852957', bank_code: '' }, { bank_code: bankTexts.bicMissing }],
  ['another shape', { ...first, bank_account: 'DE89/3704/0044/0532/0130/00' }, { bank_account: 'Ungültige IBAN' }],
  ['a BIC of another shape', { ...first, bank_code: 'COBA' }, { bank_code: 'Ungültige BIC' }],
]

describe('what the form refuses', () => {
  test.each(refusals)('bank details with %s are refused', async (_what, details, fields) => {
    const fixture = await openBankFixture(testApp)
    const answer = await fixture.request(details)
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toEqual(Object.fromEntries(Object.entries(fields).map(([name, text]) => [`bankDetails.${name}`, [text]])))
    expect(await app.db.selectFrom('bankChanges').select('id').execute()).toEqual([])
  })

  test.each([['AT611904300234573201'], ['FR14 2004 1010 0505 0001 3M02 606'], ['NL91ABNA0417164300'], ['MT84MALT011000012345MTLCAST001S']])(
    'not %s, nor an empty BIC',
    async (bank_account) => {
      const fixture = await openBankFixture(testApp)
      expect((await fixture.request({ ...first, bank_account, bank_code: '  ' })).status).toBe(200)
      expect((await fixture.read()).pending).toMatchObject({ bank_code: null, bank_name: null })
    },
  )
})

describe('who may ask for a change', () => {
  test('only the owner, with a code of the last ten minutes', async () => {
    const fixture = await openBankFixture(testApp)
    const fresh = await signInAs(newVisitor(), fixture.owner.email)
    const another = await passCode(app, await signInAs(newVisitor(), (await makeOwner(app, (await makeCompany(app)).id)).email))
    expect(await fixture.request(accounts.first, newVisitor())).toMatchObject({ status: 401 })
    expect(await fixture.request(accounts.first, fresh)).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
    expect(await fixture.request(accounts.first, another)).toMatchObject({ status: 404, body: { error: 'Firma nicht gefunden' } })
    expect(await another.call('get-bank-details', { companyId: fixture.company.id })).toMatchObject({ status: 404 })
    later(10 * minutes + 1_000)
    expect(await fixture.request(accounts.first)).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
    expect((await fixture.read()).bank_details).toBeNull()
    await passCode(app, fixture.person)
    expect(await fixture.request(accounts.first)).toMatchObject({ status: 200 })
  })
})

describe('the confirmation link', () => {
  test('works once, however many open it at once', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.request(accounts.first)
    const token = await fixture.confirmToken()
    const answers = await Promise.all(Array.from({ length: 8 }, () => openLink(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [refused] = answers.filter(({ status }) => status !== 200)
    expect(refused?.body).toMatchObject({ success: false, error: 'Dieser Bestätigungslink wurde schon verwendet.' })
    expect(await openLink(token)).toMatchObject({ status: 410 })
  })

  test('dies with a newer one, also when both were asked for at once', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.request(accounts.first)
    const older = await fixture.confirmToken()
    await Promise.all([fixture.request(accounts.second), fixture.request(accounts.second)])
    expect(await openLink(older)).toMatchObject({
      status: 404,
      body: { error: 'Dieser Bestätigungslink ist ungültig. Es gilt nur der Link aus der neuesten E-Mail.' },
    })
    expect(await app.db.selectFrom('bankChanges').select('id').execute()).toHaveLength(1)
    expect((await fixture.read()).bank_details).toBeNull()
  })

  test('ends after 24 hours', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.request(accounts.first)
    const token = await fixture.confirmToken()
    later(24 * hours + 1_000)
    expect(await openLink(token)).toMatchObject({ status: 410, body: { error: expect.stringContaining('ist abgelaufen') } })
    await passCode(app, fixture.person)
    expect(await fixture.read()).toMatchObject({ bank_details: null, pending: null })
  })

  test('changes its own company only, and no company that got another owner meanwhile', async () => {
    const [fixture, another] = [await openBankFixture(testApp), await openBankFixture(testApp)]
    await fixture.request(accounts.first)
    const token = await fixture.confirmToken()
    await makeOwner(app, fixture.company.id)
    expect(await openLink(token)).toMatchObject({ status: 404 })
    await another.change(accounts.second)
    expect(await app.db.selectFrom('bankDetails').select('companyId').execute()).toEqual([{ companyId: another.company.id }])
  })

  test('changes nothing when it is only opened', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.request(accounts.first)
    const token = await fixture.confirmToken()
    const looks = [`/functions/v1/verify-bank-update?token=${token}`, `/verify-bank-update?token=${token}`]
    for (const path of looks) for (const method of ['GET', 'HEAD']) await newVisitor().request(path, { method })
    expect((await fixture.read()).bank_details).toBeNull()
    expect(await openLink(token)).toMatchObject({ status: 200 })
  })

  test('is posted by a plain form, too: from our own page only', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.request(accounts.first)
    const body = new URLSearchParams({ token: await fixture.confirmToken() }).toString()
    const post = (site: string) =>
      newVisitor().request('/functions/v1/verify-bank-update', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', 'sec-fetch-site': site, accept: 'text/html' },
      })
    expect((await post('cross-site')).status).toBe(403)
    const answer = await post('same-origin')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/verify-bank-update?done=1'])
    const repeated = await post('same-origin')
    expect([repeated.status, await repeated.text()]).toEqual([410, 'Dieser Bestätigungslink wurde schon verwendet.'])
  })

  test.each([[''], [undefined]])('missing (%s)', async (token) => {
    expect(await newVisitor().call('verify-bank-update', { token })).toMatchObject({
      status: 400,
      body: { success: false, error: 'Ungültiger Bestätigungslink' },
    })
  })
})

test('the export of a person holds the bank details of their companies, masked', async () => {
  const fixture = await openBankFixture(testApp)
  await fixture.change(accounts.first)
  await fixture.request(accounts.second)
  const { body } = await fixture.person.call('export-own-data', {})
  expect(body.bankDetails).toMatchObject([
    { companyId: fixture.company.id, bankDetails: { bank_account: masked.first }, waitingForConfirmation: { bank_account: masked.second } },
  ])
})

test('a copy of every table holds no readable IBAN, BIC, holder, token or code after all of it', async () => {
  const fixture = await openBankFixture(testApp)
  await fixture.person.call('send-2fa-code', {})
  await fixture.request(accounts.first)
  const waitingJobs = await dump()
  const tokens = [await fixture.confirmToken()]
  const code = /\b\d{6}\b/.exec(fixture.mailTo(fixture.owner.email, /Code/)?.text ?? '')?.[0] ?? ''
  await openLink(tokens[0] ?? '')
  const confirmedJobs = await dump()
  tokens.push(await fixture.undoToken())
  await fixture.change(accounts.second)
  await undo(await fixture.undoToken())
  await runJobs()
  const secrets = [...tokens, code, 'DE89370400440532013000', 'DE02120300000000202051', '370400440532013000', '0532013000']
  expect(secrets.every((secret) => secret.length >= 6)).toBe(true)
  for (const copy of [waitingJobs, confirmedJobs, await dump()]) {
    expect(copy).toContain(fixture.company.id)
    for (const secret of [...secrets, accounts.second.account_holder, accounts.first.bank_code]) expect(copy).not.toContain(secret)
  }
})

/**
 * Dumps every row of every table filled at run time, the queue included, as text. Coordinates of places are left out: their digits look
 * like codes.
 */
async function dump() {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname in ('public', 'graphile_worker') and tablename !~ '^(place|postcode_points|catalogue_)'`.execute(app.db)
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.bank_changes', 'graphile_worker._private_jobs']))
  const texts = rows.map(
    async ({ name }) => (await sql.raw<{ row: string }>(`select t::text as row from ${name} as t`).execute(app.db)).rows,
  )
  return (await Promise.all(texts))
    .flat()
    .map(({ row }) => row)
    .join('\n')
}
