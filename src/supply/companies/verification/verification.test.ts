import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { openCommitProxy } from '../../../../tests/commitProxy.ts'
import { enterAs, enterAsOperator, makeCompany, makeUser, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { removeCompany } from '../closing/actions.ts'
import { lockForOperator } from '../operator/store.ts'
import { storeEvidence, sweepVerification } from './actions.ts'
import { type EvidenceKind, verificationLimits, verificationProblems } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, inbox } = testApp
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const nextYear = () => addDays(berlinDay(app.now()), 365)
const operator = () => enterAsOperator(app, testApp.newVisitor())

async function openFixture(email = 'inhaber@firma.example') {
  const user = await makeUser(app, { email })
  const company = await makeCompany(app, { userId: user.id, email, verified: false })
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const ids = { companyId: company.id }
  const send = async (kind: EvidenceKind | 'photo', content: Uint8Array<ArrayBuffer> = new Uint8Array(png), type = 'image/png') => {
    const headers = { 'content-type': type, 'x-file-name': encodeURIComponent('Nachweis Müller.png') }
    const path = `/storage/v1/object/verification/${company.id}/${kind}`
    const answer = await owner.request(path, { method: 'POST', body: content, headers })
    return { status: answer.status, body: await answer.json() }
  }
  const read = async () => (await owner.call('get-verification', ids)).body
  const ask = () => owner.call('ask-verification', ids)
  return { owner, company, ids, send, read, ask }
}

async function asked() {
  const fixture = await openFixture()
  await fixture.send('tradeLicence')
  await fixture.send('insurance')
  expect((await fixture.ask()).status).toBe(200)
  const admin = await operator()
  const [request] = (await admin.call('admin-list-verifications', {})).body.rows
  return { ...fixture, admin, request }
}

const mailsTo = (to: string) => inbox.mails().filter((mail) => mail.to === to)
const keysOf = async (companyId: string) => {
  const keys: string[] = []
  for await (const { key } of app.storage.list(`verification/${companyId}`)) keys.push(key)
  return keys
}
const isVerified = async (id: string) =>
  (await app.db.selectFrom('companies').select('verified').where('id', '=', id).executeTakeFirstOrThrow()).verified

test('evidence is collected as a draft, sent once, granted by the operator, and then forgotten', async () => {
  const { company, send, read, ask, admin, request } = await asked()
  expect(await read()).toMatchObject({ is_verified: false, status: 'open', files: [{ kind: 'tradeLicence' }, { kind: 'insurance' }] })
  expect([(await send('craftRoll')).status, (await ask()).status]).toEqual([409, 409])
  expect(request).toMatchObject({ company_name: company.companyName, status: 'open' })
  await testApp.runJobs()
  expect(inbox.mails().map(({ to, subject }) => [to, subject])).toEqual([
    [app.config.operator.email || app.config.adminEmail, `Verifizierung beantragt: ${company.companyName}`],
  ])

  const file = await admin.request(`/functions/v1/admin-verification-file?fileId=${request.files[0].id}`, {})
  // Re-encoded, as every uploaded picture.
  expect(Buffer.from(await file.arrayBuffer()).subarray(0, 8)).toEqual(png.subarray(0, 8))
  expect(file.headers.get('content-disposition')).toContain('attachment')
  const granted = { requestId: request.id, isGranted: true, insuranceUntil: nextYear() }
  expect((await admin.call('admin-decide-verification', granted)).status).toBe(200)
  await testApp.runJobs()
  expect([await isVerified(company.id), await keysOf(company.id)]).toEqual([true, []])
  expect(await read()).toMatchObject({ is_verified: true, status: 'granted', files: [] })
  expect(mailsTo(company.email)).toMatchObject([{ subject: `${company.companyName} ist jetzt verifiziert` }])
  expect((await send('insurance')).body.error).toBe('Ihre Firma ist schon verifiziert.')
  expect((await admin.request(`/functions/v1/admin-verification-file?fileId=${request.files[0].id}`, {})).status).toBe(404)
  const audited = await app.db.selectFrom('auditLog').select('action').where('objectId', '=', company.id).orderBy('at').execute()
  expect(audited.map(({ action }) => action)).toEqual(['companies.viewEvidence', 'companies.decideVerification'])
})

test('a refusal needs its reason, which the company reads; it may ask again with other evidence', async () => {
  const { company, send, read, ask, admin, request } = await asked()
  const unfounded = await admin.call('admin-decide-verification', { requestId: request.id, isGranted: false, reason: '  ' })
  expect([unfounded.status, unfounded.body.fields?.reason?.[0]]).toEqual([
    422,
    'Bitte begründen Sie die Entscheidung (höchstens 2.000 Zeichen)',
  ])
  const reason = 'Die Gewerbeanmeldung nennt eine andere Firma.'
  expect((await admin.call('admin-decide-verification', { requestId: request.id, isGranted: false, reason })).status).toBe(200)
  await testApp.runJobs()
  expect([await isVerified(company.id), await keysOf(company.id)]).toEqual([false, []])
  expect(await read()).toMatchObject({ status: 'refused', reason, files: [] })
  expect(mailsTo(company.email)[0]?.text).toContain(reason)
  expect((await ask()).body.error).toBe('Bitte laden Sie zuerst mindestens einen Nachweis hoch.')
  expect((await send('craftRoll')).body).toMatchObject({ status: 'draft', files: [{ kind: 'craftRoll', name: 'Nachweis Müller.png' }] })
  expect((await ask()).status).toBe(200)
})

