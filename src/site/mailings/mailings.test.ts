import { beforeEach, expect, test } from 'vitest'
import { makeCompany } from '../../../tests/factories.ts'
import { letter, openMailingFixtures } from '../../../tests/mailingFixtures.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'
import { sweepMailings } from './actions.ts'

const testApp = await openTestApp()
const { app, inbox } = testApp
const { signInAdmin, companies, refuse, sendAll, recipients } = openMailingFixtures(testApp)
let admin: Visitor
beforeEach(async () => {
  admin = await signInAdmin()
})

const start = async (fields: object = {}) => (await admin.call('admin-start-mailing', { ...letter, ...fields })).body.mailing_id as string
const progress = async (mailingId?: string) => (await admin.call('admin-mailing', mailingId ? { mailingId } : {})).body.mailing
const results = async (mailingId: string, more: object = {}) =>
  (await admin.call('admin-list-mailing-results', { mailingId, ...more })).body

test('goes to verified, listed companies with an address, by name, except those that opted out', async () => {
  await companies(2)
  await makeCompany(app, { companyName: 'Ungeprüft', verified: false })
  await makeCompany(app, { companyName: 'Unbezahlt', subscriptionStatus: 'incomplete' })
  await makeCompany(app, { companyName: 'Gesperrt', suspendedAt: app.now() })
  await makeCompany(app, { companyName: 'Archiv', archivedAt: app.now() })
  await makeCompany(app, { companyName: 'Ohne Adresse', email: ' ' })
  const out = await makeCompany(app, { companyName: 'Abbesteller', email: 'ruhe@anbieter.example' })
  await makeCompany(app, { companyName: 'Zweitfirma', email: 'Ruhe@anbieter.example' })
  await app.db.insertInto('mailingOptOuts').values({ companyId: out.id, optedOutAt: app.now() }).execute()
  const { body: list } = await admin.call('admin-list-mailing-recipients', {})
  expect(list.rows.map(({ company, opted_out }: { company: string; opted_out: boolean }) => [company, opted_out])).toEqual([
    ['Abbesteller', true],
    ['Betrieb 01', false],
    ['Betrieb 02', false],
    ['Zweitfirma', true],
  ])
  expect([list.total, list.recipients, list.opted_out]).toEqual([4, 2, 2])
  const mailingId = await start({ recipients: 2 })
  await sendAll(mailingId)
  expect(
    inbox
      .mails()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(['betrieb01@anbieter.example', 'betrieb02@anbieter.example'])
  expect(await progress()).toMatchObject({
    id: mailingId,
    status: 'finished',
    total: 2,
    sent: 2,
    failed: 0,
    waiting: 0,
    opted_out: 2,
    current: null,
  })
})

test('a mail greets by name, keeps paragraphs and lines, and contains the opt-out link', async () => {
  await companies(1)
  await sendAll(await start())
  const [mail] = inbox.mails()
  expect(mail?.subject).toBe(letter.subject)
  expect(mail?.text).toContain('Guten Tag Frau 01,\n\nErster Absatz,\nzweite Zeile.\n\nZweiter Absatz mit Grüßen.')
  expect(mail?.html).toMatch(/Erster Absatz,<br\/?>zweite Zeile\./)
  const link = /<(http:\/\/localhost:\d+\/abmelden\?token=[\w-]{43})>/.exec(mail?.headers ?? '')?.[1] ?? 'none'
  expect(mail?.headers).toContain(`List-Unsubscribe: <${link}>`)
  expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(mail?.text).toContain(`Rund-Mails abbestellen:\n${link}`)
  expect(mail?.text).toContain('weil Betrieb 01 bei Handschlag als Anbieter eingetragen ist. Sie können Rund-Mails jederzeit abbestellen')
})

test('the preview shows what would be sent, and sends nothing', async () => {
  await companies(3)
  const { body } = await admin.call('admin-preview-mailing', letter)
  expect(body).toMatchObject({ subject: letter.subject, recipients: 3, opted_out: 0, company: 'Betrieb 01' })
  expect(body.text).toContain('Guten Tag Frau 01,')
  expect(body.html).toContain('Zweiter Absatz mit Grüßen.')
  expect(body.text).toContain('/abmelden?token=beispiel')
  await testApp.runJobs()
  expect(inbox.mails()).toEqual([])
})

test('reports missing and too long fields, and a mailing without recipients', async () => {
  const empty = await admin.call('admin-start-mailing', { subject: ' ', message: '' })
  expect([empty.status, empty.body.fields]).toEqual([
    422,
    { subject: ['Bitte Betreff und Nachricht eingeben'], message: ['Bitte Betreff und Nachricht eingeben'] },
  ])
  const long = await admin.call('admin-preview-mailing', { subject: 'a'.repeat(151), message: 'a'.repeat(10_001) })
  expect(long.body.fields).toEqual({
    subject: ['Der Betreff darf höchstens 150 Zeichen lang sein.'],
    message: ['Die Nachricht darf höchstens 10.000 Zeichen lang sein.'],
  })
  for (const name of ['admin-preview-mailing', 'admin-start-mailing']) {
    const { status, body } = await admin.call(name, letter)
    expect([name, status, body.error]).toEqual([name, 409, 'Keine Anbieter gefunden'])
  }
})

test('a subject stays one line: no header can be added to the mail', async () => {
  await companies(1)
  await sendAll(await start({ subject: 'Hallo\r\nBcc: alle@example.com' }))
  expect(inbox.mails()[0]?.subject).toBe('Hallo Bcc: alle@example.com')
  expect(inbox.mails().length).toBe(1)
})

test('the same key starts once, two at once have one winner, and another number of recipients is refused', async () => {
  await companies(2)
  const changed = await admin.call('admin-start-mailing', { ...letter, recipients: 3 })
  expect([changed.status, changed.body.code]).toEqual([409, 'mailings.recipientsChanged'])
  const key = { 'idempotency-key': 'rundmail-schluessel-1' }
  const first = await admin.call('admin-start-mailing', letter, key)
  const again = await admin.call('admin-start-mailing', letter, key)
  expect(again.body).toEqual(first.body)
  const others = await Promise.all([1, 2].map(() => admin.call('admin-start-mailing', letter)))
  expect(others.map(({ status }) => status)).toEqual([409, 409])
  expect(others[0]?.body.error).toBe('Es läuft bereits eine Rund-Mail. Bitte warten Sie, bis sie abgeschlossen ist.')
  await sendAll(first.body.mailing_id)
  const racing = await Promise.all([1, 2, 3].map(() => admin.call('admin-start-mailing', letter)))
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('recipients are fixed at the start: later companies get nothing, a changed address still gets the mail at the old one', async () => {
  const [first] = await companies(2)
  const mailingId = await start()
  await makeCompany(app, { companyName: 'Neuling', email: 'neu@anbieter.example' })
  await app.db
    .updateTable('companies')
    .set({ email: 'anders@anbieter.example' })
    .where('id', '=', first?.id ?? '')
    .execute()
  await sendAll(mailingId)
  expect(
    inbox
      .mails()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(['betrieb01@anbieter.example', 'betrieb02@anbieter.example'])
})

test('a company that opts out or is closed before its turn gets nothing', async () => {
  const [first, second] = await companies(3)
  const mailingId = await start()
  await app.db
    .insertInto('mailingOptOuts')
    .values({ companyId: first?.id ?? '', optedOutAt: app.now() })
    .execute()
  await app.db
    .updateTable('companies')
    .set({ archivedAt: app.now() })
    .where('id', '=', second?.id ?? '')
    .execute()
  await sendAll(mailingId)
  expect(inbox.mails().map(({ to }) => to)).toEqual(['betrieb03@anbieter.example'])
  const { rows } = await results(mailingId)
  expect(rows.map(({ error }: { error?: string }) => error)).toEqual([
    'E-Mail-Versendung fehlgeschlagen: Der Anbieter hat Rund-Mails inzwischen abbestellt',
    'E-Mail-Versendung fehlgeschlagen: Der Anbieter ist nicht mehr dabei',
    undefined,
  ])
})

test('what the mail server refuses is listed with its reason, the others go on, and the failed ones can be sent again', async () => {
  await companies(4)
  await refuse(550, 2)
  const mailingId = await start()
  await sendAll(mailingId)
  expect(await progress(mailingId)).toMatchObject({ status: 'finished', sent: 2, failed: 2 })
  const failed = await results(mailingId, { result: 'failed' })
  expect([failed.total, failed.rows[0]]).toMatchObject([
    2,
    {
      position: 1,
      company: 'Betrieb 01',
      email: 'betrieb01@anbieter.example',
      success: false,
      error: 'E-Mail-Versendung fehlgeschlagen: Der Mailserver hat die Adresse oder die E-Mail abgelehnt (550)',
    },
  ])
  expect(failed.rows[0].message_id).toBeUndefined()
  const [begun] = await recipients(mailingId)
  const one = await admin.call('admin-resume-mailing', { mailingId, which: 'failed', recipientId: failed.rows[0].id })
  expect(one.body).toEqual({ success: true, recipients: 1 })
  await sendAll(mailingId)
  expect((await admin.call('admin-resume-mailing', { mailingId, which: 'failed' })).body.recipients).toBe(1)
  await sendAll(mailingId)
  expect(await progress(mailingId)).toMatchObject({ status: 'finished', sent: 4, failed: 0 })
  const all = await results(mailingId)
  const ids = all.rows.map((one: { message_id: string }) => one.message_id)
  expect(new Set(ids).size).toBe(4)
  expect(
    inbox
      .mails()
      .map(({ messageId }) => messageId)
      .sort(),
  ).toEqual([...ids].sort())
  expect(ids[0]).toBe(begun?.messageId)
  const nothing = await admin.call('admin-resume-mailing', { mailingId, which: 'failed' })
  expect([nothing.status, nothing.body.error]).toEqual([409, 'Hier ist nichts mehr zu senden.'])
  expect(await progress(mailingId)).toMatchObject({ status: 'finished' })
})

test('after a stop the rest waits; resuming continues from there', async () => {
  await companies(3)
  await refuse(550)
  const mailingId = await start()
  expect(await progress()).toMatchObject({ status: 'running', waiting: 3, current: { company: 'Betrieb 01', position: 1 } })
  expect((await admin.call('admin-stop-mailing', { mailingId })).body).toEqual({ success: true })
  await testApp.runJobs()
  expect(inbox.mails()).toEqual([])
  expect(await progress()).toMatchObject({ status: 'stopped', waiting: 3, current: null })
  const twice = await admin.call('admin-stop-mailing', { mailingId })
  expect([twice.status, twice.body.error]).toEqual([409, 'Diese Rund-Mail läuft nicht mehr.'])
  const failedOnly = await admin.call('admin-resume-mailing', { mailingId, which: 'failed' })
  expect([failedOnly.status, failedOnly.body.code]).toEqual([409, 'mailings.restWaits'])
  await admin.call('admin-resume-mailing', { mailingId, which: 'rest' })
  await sendAll(mailingId)
  expect(await progress()).toMatchObject({ status: 'finished', sent: 2, failed: 1 })
})

test('history, one mailing by id, and none that is unknown', async () => {
  expect(await progress()).toBeNull()
  await companies(1)
  const first = await start()
  await sendAll(first)
  const second = await start({ subject: 'Noch etwas' })
  await sendAll(second)
  const { body } = await admin.call('admin-list-mailings', {})
  expect(body.rows.map(({ id, sent }: { id: string; sent: number }) => [id, sent])).toEqual([
    [second, 1],
    [first, 1],
  ])
  expect(await progress(first)).toMatchObject({ id: first, subject: letter.subject, message: letter.message })
  const nobody = '00000000-0000-7000-8000-000000000000'
  const unknown: [string, object][] = [
    ['admin-mailing', {}],
    ['admin-list-mailing-results', {}],
    ['admin-stop-mailing', {}],
    ['admin-resume-mailing', { which: 'rest' }],
  ]
  for (const [name, more] of unknown) {
    const answer = await admin.call(name, { mailingId: nobody, ...more })
    expect([name, answer.status, answer.body.error]).toEqual([name, 404, 'Diese Rund-Mail ist unbekannt.'])
  }
})

test('the results as a file: no cell is a formula', async () => {
  await makeCompany(app, { companyName: '=Summe(A1)', email: 'a@anbieter.example' })
  await makeCompany(app, { companyName: 'Zeta; Co', email: 'z@anbieter.example' })
  await refuse(550)
  const mailingId = await start()
  await sendAll(mailingId)
  const read = async (more = '') =>
    (await admin.request(`/functions/v1/admin-mailing-results.csv?mailingId=${mailingId}${more}`, {})).text()
  const lines = (await read()).split('\r\n')
  expect(lines[0]).toBe('Nr.;Firma;E-Mail;Ergebnis;Message-ID;Fehler;Versuche;Zeitpunkt')
  expect(lines[1]).toMatch(/^1;'=Summe\(A1\);a@anbieter\.example;Fehlgeschlagen;;E-Mail-Versendung fehlgeschlagen: .+ \(550\);1;\d\d\./)
  expect(lines[2]).toMatch(/^2;"Zeta; Co";z@anbieter\.example;Gesendet;<[0-9a-f]{40}@localhost>;;1;\d\d\./)
  expect((await read('&result=failed')).split('\r\n').length).toBe(3)
})

test('every write of the operator is in the log', async () => {
  await companies(2)
  const mailingId = await start()
  await admin.call('admin-stop-mailing', { mailingId })
  await admin.call('admin-resume-mailing', { mailingId, which: 'rest' })
  const rows = await app.db.selectFrom('auditLog').selectAll().where('objectId', '=', mailingId).orderBy('id').execute()
  expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['mailings.start', null, { subject: letter.subject, recipients: 2, optedOut: 0 }],
    ['mailings.stop', { status: 'running' }, { status: 'stopped' }],
    ['mailings.resume', { status: 'stopped' }, { status: 'running', which: 'rest', recipients: 2 }],
  ])
  expect(rows.every(({ actor }) => /^admin:[0-9a-f-]{36}$/.test(actor))).toBe(true)
})

test('addresses are forgotten with their company at once, whole mailings after 400 days', async () => {
  const [first] = await companies(2)
  const mailingId = await start()
  await sendAll(mailingId)
  await app.db
    .updateTable('companies')
    .set({ archivedAt: app.now(), anonymisedAt: app.now() })
    .where('id', '=', first?.id ?? '')
    .execute()
  await sweepMailings(app)
  expect((await recipients(mailingId)).map(({ companyName, email, status }) => [companyName, email, status])).toEqual([
    ['Gelöschter Anbieter', '', 'sent'],
    ['Betrieb 02', 'betrieb02@anbieter.example', 'sent'],
  ])
  testApp.clock.moveTo(new Date(app.now().getTime() + 401 * 86_400_000))
  await sweepMailings(app)
  expect(await recipients(mailingId)).toEqual([])
})
