import { expect, test } from 'vitest'
import { enterAs, enterAsOperator, makeCompany, makeUser, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { endProofs } from './proofActions.ts'
import { isRenewable, proofsOf } from './proofRules.ts'
import type { EvidenceKind } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, inbox } = testApp
const email = 'inhaber@firma.example'
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const start = new Date('2026-12-01T09:00:00Z')

/** A company with submitted evidence, and the operator's decision on it. */
async function submitted(...kinds: EvidenceKind[]) {
  clock.moveTo(start)
  const user = await makeUser(app, { email })
  const company = await makeCompany(app, { userId: user.id, email, verified: false })
  // Signed in anew for each call: the clock moves beyond a session.
  const owner = async () => passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const send = async (kind: EvidenceKind) =>
    (await owner()).request(`/storage/v1/object/verification/${company.id}/${kind}`, {
      method: 'POST',
      body: new Uint8Array(png),
      headers: { 'content-type': 'image/png', 'x-file-name': 'a.png' },
    })
  const read = async () => (await (await owner()).call('get-verification', { companyId: company.id })).body
  for (const kind of kinds) await send(kind)
  await (await owner()).call('ask-verification', { companyId: company.id })
  const admin = await enterAsOperator(app, testApp.newVisitor())
  const [request] = (await admin.call('admin-list-verifications', {})).body.rows
  const grant = (fields: object = {}) => admin.call('admin-decide-verification', { requestId: request.id, isGranted: true, ...fields })
  const moveTo = async (day: string) => {
    clock.moveTo(new Date(`${day}T09:00:00Z`))
    inbox.clear()
    await endProofs(app)
    await testApp.runJobs()
  }
  return { company, send, read, grant, moveTo }
}

const isVerified = async (id: string) =>
  (await app.db.selectFrom('companies').select('verified').where('id', '=', id).executeTakeFirstOrThrow()).verified
const subjects = () => inbox.mails().map(({ subject }) => subject)

test.each([
  [{}, 'Bitte geben Sie an, bis wann die Betriebshaftpflicht gilt, zum Beispiel 30.06.2027'],
  [{ insuranceUntil: '30.02.2027' }, 'Bitte geben Sie an, bis wann die Betriebshaftpflicht gilt, zum Beispiel 30.06.2027'],
  [{ insuranceUntil: '30.11.2026' }, 'Das Ende muss zwischen dem 01.12.2026 und dem 01.12.2029 liegen'],
  [{ insuranceUntil: '02.12.2029' }, 'Das Ende muss zwischen dem 01.12.2026 und dem 01.12.2029 liegen'],
])('an insurance is not granted with %j', async (fields, text) => {
  const { company, grant, read } = await submitted('insurance')
  const { status, body } = await grant(fields)
  expect([status, body.fields?.insuranceUntil?.[0], await isVerified(company.id)]).toEqual([422, text, false])
  expect((await read()).files).toHaveLength(1)
})

test('granted: the insurance until the end of its policy, everything else for 36 months', async () => {
  const { grant, read } = await submitted('insurance', 'tradeLicence', 'tradeLicence')
  expect((await grant({ insuranceUntil: '30.6.2027' })).status).toBe(200)
  expect(await read()).toMatchObject({
    is_verified: true,
    is_renewable: false,
    proofs: [
      { kind: 'insurance', valid_until: '2027-06-30' },
      { kind: 'tradeLicence', valid_until: '2029-12-01' },
    ],
  })
})

test('a proof that ends is announced once, may be renewed, and alone does not take the badge away', async () => {
  const { company, grant, read, send, moveTo } = await submitted('insurance', 'tradeLicence')
  await grant({ insuranceUntil: '2027-06-30' })
  await testApp.runJobs()
  await moveTo('2027-05-30')
  expect(subjects()).toEqual([])
  await moveTo('2027-05-31')
  expect(subjects()).toEqual(['Ihr Nachweis gilt noch bis 30.06.2027'])
  await moveTo('2027-06-30')
  expect([subjects(), await isVerified(company.id)]).toEqual([[], true])
  await moveTo('2027-07-01')
  expect([subjects(), await isVerified(company.id), (await read()).is_renewable]).toEqual([[], true, true])
  expect((await send('insurance')).status).toBe(200)
})

test('when the last proof has ended the badge goes, with an audit row and a mail', async () => {
  const { company, grant, read, moveTo } = await submitted('insurance')
  await grant({ insuranceUntil: '2027-06-30' })
  await testApp.runJobs()
  await moveTo('2027-06-30')
  expect(await isVerified(company.id)).toBe(true)
  await moveTo('2027-07-01')
  expect([subjects(), await isVerified(company.id)]).toEqual([['Ihre Nachweise sind abgelaufen'], false])
  expect((await read()).proofs).toEqual([])
  const audited = await app.db.selectFrom('auditLog').select(['actor', 'after']).where('action', '=', 'companies.loseBadge').execute()
  expect(audited).toEqual([{ actor: 'system', after: { verified: false } }])
  await moveTo('2027-07-02')
  expect(subjects()).toEqual([])
})

test("the operator's own badge has no end, and taking a badge away takes its proofs", async () => {
  clock.moveTo(start)
  const byHand = await makeCompany(app, { verified: true })
  const { company, grant, moveTo } = await submitted('tradeLicence')
  await grant()
  await app.db.updateTable('companies').set({ verified: false }).where('id', '=', company.id).execute()
  expect(await app.db.selectFrom('companyProofs').selectAll().execute()).toEqual([])
  await moveTo('2036-12-01')
  expect(await isVerified(byHand.id)).toBe(true)
})

test('the rules: each kind once, renewable without proofs and 60 days before one ends', () => {
  const checked = { kinds: ['craftRoll', 'craftRoll'] as const, today: '2026-12-01', insuranceUntil: null }
  expect(proofsOf(checked)).toEqual([{ kind: 'craftRoll', validUntil: '2029-12-01' }])
  const [proof] = proofsOf(checked)
  expect([[], proof ? [proof] : []].map((proofs) => isRenewable(proofs, '2029-10-02'))).toEqual([true, false])
  expect(isRenewable(proof ? [proof] : [], '2029-10-03')).toBe(true)
})
