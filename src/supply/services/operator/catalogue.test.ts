import { beforeEach, expect, test } from 'vitest'
import { enterAsOperator, makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { holdCatalogue, invalidateCatalogue, loadCatalogue } from '../catalogue/actions.ts'
import { serviceTexts } from '../rules.ts'
import { understandQuery } from '../understanding/actions.ts'
import { catalogueTexts } from './rules.ts'

const testApp = await openTestApp()
const { app } = testApp
/** The catalogue is not emptied between tests: each begins with the unchanged package. */
beforeEach(async () => {
  await app.db.deleteFrom('catalogueServices').where('isOwn', '=', true).execute()
  await app.db.deleteFrom('catalogueTrades').where('isOwn', '=', true).execute()
  for (const table of ['catalogueServices', 'catalogueTrades'] as const) {
    await app.db.updateTable(table).set({ hiddenAt: null, ownName: null }).execute()
  }
  invalidateCatalogue(app)
})

const openFixture = async () => {
  const operator = await enterAsOperator(app, testApp.newVisitor())
  const list = async (asked: object) => (await operator.call('admin-list-catalogue', asked)).body
  return { operator, list }
}
const windows = { what: 'service', id: 'fenster-putzen', ownName: null, isHidden: false }

test('trades and services are in one list, found by name, phrase, kind, category and state', async () => {
  const { list } = await openFixture()
  const all = await list({})
  expect(all.total).toBeGreaterThan(600)
  expect(all.rows).toHaveLength(25)
  const names = async (asked: object) => ((await list(asked)).rows as { name: string }[]).map(({ name }) => name)
  expect(await names({ search: 'Fenster putzen', what: 'service' })).toContain('Fenster putzen')
  expect(await names({ search: 'fensterputzer' })).toContain('Fenster putzen')
  expect(await names({ what: 'trade', category: 'Garten', pageSize: 100 })).not.toContain('Fenster putzen')
  expect(await names({ state: 'hidden' })).toEqual([])
})

test('a renamed entry has its new name, keeps its phrases, and is reloaded by every process', async () => {
  const { operator, list } = await openFixture()
  const { revision } = await holdCatalogue(app)
  expect((await operator.call('admin-change-catalogue-entry', { ...windows, ownName: '  Fenster reinigen ' })).status).toBe(200)
  const held = await holdCatalogue(app)
  const entry = held.services.find(({ id }) => id === 'fenster-putzen')
  expect([entry?.name, entry?.said.includes('Fenster putzen'), held.revision]).toEqual(['Fenster reinigen', true, revision + 1])
  expect((await list({ state: 'renamed' })).rows).toMatchObject([{ id: 'fenster-putzen', own_name: 'Fenster reinigen' }])
  // The packaged name as own name counts as not renamed.
  await operator.call('admin-change-catalogue-entry', { ...windows, ownName: 'Fenster putzen' })
  expect((await list({ state: 'renamed' })).rows).toEqual([])
  const log = await app.db.selectFrom('auditLog').select(['action', 'objectType', 'objectId', 'before', 'after']).orderBy('at').execute()
  expect(log).toMatchObject([
    {
      ...{ action: 'catalogue.change', objectType: 'catalogueEntry', objectId: 'fenster-putzen' },
      ...{ before: { name: 'Fenster putzen', isHidden: false }, after: { name: 'Fenster reinigen', isHidden: false } },
    },
    { before: { name: 'Fenster reinigen' }, after: { name: 'Fenster putzen' } },
  ])
})

test('a hidden entry is not offered, neither are the services of a hidden trade, and both come back', async () => {
  const { operator, list } = await openFixture()
  const company = await makeCompany(app)
  const found = async () => {
    const { body } = await operator.call('admin-suggest-catalogue', { companyId: company.id, typed: 'Fenster putzen' })
    return (body.entries as { id: string }[]).some(({ id }) => id === 'fenster-putzen')
  }
  const trade = (await holdCatalogue(app)).services.find(({ id }) => id === 'fenster-putzen')?.tradeId
  for (const hidden of [windows, { ...windows, what: 'trade', id: trade }]) {
    await operator.call('admin-change-catalogue-entry', { ...hidden, isHidden: true })
    expect([await found(), (await list({ state: 'hidden' })).total]).toEqual([false, 1])
    await operator.call('admin-change-catalogue-entry', hidden)
    expect(await found()).toBe(true)
  }
})

const shelves = {
  name: 'Regale aufbauen',
  said: ['Regal zusammenbauen'],
  priceKind: 'fixed',
  low: 20,
  high: 40.5,
  minutes: 60,
  places: ['customer'],
}

test('a service is added under an id derived from its name, and survives the next package', async () => {
  const { operator, list } = await openFixture()
  const tradeId = (await operator.call('admin-list-trades', {})).body.trades[0].id
  const { status, body } = await operator.call('admin-add-catalogue-service', { ...shelves, tradeId })
  expect([status, body]).toEqual([200, { id: 'regale-aufbauen' }])
  expect((await list({ state: 'own' })).rows).toMatchObject([{ id: 'regale-aufbauen', is_own: true, said: shelves.said }])
  await app.db.updateTable('catalogueState').set({ packaged: 'an older one' }).execute()
  await loadCatalogue(app)
  expect((await list({ state: 'own' })).rows).toMatchObject([{ id: 'regale-aufbauen', is_hidden: false }])
  const again = await operator.call('admin-add-catalogue-service', { ...shelves, tradeId })
  expect([again.status, again.body.code]).toEqual([409, 'catalogue.known'])
  expect((await app.db.selectFrom('auditLog').select('action').execute()).map(({ action }) => action)).toEqual(['catalogue.add'])
})

const shelvesId = 'regale-aufbauen'
const assembly = { name: 'Regalbauer', category: 'Handwerk', said: ['Regalbauerin'] }

test('a trade is added with names of its tradespeople, then services to it; queries find both at once', async () => {
  const { operator, list } = await openFixture()
  expect((await operator.call('admin-add-catalogue-trade', assembly)).body).toEqual({ id: 'regalbauer' })
  expect((await list({ state: 'own' })).rows).toMatchObject([
    { id: 'regalbauer', what: 'trade', category: 'Handwerk', said: assembly.said },
  ])
  expect((await operator.call('admin-add-catalogue-service', { ...shelves, tradeId: 'regalbauer' })).status).toBe(200)
  expect((await understandQuery(app, 'Regalbauerin')).tradeIds).toEqual(['regalbauer'])
  expect((await understandQuery(app, 'Regal zusammenbauen')).services[0]?.id).toBe('regale-aufbauen')
  await app.db.updateTable('catalogueState').set({ packaged: 'an older one' }).execute()
  await loadCatalogue(app)
  expect((await list({ state: 'own' })).total).toBe(2)
  for (const name of [assembly.name, shelves.name]) {
    const { status, body } = await operator.call('admin-add-catalogue-trade', { ...assembly, name })
    expect([status, body.code]).toEqual([409, 'catalogue.known'])
  }
  const wrong = await operator.call('admin-add-catalogue-trade', { name: '?', category: 'Zauberei', said: [''] })
  expect(wrong.body.fields).toEqual({
    name: [catalogueTexts.name],
    category: [catalogueTexts.category],
    'said.0': [catalogueTexts.phrases],
  })
  const log = await app.db.selectFrom('auditLog').select(['action', 'objectId', 'after']).orderBy('at').orderBy('id').execute()
  expect(log[0]).toMatchObject({ action: 'catalogue.add', objectId: 'regalbauer', after: assembly })
})

test('each change rewrites the phrases, and reindexes companies with free texts only', async () => {
  const { operator } = await openFixture()
  const company = await makeCompany(app, { servicesOffered: ['Regal zusammenbauen'] })
  const tradeId = (await operator.call('admin-list-trades', {})).body.trades[0].id
  const read = async () => {
    const { rows: said } = await app.pool.query(
      `select service_id from catalogue_phrases where key = search_phrase_key('Regal zusammenbauen')`,
    )
    const { rows: found } = await app.pool.query(
      `select offer.id from companies, search_offers(companies) as offer where companies.id = $1 and offer.kind = 'service'`,
      [company.id],
    )
    const { rows: terms } = await app.pool.query(
      `select text from search_terms join search_companies on search_terms.id = any(terms) where company_id = $1 and kind = 'service'`,
      [company.id],
    )
    return [said, found, terms].map((rows) => rows.map((row) => Object.values(row)[0]))
  }
  expect(await read()).toEqual([[], [], []])
  const changes = [
    ['admin-add-catalogue-service', { ...shelves, tradeId }, [shelvesId]],
    ['admin-change-catalogue-entry', { what: 'service', id: shelvesId, ownName: null, isHidden: true }, []],
  ] as const
  for (const [name, body, ids] of changes) {
    expect((await operator.call(name, body)).status).toBe(200)
    const { rowCount } = await app.pool.query(`select from graphile_worker.jobs where task_identifier = 'search.rebuild'`)
    expect(rowCount).toBe(1)
    await testApp.runJobs()
    expect(await read()).toEqual([ids, ids, ids])
  }
})

test('errors are reported at the field, and a missing entry is unknown', async () => {
  const { operator } = await openFixture()
  const wrong = {
    ...shelves,
    name: 'x',
    tradeId: '',
    said: ['x'.repeat(61)],
    priceKind: 'gratis',
    low: -1,
    high: 2e9,
    minutes: 1,
    places: [],
  }
  expect((await operator.call('admin-add-catalogue-service', wrong)).body.fields).toEqual({
    name: [catalogueTexts.name],
    tradeId: [catalogueTexts.trade],
    'said.0': [catalogueTexts.phrases],
    priceKind: [serviceTexts.priceKind],
    low: [catalogueTexts.price],
    high: [catalogueTexts.price],
    minutes: [serviceTexts.minutes],
    places: [serviceTexts.places],
  })
  const fieldsOf = async (part: object) => (await operator.call('admin-add-catalogue-service', { ...shelves, ...part })).body.fields
  expect(await fieldsOf({ tradeId: 'gibt-es-nicht' })).toEqual({ tradeId: [catalogueTexts.trade] })
  expect(await fieldsOf({ tradeId: 'x', low: 50 })).toEqual({ high: [catalogueTexts.order] })
  expect(await fieldsOf({ tradeId: 'x', low: { toString: 1 } })).toEqual({ low: [catalogueTexts.price] })
  const unknown = await operator.call('admin-change-catalogue-entry', { ...windows, id: 'gibt-es-nicht' })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'catalogue.unknown'])
  const short = await operator.call('admin-change-catalogue-entry', { ...windows, ownName: 'x' })
  expect(short.body.fields).toEqual({ ownName: [catalogueTexts.name] })
})
