import { beforeEach, describe, expect, test } from 'vitest'
import { archiveCompaniesOf } from '#src/backoffice/closings/actions.ts'
import { enterAs, enterAsOperator, makeCompany, makeService, makeUser, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { invalidateCatalogue } from '../catalogue/actions.ts'
import { serviceLimits, serviceTexts } from '../rules.ts'

const testApp = await openTestApp()
const { app } = testApp
/** The catalogue is not reset between tests: entries that a test hid are shown again. */
beforeEach(async () => {
  await app.db.updateTable('catalogueServices').set({ hiddenAt: null }).execute()
  invalidateCatalogue(app)
})

const email = 'inhaber@firma.example'
const windows = {
  catalogueId: 'fenster-putzen',
  title: 'Fenster putzen',
  priceKind: 'fixed',
  price: 69.5,
  minutes: 90,
  places: ['customer'],
}

/** A signed-in owner past the second factor, and calls in the name of the company. */
async function openFixture(fields: Parameters<typeof makeCompany>[1] = {}) {
  const user = await makeUser(app, { email })
  const company = await makeCompany(app, { userId: user.id, email, ...fields })
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const ask = (name: string, body: object = {}, headers: Record<string, string> = {}) =>
    owner.call(name, { companyId: company.id, ...body }, headers)
  const list = async () => (await ask('list-services')).body.services as Record<string, unknown>[]
  return { company, owner, ask, list }
}

describe('a service', () => {
  test('is created with all its fields, changed, and shown with its entry', async () => {
    const picture = '/storage/v1/object/company-images/a/gallery/1.webp'
    const { ask, list } = await openFixture({ galleryImages: [picture] })
    const options = [
      { group: 'Fenster', title: 'bis 10', surcharge: 0 },
      { group: 'Fenster', title: 'bis 20', surcharge: 40.5 },
      { group: null, title: 'Anfahrt über 20 km', surcharge: 15 },
    ]
    const all = { ...windows, description: 'Mit Rahmen.', questions: ['Wie viele Fenster?'], picture, options }
    const { status, body } = await ask('save-service', all)
    expect(status).toBe(200)
    const [made] = await list()
    expect(made).toMatchObject({
      ...{ id: body.id, catalogue_id: 'fenster-putzen', title: 'Fenster putzen', description: 'Mit Rahmen.', price_kind: 'fixed' },
      ...{ price: 69.5, unit: null, minutes: 90, places: ['customer'], questions: ['Wie viele Fenster?'], picture, is_hidden: false },
      options: [
        { option_group: 'Fenster', title: 'bis 10', surcharge: 0 },
        { option_group: 'Fenster', title: 'bis 20', surcharge: 40.5 },
        { option_group: null, title: 'Anfahrt über 20 km', surcharge: 15 },
      ],
      entry: { id: 'fenster-putzen' },
    })
    const [, second] = Object(made).options as { id: string }[]
    const changed = { ...all, id: body.id, price: 79, isHidden: true, options: [{ ...options[1], id: second?.id, surcharge: 45 }] }
    expect((await ask('save-service', changed)).body).toEqual({ id: body.id })
    expect(await list()).toMatchObject([{ price: 79, is_hidden: true, options: [{ id: second?.id, title: 'bis 20', surcharge: 45 }] }])
  })

  test('is created once per key', async () => {
    const { ask, list } = await openFixture()
    const key = { 'idempotency-key': 'a-service-of-the-test' }
    const [first, again] = [await ask('save-service', windows, key), await ask('save-service', windows, key)]
    expect(again.body).toEqual(first.body)
    expect(await list()).toHaveLength(1)
  })

  test('per hour has no unit, and an empty unit is none', async () => {
    const { ask, list } = await openFixture()
    await ask('save-service', { ...windows, priceKind: 'hourly', unit: 'm²' })
    await ask('save-service', { ...windows, unit: '' })
    await ask('save-service', { ...windows, unit: 'Fenster' })
    expect((await list()).map(({ unit }) => unit)).toEqual([null, null, 'Fenster'])
  })

  test('with an own title is mapped to the nearest entry, or to none if none is near', async () => {
    const { ask, list } = await openFixture()
    await ask('save-service', { ...windows, catalogueId: null, title: 'Fensterreinigung mit Rahmen' })
    await ask('save-service', { ...windows, catalogueId: null, title: 'Xylophonklang Zwirbel' })
    expect((await list()).map(({ catalogue_id }) => catalogue_id)).toEqual(['fenster-putzen', null])
  })

  test('reports errors at each field, all at once', async () => {
    const { ask, list } = await openFixture()
    const { status, body } = await ask('save-service', {
      ...{
        catalogueId: null,
        title: 'x',
        description: 'x'.repeat(1_001),
        priceKind: 'gratis',
        price: 0.5,
        unit: 'x'.repeat(21),
        minutes: 5,
      },
      ...{ places: [], questions: ['?'], options: [{ group: 'x', title: 'x', surcharge: -1 }] },
    })
    expect(status).toBe(422)
    expect(body.fields).toEqual({
      title: [serviceTexts.title],
      description: [serviceTexts.description],
      priceKind: [serviceTexts.priceKind],
      price: [serviceTexts.price],
      unit: [serviceTexts.unit],
      minutes: [serviceTexts.minutes],
      places: [serviceTexts.places],
      'questions.0': [serviceTexts.questions],
      'options.0.group': [serviceTexts.optionGroup],
      'options.0.title': [serviceTexts.optionTitle],
      'options.0.surcharge': [serviceTexts.surcharge],
    })
    const priceless = [
      await ask('save-service', { ...windows, price: null }),
      await ask('save-service', { ...windows, priceKind: 'quote' }),
    ]
    expect(priceless.map((answer) => answer.body.fields)).toEqual([{ price: [serviceTexts.price] }, { price: [serviceTexts.price] }])
    expect(await list()).toEqual([])
  })

  test('accepts only a visible entry and a picture of the own gallery', async () => {
    const { ask } = await openFixture()
    await app.db.updateTable('catalogueServices').set({ hiddenAt: app.now() }).where('id', '=', 'schaufenster-reinigen').execute()
    for (const catalogueId of ['gibt-es-nicht', 'schaufenster-reinigen']) {
      const { status, body } = await ask('save-service', { ...windows, catalogueId })
      expect([status, body.fields]).toEqual([422, { catalogueId: [serviceTexts.catalogue] }])
    }
    const foreign = await ask('save-service', { ...windows, picture: '/storage/v1/object/company-images/b/gallery/1.webp' })
    expect([foreign.status, foreign.body.fields]).toEqual([422, { picture: [serviceTexts.picture] }])
  })

  test('loses its picture when that leaves the gallery, because its file goes with it', async () => {
    const [one, two] = ['/storage/v1/object/company-images/a/gallery/1.webp', '/storage/v1/object/company-images/a/gallery/2.webp']
    const { company, ask, list } = await openFixture({ galleryImages: [one, two] })
    for (const picture of [one, two]) await ask('save-service', { ...windows, picture })
    await app.db
      .updateTable('companies')
      .set({ galleryImages: [two] })
      .where('id', '=', company.id)
      .execute()
    expect((await list()).map(({ picture }) => picture)).toEqual([null, two])
  })

  test('keeps an entry that was hidden later', async () => {
    const { ask, list } = await openFixture()
    const { body } = await ask('save-service', windows)
    await app.db.updateTable('catalogueServices').set({ hiddenAt: app.now() }).where('id', '=', 'fenster-putzen').execute()
    invalidateCatalogue(app)
    expect((await ask('save-service', { ...windows, id: body.id, price: 70 })).status).toBe(200)
    expect(await list()).toMatchObject([{ price: 70, catalogue_id: 'fenster-putzen', entry: null }])
  })

  test('is limited to a hundred per company', async () => {
    const { company, ask } = await openFixture()
    const row = { companyId: company.id, title: 'Eine von hundert', priceKind: 'quote' as const, places: ['shop'], position: 0 }
    const rows = Array.from({ length: serviceLimits.perCompany }, () => ({ ...row, createdAt: app.now(), updatedAt: app.now() }))
    await app.db.insertInto('services').values(rows).execute()
    const { status, body } = await ask('save-service', windows)
    expect([status, body.code]).toEqual([409, 'services.tooMany'])
  })

  test('of another company can be neither changed nor deleted', async () => {
    const other = await makeCompany(app, { companyName: 'Fremd GmbH', email: 'fremd@firma.example' })
    const { id } = await makeService(app, other.id)
    const { ask } = await openFixture()
    const answers = [
      await ask('save-service', { ...windows, id }),
      await ask('delete-service', { id }),
      await ask('order-services', { ids: [id] }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'services.unknown'],
      [404, 'services.unknown'],
      [409, 'services.orderChanged'],
    ])
    expect((await app.db.selectFrom('services').select('title').execute()).map(({ title }) => title)).toEqual(['Fenster putzen'])
  })

  test('is deleted', async () => {
    const { company, ask, list } = await openFixture()
    const { id } = await makeService(app, company.id)
    expect((await ask('delete-service', { id })).status).toBe(200)
    expect(await list()).toEqual([])
  })
})

