import { expect } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openAppointmentFixtures } from './appointmentFixtures.ts'
import type { TestApp, Visitor } from './testApp.ts'

export const customerEmail = 'katrin.bergmann@kunde.example'

/** Helpers for tests of quotes: companies that were asked, and that made quotes. */
export function openQuoteFixtures(testApp: TestApp) {
  const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
  const { ownerOf, payableCompany, mailsTo, reconcile, moveBothClocks } = openAppointmentFixtures(testApp)

  let address = 0
  const visitor = () => newVisitor(`198.51.100.${address++ % 250}`)
  const place = { location: 'Schmale Gasse 12, 22767 Hamburg', customerKind: 'business' }
  const inDays = (days: number) => addDays(berlinDay(app.now()), days)

  const form = (companyIds: string[], fields: object = {}) => ({
    description: 'Wohnzimmer streichen, 42 m² Wand, 2,60 m hoch. Rückfragen: 0171 2345678.',
    postcode: '22767',
    customerName: 'Katrin Bergmann',
    customerEmail,
    companyIds,
    ...fields,
  })

  const linkIn = (text: string) => /\/angebote\?token=([\w-]{43})/.exec(text)?.[1] ?? ''

  /** Companies asked by a confirmed request, each with its owner and its quote. */
  async function asked(count: number, fields: object = {}, customer = visitor()) {
    const companies = []
    for (let at = 0; at < count; at++)
      companies.push(await payableCompany({ companyName: `Maler ${at}`, email: `maler${at}@anbieter.example`, category: 'Handwerk' }))
    const answer = await customer.call(
      'request-quotes',
      form(
        companies.map(({ id }) => id),
        fields,
      ),
    )
    expect([answer.status, answer.body.hidden]).toEqual([200, ['phone']])
    await runJobs()
    const token = linkIn(mailsTo(customerEmail)[0]?.text ?? '')
    expect((await customer.call('confirm-quote-request', { token })).status).toBe(200)
    await runJobs()
    const owners = []
    for (const company of companies) {
      const quote = await app.db.selectFrom('quotes').selectAll().where('companyId', '=', company.id).executeTakeFirstOrThrow()
      owners.push({ company, owner: await ownerOf(company.id), own: { companyId: company.id, quoteId: quote.id } })
    }
    return { customer, token, owners }
  }

  const offerOf = (fields: object = {}) => ({
    title: 'Wände streichen',
    text: 'Mit Farbe und Abdeckung.',
    amount: 748,
    minutes: 480,
    slots: [
      { date: inDays(20), time: '08:00' },
      { date: inDays(21), time: '08:00' },
    ],
    validDays: 7,
    ...fields,
  })

  /** The same, with a quote from each. */
  async function offered(
    count: number,
    fields: object = {},
    { customer = visitor(), ...request }: { customer?: Visitor; attachmentIds?: string[] } = {},
  ) {
    const fixture = await asked(count, request, customer)
    for (const { owner, own } of fixture.owners) expect((await owner.call('submit-quote', { ...own, ...offerOf(fields) })).status).toBe(200)
    await runJobs()
    inbox.clear()
    return fixture
  }

  const acceptanceOf = (token: string, quoteId: string, fields: object = {}) => ({
    ...{ token, quoteId, date: inDays(20), time: '08:00' },
    ...place,
    ...fields,
  })
  const quoteStatuses = async () => (await app.db.selectFrom('quotes').select('status').orderBy('id').execute()).map(({ status }) => status)
  const requestOf = () => app.db.selectFrom('quoteRequests').selectAll().executeTakeFirstOrThrow()
  const keep = async () => {
    await enqueue(app.db, { name: 'quotes.keep', payload: {} })
    await runJobs()
  }
  const later = (hours: number) => clock.moveTo(new Date(app.now().getTime() + hours * 3_600_000))
  const checkouts = () => app.db.selectFrom('checkouts').selectAll().orderBy('id').execute()
  async function pay(session?: string | null) {
    await sandbox.control('pay', { session: session ?? (await checkouts()).at(-1)?.sessionId, force: true })
    await reconcile()
  }

  return {
    mailsTo,
    reconcile,
    moveBothClocks,
    visitor,
    inDays,
    form,
    linkIn,
    asked,
    offerOf,
    offered,
    acceptanceOf,
    quoteStatuses,
    requestOf,
    keep,
    later,
    checkouts,
    pay,
  }
}