test('ten decisions at once: one counts, one mail', async () => {
  const { admin, request, company } = await asked()
  inbox.clear()
  const decide = (at: number) =>
    admin.call('admin-decide-verification', {
      requestId: request.id,
      isGranted: at % 2 === 0,
      insuranceUntil: nextYear(),
      reason: 'Geprüft.',
    })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => decide(at)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  await testApp.runJobs()
  expect(mailsTo(company.email)).toHaveLength(1)
})

test('six files at most, also when twelve arrive at once; wrong ones are refused and leave nothing', async () => {
  const { company, send, read } = await openFixture()
  const sent = await Promise.all(Array.from({ length: 12 }, () => send('insurance')))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(6)
  expect((await read()).files).toHaveLength(6)
  expect(await keysOf(company.id)).toHaveLength(6)
  expect((await send('photo')).status).toBe(404)
  expect((await send('insurance', new Uint8Array(Buffer.from('no picture')))).status).toBe(415)
})

test('a file of the draft is taken out again, one of another company is not there', async () => {
  const { owner, ids, send, company } = await openFixture()
  const [file] = (await send('insurance')).body.files
  const other = await openFixture('andere@firma.example')
  expect((await other.owner.call('remove-verification-file', { ...other.ids, fileId: file.id })).status).toBe(404)
  expect((await owner.call('remove-verification-file', { ...ids, fileId: file.id })).body.files).toEqual([])
  await testApp.runJobs()
  expect(await keysOf(company.id)).toEqual([])
})

test('a commit whose answer is lost costs no file, one that is lost itself leaves nothing that is not swept, a refusal nothing at all', async () => {
  const { company, read } = await openFixture()
  const line = await openCommitProxy(testApp)
  const store = () =>
    storeEvidence(line.app, {
      companyId: company.id,
      kind: 'insurance',
      name: 'Police.png',
      type: 'image/png',
      content: new Blob([new Uint8Array(png)]).stream(),
    })
  line.lose('answer')
  await expect(store()).rejects.toThrow(/connection/i)
  const kept = await keysOf(company.id)
  expect([(await read()).files.map(({ name }: { name: string }) => name), kept.length]).toEqual([['Police.png'], 1])
  line.lose('commit')
  await expect(store()).rejects.toThrow(/connection/i)
  expect([(await read()).files.length, (await keysOf(company.id)).length]).toEqual([1, 2])
  clock.moveTo(new Date(app.now().getTime() + 2 * 86_400_000))
  await sweepVerification(app)
  expect(await keysOf(company.id)).toEqual(kept)
  for (let more = 1; more < verificationLimits.files; more += 1) await store()
  await expect(store()).rejects.toThrow(verificationProblems.full().message)
  expect(await keysOf(company.id)).toHaveLength(verificationLimits.files)
  await line.close()
})

test('a draft that is never submitted is deleted after 30 days; evidence is deleted with its company', async () => {
  const forgotten = await openFixture()
  await forgotten.send('insurance')
  clock.moveTo(new Date(app.now().getTime() + 31 * 86_400_000))
  await sweepVerification(app)
  expect(await app.db.selectFrom('verificationRequests').selectAll().execute()).toEqual([])

  const gone = await openFixture('weg@firma.example')
  await gone.send('insurance')
  await app.db.transaction().execute(async (tx) => {
    const held = await lockForOperator(tx, gone.company.id)
    if (held) await removeCompany(tx, held)
  })
  await testApp.runJobs()
  expect(await keysOf(gone.company.id)).toEqual([])
})

test('a change of the checked name or legal form removes the badge, and the account is notified', async () => {
  const { owner, company, ids } = await openFixture()
  const fields = { ...company, companyName: 'Glanzwerk Altona', legalForm: 'GmbH', verified: true }
  const verify = () =>
    app.db
      .updateTable('companies')
      .set({ companyName: fields.companyName, legalForm: fields.legalForm, verified: true })
      .where('id', '=', company.id)
      .execute()
  const { contactPerson, category, description, location, phone, email } = company
  const form = { contact_person: contactPerson, category, description, location, phone, email }
  const save = (name: string, legalForm: string) =>
    owner.call('update-company', { ...ids, ...form, company_name: name, legal_form: legalForm })
  await verify()
  expect((await save('GLANZWERK  Altona', 'GmbH')).status).toBe(200)
  expect(await isVerified(company.id)).toBe(true)
  for (const [name, legalForm] of [
    ['Fremde Bank', 'GmbH'],
    ['Glanzwerk Altona', 'AG'],
  ] as const) {
    await verify()
    inbox.clear()
    expect((await save(name, legalForm)).status).toBe(200)
    expect([name, legalForm, await isVerified(company.id)]).toEqual([name, legalForm, false])
    await testApp.runJobs()
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Bitte lassen Sie Ihre Firma neu verifizieren'])
  }
})