test('services are deleted with an archived company', async () => {
  const user = await makeUser(app, { email: 'geht@firma.example' })
  const company = await makeCompany(app, { userId: user.id, email: user.email })
  await makeService(app, company.id)
  await app.db.transaction().execute((tx) => archiveCompaniesOf(app, tx, { userId: user.id, email: user.email }))
  expect(await app.db.selectFrom('services').selectAll().execute()).toEqual([])
})

test("the export of an owner's data holds the services of the own companies, hidden ones too, and no other's", async () => {
  const { ask, owner } = await openFixture()
  const options = [{ group: null, title: 'Anfahrt über 20 km', surcharge: 15 }]
  await ask('save-service', { ...windows, isHidden: true, options })
  await makeService(app, (await makeCompany(app, { companyName: 'Fremd GmbH', email: 'fremd@firma.example' })).id)
  const { services } = (await owner.call('export-own-data', {})).body
  expect(services).toHaveLength(1)
  expect(services[0]).toMatchObject({
    ...{ title: 'Fenster putzen', priceKind: 'fixed', priceCents: 6_950, minutes: 90, companyName: 'Glanzwerk Altona' },
    options: [{ title: 'Anfahrt über 20 km', surchargeCents: 1_500 }],
  })
})

test('services are reordered: all of them, or none', async () => {
  const { ask, list } = await openFixture()
  const ids: string[] = []
  for (const title of ['Eins zuerst', 'Zwei danach', 'Drei zuletzt']) ids.push((await ask('save-service', { ...windows, title })).body.id)
  const [one = '', two = '', three = ''] = ids
  expect((await ask('order-services', { ids: [three, one, two] })).status).toBe(200)
  expect((await list()).map(({ id }) => id)).toEqual([three, one, two])
  expect((await ask('order-services', { ids: [three, one] })).body.code).toBe('services.orderChanged')
  expect((await ask('order-services', { ids: [three, one, one] })).body.code).toBe('services.orderChanged')
})

