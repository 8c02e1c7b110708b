import { expect, test } from 'vitest'
import { makeCompany, makeService } from '../../../tests/factories.ts'
import { openQuoteFixtures } from '../../../tests/quoteFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { readQuoteForm } from './formActions.ts'
import { writtenAt } from './ruler.ts'
import { describedWith } from './rules.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1', LOG_LEVEL: 'error' })
const { app } = testApp
const { visitor, form } = openQuoteFixtures(testApp)
const nothing = { companyId: '', serviceId: '', words: '', location: '', category: null }

test('the form keeps the service with its description and questions', async () => {
  const company = await makeCompany(app, { category: 'Handwerk' })
  const questions = ['Wie hoch ist die Fassade?', 'Welche Farbe?']
  const service = await makeService(app, company.id, {
    ...{ title: 'Fassade streichen', description: 'Mit Gerüst.', priceKind: 'quote', priceCents: null, questions },
  })
  const page = await readQuoteForm(app, { ...nothing, companyId: company.id, serviceId: service.id })
  expect(page.service).toEqual({ id: service.id, title: 'Fassade streichen', description: 'Mit Gerüst.', questions })
  // A service of another company is ignored.
  const other = await makeCompany(app, { companyName: 'Andere', category: 'Handwerk' })
  expect((await readQuoteForm(app, { ...nothing, companyId: other.id, serviceId: service.id })).service).toBeNull()
})

test('a request from a profile may go to further companies, to distant ones if none is near', async () => {
  const company = await makeCompany(app, { companyName: 'Maler Sylt', category: 'Handwerk', postcode: '25980' })
  const distant = await makeCompany(app, { companyName: 'Maler München', category: 'Handwerk', postcode: '80331' })
  const far = await readQuoteForm(app, { ...nothing, companyId: company.id })
  expect([far.chosenId, far.isFar, far.companies.map(({ id }) => id)]).toEqual([company.id, true, [company.id, distant.id]])
  const near = await makeCompany(app, { companyName: 'Maler Westerland', category: 'Handwerk', postcode: '25980' })
  const page = await readQuoteForm(app, { ...nothing, companyId: company.id })
  expect([page.isFar, page.companies.map(({ id }) => id)]).toEqual([false, [company.id, near.id]])
})

test('the title of the service stays if others than its company are asked', async () => {
  const [own, other] = [await makeCompany(app), await makeCompany(app, { companyName: 'Andere' })]
  const service = await makeService(app, own.id, { title: 'Fassade streichen', priceKind: 'quote', priceCents: null })
  expect((await visitor().call('request-quotes', form([other.id], { serviceId: service.id }))).status).toBe(200)
  const request = await app.db.selectFrom('quoteRequests').select(['title', 'serviceId']).executeTakeFirstOrThrow()
  expect(request).toEqual({ title: 'Fassade streichen', serviceId: null })
})

test('without a service the title is what the customer searched for, else how the description begins', async () => {
  const { id } = await makeCompany(app, { category: 'Handwerk' })
  const titleOf = async (fields: object) => {
    await visitor().call('request-quotes', form([id], { customerEmail: `k${Math.random()}@kunde.example`, ...fields }))
    const last = app.db.selectFrom('quoteRequests').select('title').orderBy('createdAt', 'desc').orderBy('id', 'desc')
    return (await last.executeTakeFirstOrThrow()).title
  }
  expect(await titleOf({ words: 'Dach decken' })).toBe('Dach decken')
  const description = 'Drei Fenster im Erdgeschoss klemmen, zwei davon sind undicht. Anruf: 0171 2345678.'
  expect(await titleOf({ description })).toBe('Drei Fenster im Erdgeschoss klemmen, zwei davon sind…')
  expect(await titleOf({ words: '0171 2345678', description })).toBe('Drei Fenster im Erdgeschoss klemmen, zwei davon sind…')
})

test('answered questions are part of the description', () => {
  const answers = [
    { question: 'Wie hoch?', answer: ' 8 m ' },
    { question: 'Welche Farbe?', answer: ' ' },
  ]
  expect(describedWith(' Haus streichen ', answers)).toBe('Haus streichen\n\nWie hoch?\n8 m')
  expect(describedWith('', answers)).toBe('Wie hoch?\n8 m')
})

test('prices on the ruler are written only where they have room', () => {
  const labels = ['1.000,00 €', '1.270,00 €', '1.900,00 €']
  expect(writtenAt(272, [33, 51, 90], labels)).toEqual([true, false, false])
  expect(writtenAt(600, [33, 51, 90], labels)).toEqual([true, true, true])
})
