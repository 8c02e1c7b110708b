import { expect, test } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { enterAs, enterAsOperator, makeCompany, makeService, makeUser, rightPassword } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { alertLimits, alertRetention } from './rules.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, inbox, runJobs, newVisitor } = testApp

let address = 0
const visitor = () => newVisitor(`198.51.100.${address++ % 250}`)
const later = (days: number) => clock.moveTo(new Date(app.now().getTime() + days * 86_400_000))
const run = async (name: string) => {
  await enqueue(app.db, { name, payload: {} })
  await runJobs()
}
const mailsTo = (email: string) =>
  inbox
    .mails()
    .filter(({ to }) => to === email)
    .reverse()
const tokenIn = (text: string | undefined) => /\/bescheid\?token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
const rows = () => app.db.selectFrom('searchAlerts').selectAll().orderBy('id').execute()

const dachrinne = { words: 'Dachrinne reinigen', location: 'Kiel', category: null, catalogueId: null, radiusKm: 25 }

/** An alert whose address is confirmed by the mailed link. */
async function waitFor(name: string, search: object = dachrinne) {
  const email = `${name}@kunde.example`
  const browser = visitor()
  expect((await browser.call('create-search-alert', { ...search, email })).body).toEqual({ is_confirmed: false })
  await runJobs()
  const token = tokenIn(mailsTo(email).at(-1)?.text)
  expect((await browser.call('confirm-search-alert', { token })).status).toBe(200)
  return { email, token, browser }
}

test('an alert counts only after its address is confirmed; the confirmation mail repeats no input; signed-in owners need none', async () => {
  const email = 'anna@kunde.example'
  await visitor().call('create-search-alert', { ...dachrinne, email })
  await makeCompany(app, { location: '24103 Kiel', servicesOffered: ['Dachrinne reinigen'] })
  await run('search.answer-alerts')
  const [mail, ...others] = mailsTo(email)
  expect([others, mail?.text.match(/Dachrinne|Kiel/g) ?? []]).toEqual([[], []])
  const token = tokenIn(mail?.text)
  expect((await visitor().call('get-search-alert', { token })).body).toEqual({
    ...{ words: 'Dachrinne reinigen', location: 'Kiel', category: null, service: null, radius_km: 25 },
    ...{ is_confirmed: false, is_served: false },
  })
  await makeUser(app, { email: 'bert@kunde.example' })
  const bert = await enterAs(app, visitor(), 'bert@kunde.example')
  expect((await bert.call('create-search-alert', { ...dachrinne, email: 'bert@kunde.example' })).body).toEqual({ is_confirmed: true })
  expect((await bert.call('create-search-alert', { ...dachrinne, email: 'carla@kunde.example' })).body).toEqual({ is_confirmed: false })
})

test('a company that appears is mailed once, with the link that deletes the alert; one elsewhere or unlisted is not', async () => {
  const { email, token, browser } = await waitFor('anna')
  await makeCompany(app, { location: '80331 München', servicesOffered: ['Dachrinne reinigen'] })
  await makeCompany(app, { location: '24103 Kiel', servicesOffered: ['Dachrinne reinigen'], subscriptionStatus: 'unpaid' })
  await run('search.answer-alerts')
  expect(mailsTo(email)).toHaveLength(1)
  await makeCompany(app, { companyName: 'Rinnenfrei', location: '24103 Kiel', servicesOffered: ['Dachrinne reinigen'] })
  await Promise.all([run('search.answer-alerts'), run('search.answer-alerts')])
  await run('search.answer-alerts')
  const [, found, ...others] = mailsTo(email)
  expect([found?.subject, others]).toEqual(['Jetzt gibt es einen Anbieter: Dachrinne reinigen in Kiel', []])
  expect(found?.text).toContain('Rinnenfrei')
  expect(found?.text).toContain('/search?q=Dachrinne+reinigen&location=Kiel')
  expect(tokenIn(found?.text)).toBe(token)
  expect((await browser.call('get-search-alert', { token })).body).toMatchObject({ is_confirmed: true, is_served: true })
  expect((await browser.call('end-search-alert', { token })).status).toBe(200)
  expect([await rows(), (await browser.call('get-search-alert', { token })).status]).toEqual([[], 404])
})

test('an alert for a town among the words waits for a company there', async () => {
  const { email } = await waitFor('anna', { ...dachrinne, words: 'Fenster putzen Kiel', location: '', radiusKm: null })
  await makeService(app, (await makeCompany(app, { location: '80331 München' })).id, { catalogueId: 'fenster-putzen' })
  await run('search.answer-alerts')
  expect(mailsTo(email)).toHaveLength(1)
  await makeService(app, (await makeCompany(app, { location: '24103 Kiel' })).id, { catalogueId: 'fenster-putzen' })
  await run('search.answer-alerts')
  expect(mailsTo(email).at(-1)?.subject).toBe('Jetzt gibt es einen Anbieter: Fenster putzen Kiel')
})

