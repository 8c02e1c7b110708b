import { beforeEach, describe, expect, test } from 'vitest'
import { enterAs, makeCompany, makeUser } from '../../../tests/factories.ts'
import { companyFields, openSubscriptionFixtures } from '../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app } = testApp
const fixtures = openSubscriptionFixtures(testApp)
beforeEach(fixtures.listen)

const countCompanies = async () => (await app.db.selectFrom('companies').select('id').execute()).length

describe('a registration', () => {
  test('makes a hidden company of the signed-in person; what decides over trust and money is not taken from the body', async () => {
    const foreign = await makeUser(app, { email: 'fremd@anbieter.example' })
    const claims = { verified: true, premium: true, user_id: foreign.id, subscription_status: 'active', plan: 'premium' }
    const owner = await fixtures.register({ ...claims, hourly_rate: '34,50', website: 'www.fugenlos.example', town: '' })
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({
      userId: owner.userId,
      verified: false,
      premium: false,
      subscriptionStatus: 'incomplete',
      subscriptionKind: 'paid',
      isListed: false,
      hourlyRateCents: 3_450,
      website: 'https://www.fugenlos.example/',
      town: null,
    })
  })

  test('of the same name by the same person is the same company while it is unfinished, with the newer fields', async () => {
    const owner = await fixtures.register()
    const again = { ...companyFields, company_name: ' FUGENLOS fliesen ', phone: '040 1234', postcode: '22767' }
    const { body } = await fixtures.call(owner, 'create-provider-company', { plan: 'premium', company: again })
    expect(body).toEqual({ companyId: owner.companyId })
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({
      companyName: 'FUGENLOS fliesen',
      phone: '040 1234',
      postcode: '22767',
    })
    expect(await countCompanies()).toBe(1)
  })

  test('twice at once makes one company, and another person of the same name another', async () => {
    const { email } = await makeUser(app, { email: 'doppelt@anbieter.example' })
    const visitor = await enterAs(app, testApp.newVisitor(), email)
    const request = { plan: 'basic', company: companyFields }
    const answers = await Promise.all(Array.from({ length: 12 }, () => visitor.call('create-provider-company', request)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.companyId)).size).toBe(1)
    await fixtures.register()
    expect(await countCompanies()).toBe(2)
  })

  test('with an Idempotency-Key is answered once', async () => {
    const owner = await fixtures.register()
    const visitor = await fixtures.signInOwner(owner)
    const headers = { 'idempotency-key': 'anmeldung-1234567890' }
    const send = (name: string) =>
      visitor.call('create-provider-company', { plan: 'basic', company: { ...companyFields, company_name: name } }, headers)
    const [first, second, other] = [await send('Zweite Firma'), await send('Zweite Firma'), await send('Dritte Firma')]
    expect(second.body).toEqual(first.body)
    expect(other.status).toBe(422)
    expect(await countCompanies()).toBe(2)
  })

  test('of a name that is paid for already is refused, so that two tabs cannot pay twice', async () => {
    const company = await fixtures.subscribed('basic')
    const { status, body } = await fixtures.call(company, 'create-provider-company', { plan: 'basic', company: companyFields })
    expect([status, body.code]).toEqual([409, 'companies.alreadyRegistered'])
    expect(await countCompanies()).toBe(1)
  })

  test('may rename the unfinished company it names, but neither a finished one nor one of another account', async () => {
    const owner = await fixtures.register()
    const renamed = { ...companyFields, company_name: 'Fugenlos Hamburg' }
    const again = { plan: 'basic', company: renamed, companyId: owner.companyId }
    expect((await fixtures.call(owner, 'create-provider-company', again)).body).toEqual({ companyId: owner.companyId })
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ companyName: 'Fugenlos Hamburg' })
    const { email } = await makeUser(app, { email: 'andere@anbieter.example' })
    const stranger = await enterAs(app, testApp.newVisitor(), email)
    const { body } = await stranger.call('create-provider-company', { ...again, company: { ...companyFields, company_name: 'Meine' } })
    expect(body.companyId).not.toBe(owner.companyId)
    const paid = await fixtures.subscribed('basic')
    const other = { plan: 'basic', company: { ...companyFields, company_name: 'Noch eine' }, companyId: paid.companyId }
    expect((await fixtures.call(paid, 'create-provider-company', other)).body.companyId).not.toBe(paid.companyId)
    expect(await fixtures.readCompany(paid.companyId)).toMatchObject({ subscriptionStatus: 'active' })
  })

  test('under a name that an unfinished company gets at the same moment has one winner and no error', async () => {
    const owner = await fixtures.register()
    const visitor = await fixtures.signInOwner(owner)
    for (let round = 0; round < 15; round += 1) {
      const company = { ...companyFields, company_name: `Fugenlos ${round}` }
      const answers = await Promise.all([
        visitor.call('create-provider-company', { plan: 'basic', company, companyId: owner.companyId }),
        visitor.call('update-company', { companyId: owner.companyId, ...company }),
        visitor.call('create-provider-company', { plan: 'basic', company }),
      ])
      expect(answers.map(({ body }) => body.code ?? '').filter((code) => !['', 'companies.nameTaken'].includes(code))).toEqual([])
      await app.db.deleteFrom('companies').where('id', '!=', owner.companyId).execute()
    }
  })

  test('under the name of another unfinished company of the person means that one', async () => {
    const owner = await fixtures.register()
    const second = { ...companyFields, company_name: 'Zweite Firma' }
    const made = await fixtures.call(owner, 'create-provider-company', { plan: 'basic', company: second })
    const answer = await fixtures.call(owner, 'create-provider-company', { plan: 'basic', company: second, companyId: owner.companyId })
    expect(answer.body.companyId).toBe(made.body.companyId)
  })

  test('ends at ten companies, also at once', async () => {
    const { email, id } = await makeUser(app, { email: 'viele@anbieter.example' })
    const visitor = await enterAs(app, testApp.newVisitor(), email)
    for (let made = 1; made <= 8; made += 1) await makeCompany(app, { userId: id, companyName: `Firma ${made}` })
    const send = (number: number) =>
      visitor.call('create-provider-company', { plan: 'basic', company: { ...companyFields, company_name: `Neue ${number}` } })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(send))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
      'Zu Ihrem Konto gehören schon 10 Firmen. Mehr sind nicht möglich.',
    )
    expect(await countCompanies()).toBe(10)
  })

  test('needs a session and a confirmed address', async () => {
    const request = { plan: 'basic', company: companyFields }
    expect((await testApp.newVisitor().call('create-provider-company', request)).status).toBe(401)
    const owner = await fixtures.register()
    const visitor = await fixtures.signInOwner(owner)
    await app.db.updateTable('users').set({ confirmedAt: null }).where('id', '=', owner.userId).execute()
    expect((await visitor.call('create-provider-company', request)).status).toBe(403)
  })

  test('says what is missing', async () => {
    const { email } = await makeUser(app, { email: 'leer@anbieter.example' })
    const visitor = await enterAs(app, testApp.newVisitor(), email)
    const { status, body } = await visitor.call('create-provider-company', { company: {} })
    expect(status).toBe(422)
    expect(body.fields).toEqual({
      plan: ['Bitte wählen Sie einen Plan aus.'],
      'company.company_name': ['Firmenname ist erforderlich'],
      'company.category': ['Kategorie ist erforderlich'],
      'company.description': ['Beschreibung ist erforderlich'],
      'company.location': ['Standort ist erforderlich'],
      'company.contact_person': ['Ansprechpartner ist erforderlich'],
      'company.email': ['E-Mail ist erforderlich'],
      'company.phone': ['Telefonnummer ist erforderlich'],
    })
  })
})
