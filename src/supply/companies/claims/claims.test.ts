import { expect, test } from 'vitest'
import { enterAs, makeCompany, makeUser } from '../../../../tests/factories.ts'
import { isAnybodyWaiting } from '../../../../tests/locks.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { issueClaimCode } from './actions.ts'
import { claimLimits } from './rules.ts'
import { deleteClaimCode } from './store.ts'

const testApp = await openTestApp()
const { app, clock } = testApp

const companyEmail = 'post@altbau.example'
const refusal = {
  status: 403,
  body: {
    code: 'companies.claimRefused',
    error: 'Adresse und Code passen nicht zusammen, oder der Code ist abgelaufen. Nach fünf Versuchen brauchen Sie einen neuen.',
  },
}

async function makeClaimable(fields: object = {}) {
  const company = await makeCompany(app, {
    companyName: 'Altbau Nord',
    email: 'Post@Altbau.example',
    subscriptionKind: 'granted',
    ...fields,
  })
  return { company, code: await issue(company.id) }
}
const issue = async (companyId: string) => (await app.db.transaction().execute((tx) => issueClaimCode(app, tx, companyId))).code

async function signIn(email = 'inhaberin@altbau.example') {
  const { id } = await makeUser(app, { email })
  return { id, visitor: await enterAs(app, testApp.newVisitor(), email) }
}
const ownerOf = async (id: string) =>
  (await app.db.selectFrom('companies').select('userId').where('id', '=', id).executeTakeFirstOrThrow()).userId
const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')
const daysLater = (days: number) => clock.moveTo(new Date(Date.now() + days * 86_400_000))