test('a service of the catalogue and a category are found, too', async () => {
  const search = { ...dachrinne, words: '', location: '', radiusKm: null }
  const [byService, byCategory] = [
    await waitFor('anna', { ...search, catalogueId: 'hecke-schneiden' }),
    await waitFor('bert', { ...search, category: 'Garten' }),
  ]
  await makeService(app, (await makeCompany(app, { category: 'Garten' })).id, { catalogueId: 'hecke-schneiden' })
  await run('search.answer-alerts')
  expect([byService, byCategory].map(({ email }) => mailsTo(email).at(-1)?.subject)).toEqual([
    'Jetzt gibt es einen Anbieter: Hecke schneiden',
    'Jetzt gibt es einen Anbieter: Garten',
  ])
})

test('bad input is refused at its field; the same search waits once for an address, and no more than ten', async () => {
  const refused = await visitor().call('create-search-alert', { ...dachrinne, email: 'anna' })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['email']])
  const empty = { words: ' ', location: '', category: null, catalogueId: null, radiusKm: null, email: 'anna@kunde.example' }
  expect((await visitor().call('create-search-alert', empty)).body.fields).toHaveProperty('words')
  await waitFor('anna')
  await waitFor('anna')
  expect(await rows()).toHaveLength(1)
  await makeUser(app, { email: 'bert@kunde.example' })
  const bert = await enterAs(app, visitor(), 'bert@kunde.example')
  const statuses = []
  for (let at = 0; at <= alertLimits.perAddress; at++) {
    statuses.push((await bert.call('create-search-alert', { ...dachrinne, words: `Wort ${at}`, email: 'bert@kunde.example' })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: alertLimits.perAddress }, () => 200), 409])
})

test('an address gets few confirmation mails, whoever types it', async () => {
  const statuses = []
  for (let at = 0; at < 6; at++) {
    statuses.push((await visitor().call('create-search-alert', { ...dachrinne, words: `Wort ${at}`, email: 'anna@kunde.example' })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('alerts end: unconfirmed ones after a day, served ones after a week, all after half a year', async () => {
  await visitor().call('create-search-alert', { ...dachrinne, email: 'unbestaetigt@kunde.example' })
  await waitFor('wartet')
  await waitFor('bedient', { ...dachrinne, words: 'Umzug' })
  await makeCompany(app, { location: '24103 Kiel', category: 'Transport', servicesOffered: ['Umzug'] })
  await run('search.answer-alerts')
  const left = async (days: number) => {
    later(days)
    await run('demand.purgeAlerts')
    return (await rows()).map(({ email }) => email.split('@')[0])
  }
  expect(await left(0)).toEqual(['unbestaetigt', 'wartet', 'bedient'])
  expect(await left(alertRetention.unconfirmedDays)).toEqual(['wartet', 'bedient'])
  expect(await left(alertRetention.servedDays)).toEqual(['wartet'])
  expect(await left(alertRetention.mostDays)).toEqual([])
})

test('the export of personal data has the confirmed alerts, and a deleted account takes them along', async () => {
  await makeUser(app, { email: 'bert@kunde.example' })
  const bert = await enterAs(app, visitor(), 'bert@kunde.example')
  await bert.call('create-search-alert', { ...dachrinne, email: 'bert@kunde.example' })
  await visitor().call('create-search-alert', { ...dachrinne, email: 'anna@kunde.example' })
  const { body } = await bert.call('export-own-data', {})
  expect(body.searchAlerts).toMatchObject([{ words: 'Dachrinne reinigen', location: 'Kiel' }])
  expect((await bert.call('delete-own-account', { password: rightPassword })).status).toBe(200)
  expect((await rows()).map(({ email }) => email)).toEqual(['anna@kunde.example'])
})

test('the operator reads what is searched and missing, counted by people, without an address', async () => {
  await waitFor('anna')
  await waitFor('bert', { ...dachrinne, words: 'dachrinne reinigen' })
  await waitFor('carla', { ...dachrinne, words: '', location: 'Husum', category: 'Catering' })
  await visitor().call('create-search-alert', { ...dachrinne, email: 'unbestaetigt@kunde.example' })
  const admin = await enterAsOperator(app, visitor())
  const { body } = await admin.call('admin-list-unmet-demand', {})
  expect(body.rows.map(({ words, category, location, people }: Record<string, unknown>) => [words, category, location, people])).toEqual([
    ['Dachrinne reinigen', null, 'Kiel', 2],
    ['', 'Catering', 'Husum', 1],
  ])
  expect(JSON.stringify(body)).not.toContain('@')
  expect((await admin.call('admin-list-unmet-demand', { category: 'Catering', search: 'hus' })).body.total).toBe(1)
})