describe('the catalogue', () => {
  test('suggests entries for typed words, those of the own category first', async () => {
    const { ask } = await openFixture()
    const { body } = await ask('suggest-catalogue', { typed: 'fenster pu' })
    expect(body.entries[0]).toMatchObject({ id: 'fenster-putzen', places: ['customer'] })
    expect((await ask('suggest-catalogue', { typed: 'asdfgh' })).body.entries).toEqual([])
  })

  test.each([
    // A prefix, a problem, a regional word, colloquial words, a misspelling, a job title.
    ['Reinigung', 'treppenh', 'treppenhaus-reinigen'],
    ['Handwerk', 'Wasserhahn tropft', 'wasserhahn-reparieren-oder-tauschen'],
    ['Garten', 'Gras schneiden', 'rasen-maehen'],
    ['Handwerk', 'ich hab mich ausgesperrt', 'tuer-oeffnen'],
    ['Reinigung', 'Schimmel weg', 'schimmel-entfernen'],
    ['Reinigung', 'Fensterpuzten', 'fenster-putzen'],
    ['Handwerk', 'Fenster', 'fenster-einbauen'],
    ['Handwerk', 'Elektrikerin', /^(steckdose|lampe|elektr|herd|stromausfall|sicherung)/],
  ] as const)('of %s suggests for „%s“ first %s', async (category, typed, id) => {
    const { ask } = await openFixture({ category })
    const [first] = (await ask('suggest-catalogue', { typed })).body.entries
    expect(first?.id).toMatch(id)
  })

  test('suggests without words what companies of this kind offer, the most offered first, without services that the company has', async () => {
    const { ask } = await openFixture()
    const other = await makeCompany(app, { companyName: 'Fremd GmbH', email: 'fremd@firma.example' })
    await makeService(app, other.id, { catalogueId: 'treppenhaus-reinigen' })
    const usual = async () => ((await ask('suggest-catalogue', { typed: '' })).body.entries as { id: string }[]).map(({ id }) => id)
    expect((await usual())[0]).toBe('treppenhaus-reinigen')
    await ask('save-service', { ...windows, catalogueId: 'treppenhaus-reinigen' })
    expect(await usual()).not.toContain('treppenhaus-reinigen')
    expect((await usual()).length).toBeGreaterThan(3)
  })

  test('lists words of the profile that are no service yet', async () => {
    const { ask } = await openFixture({ servicesOffered: ['Fenster putzen', 'Büroreinigung'] })
    await ask('save-service', windows)
    expect((await ask('list-services')).body.words).toEqual(['Büroreinigung'])
  })
})