test('address and code together tie the company to the account, once', async () => {
  const { company, code } = await makeClaimable()
  expect(code).toMatch(/^\d{8}$/)
  const { id, visitor } = await signIn()
  const typed = `${code.slice(0, 4)} ${code.slice(4)}`
  expect((await visitor.call('claim-company', { companyEmail: ' POST@altbau.example ', code: typed })).body).toEqual({
    company_id: company.id,
  })
  expect(await ownerOf(company.id)).toBe(id)
  const other = await signIn('andere@altbau.example')
  expect(await other.visitor.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  expect(await ownerOf(company.id)).toBe(id)
})

test('of a thousand guesses at once five are evaluated, and then even the right code is refused until there is a new one', async () => {
  const { company, code } = await makeClaimable()
  const { visitor } = await signIn()
  const guess = () => visitor.call('claim-company', { companyEmail, code: wrong(code) })
  const answers = await Promise.all(Array.from({ length: 1_000 }, guess))
  expect(answers.every(({ status }) => status === 403)).toBe(true)
  expect(await triesOf(company.id)).toEqual([5])
  expect(await visitor.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  expect(await ownerOf(company.id)).toBeNull()
  const renewed = await issue(company.id)
  expect((await visitor.call('claim-company', { companyEmail, code: renewed })).status).toBe(200)
})

test('the right code in twenty hands at once has one winner', async () => {
  const { company, code } = await makeClaimable()
  const people = await Promise.all(Array.from({ length: 5 }, (_, index) => signIn(`person${index}@altbau.example`)))
  const answers = await Promise.all(people.map(({ visitor }) => visitor.call('claim-company', { companyEmail, code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
  const winner = people[answers.findIndex(({ status }) => status === 200)]
  expect(await ownerOf(company.id)).toBe(winner?.id)
})

test('a new code kills the old one; one of another company opens nothing', async () => {
  const { company, code } = await makeClaimable()
  const other = await makeClaimable({ companyName: 'Neubau Süd', email: 'post@neubau.example' })
  const renewed = await issue(company.id)
  const { visitor } = await signIn()
  expect(await visitor.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  expect(await visitor.call('claim-company', { companyEmail, code: other.code })).toMatchObject(refusal)
  expect((await visitor.call('claim-company', { companyEmail, code: renewed })).status).toBe(200)
})

test('a code lives 14 days', async () => {
  const { code } = await makeClaimable()
  const { visitor } = await signIn()
  daysLater(13.9)
  expect((await (await enterAs(app, testApp.newVisitor(), 'inhaberin@altbau.example')).call('get-claim-offer', {})).status).toBe(200)
  daysLater(14.01)
  const later = await enterAs(app, testApp.newVisitor(), 'inhaberin@altbau.example')
  expect(await later.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  expect((await visitor.call('claim-company', { companyEmail, code })).status).toBe(401)
})

test('a company with an owner, or an archived one, cannot be claimed', async () => {
  const { company, code } = await makeClaimable()
  const { id, visitor } = await signIn()
  const { id: runner } = await makeUser(app, { email: 'schon-da@altbau.example' })
  await app.db.updateTable('companies').set({ userId: runner }).where('id', '=', company.id).execute()
  expect(await visitor.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  await app.db.updateTable('companies').set({ userId: null, archivedAt: app.now() }).where('id', '=', company.id).execute()
  expect(await visitor.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  expect(await ownerOf(company.id)).not.toBe(id)
})

test('a matching confirmed address is offered the company, and gets nothing without the code', async () => {
  const { company } = await makeClaimable()
  const { visitor } = await signIn(companyEmail)
  expect((await visitor.call('get-claim-offer', {})).body).toEqual({ company_name: 'Altbau Nord' })
  expect(await ownerOf(company.id)).toBeNull()
  const stranger = await signIn('fremd@altbau.example')
  expect((await stranger.visitor.call('get-claim-offer', {})).body).toBeNull()
})

test('only a keyed hash of the code is kept', async () => {
  const { code } = await makeClaimable()
  const rows = await app.db.selectFrom('claimCodes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('an incomplete code is refused without using up a try', async () => {
  await makeClaimable()
  const { visitor } = await signIn()
  const { status, body } = await visitor.call('claim-company', { companyEmail, code: '123' })
  expect([status, body.fields]).toEqual([422, { code: ['Bitte geben Sie den vollständigen 8-stelligen Code ein.'] }])
  expect(await app.db.selectFrom('claimTries').selectAll().execute()).toEqual([])
})

test('a stranger who uses up all tries does not use up those of the owner', async () => {
  const { company, code } = await makeClaimable()
  const stranger = await signIn('fremd@anders.example')
  for (let time = 0; time < 8; time += 1) await stranger.visitor.call('claim-company', { companyEmail, code: wrong(code) })
  expect(await stranger.visitor.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  const { id, visitor } = await signIn()
  expect((await visitor.call('get-claim-offer', {})).status).toBe(200)
  expect((await visitor.call('claim-company', { companyEmail, code })).status).toBe(200)
  expect(await ownerOf(company.id)).toBe(id)
})

test("the tries at a code are limited over all accounts; the account with the company's own address has five extra", async () => {
  const { company, code } = await makeClaimable()
  await app.db.updateTable('claimCodes').set({ tries: claimLimits.triesOfAll }).where('companyId', '=', company.id).execute()
  const late = await signIn('spaet@anders.example')
  expect(await late.visitor.call('claim-company', { companyEmail, code })).toMatchObject(refusal)
  const own = await signIn(companyEmail)
  expect((await own.visitor.call('get-claim-offer', {})).body).toEqual({ company_name: 'Altbau Nord' })
  expect((await own.visitor.call('claim-company', { companyEmail, code })).status).toBe(200)
})

test("many accounts that guess at once have no more tries in total than the code's limit", async () => {
  const { company, code } = await makeClaimable()
  const people = await Promise.all(Array.from({ length: 25 }, (_, at) => signIn(`fremd${at}@anders.example`)))
  await Promise.all(
    people.flatMap(({ visitor }) => Array.from({ length: 6 }, () => visitor.call('claim-company', { companyEmail, code: wrong(code) }))),
  )
  expect(Math.max(...(await triesOf(company.id)))).toBe(claimLimits.tries)
  expect(await app.db.selectFrom('claimCodes').select('tries').executeTakeFirst()).toEqual({ tries: claimLimits.triesOfAll })
})

test('a try at a code that is being consumed at the same time is refused, without a server error', async () => {
  const { company, code } = await makeClaimable()
  const { visitor } = await signIn()
  const guess = await app.db.transaction().execute(async (tx) => {
    await deleteClaimCode(tx, company.id)
    const answer = visitor.call('claim-company', { companyEmail, code })
    await expect.poll(() => isAnybodyWaiting(app)).toBe(true)
    return { answer }
  })
  expect(await guess.answer).toMatchObject(refusal)
})

async function triesOf(companyId: string) {
  const rows = await app.db.selectFrom('claimTries').select('tries').where('companyId', '=', companyId).execute()
  return rows.map(({ tries }) => tries)
}