describe('the operator', () => {
  test('can do all of it, and each act is logged', async () => {
    const company = await makeCompany(app)
    const operator = await enterAsOperator(app, testApp.newVisitor())
    const ask = (name: string, body: object) => operator.call(name, { companyId: company.id, ...body })
    const { id } = (await ask('admin-save-service', windows)).body
    await ask('admin-save-service', { ...windows, id, price: 80 })
    await ask('admin-order-services', { ids: [id] })
    expect((await ask('admin-list-services', {})).body.services).toMatchObject([{ id, price: 80 }])
    expect((await ask('admin-suggest-catalogue', { typed: 'Fenster' })).body.entries.length).toBeGreaterThan(0)
    await ask('admin-delete-service', { id })
    const log = await app.db.selectFrom('auditLog').select(['action', 'objectId', 'before', 'after']).orderBy('at').orderBy('id').execute()
    expect(log.map(({ action }) => action)).toEqual(['services.create', 'services.change', 'services.order', 'services.delete'])
    expect(log[1]).toMatchObject({ objectId: company.id, before: { priceCents: 6_950 }, after: { priceCents: 8_000 } })
  })

  test('cannot change services of an archived company', async () => {
    const company = await makeCompany(app, { archivedAt: app.now() })
    const operator = await enterAsOperator(app, testApp.newVisitor())
    for (const [name, body] of Object.entries({
      'admin-list-services': {},
      'admin-save-service': windows,
      'admin-suggest-catalogue': { typed: '' },
    })) {
      expect([name, (await operator.call(name, { companyId: company.id, ...body })).status]).toEqual([name, 404])
    }
  })
})
