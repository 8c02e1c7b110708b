import { expect, test } from 'vitest'
import { enterAsOperator, makeCompany, makeOwner, makeReview } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { purgeReports } from './reportActions.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, inbox, newVisitor, visitor } = testApp
const operator = () => enterAsOperator(app, newVisitor())
const reporter = 'jonas.graf@kunde.example'
const report = (more: object = {}) => ({
  reason: 'insult',
  explanation: 'Hier wird unser Nachbar beim Namen genannt und beleidigt.',
  name: 'Jonas Graf',
  email: reporter,
  isGoodFaith: true,
  openedAt: new Date(app.now().getTime() - 60_000).toISOString(),
  ...more,
})
let address = 0
const send = (more: object) => {
  address += 1
  return newVisitor(`198.51.100.${address}`).call('report-content', report(more))
}
const kept = () => app.db.selectFrom('contentReports').selectAll().orderBy('id').execute()
const onlyId = async () => (await kept())[0]?.id ?? ''
const mailsTo = (to: string) => inbox.mails().filter((mail) => mail.to === to)

async function aReview() {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  const review = await makeReview(app, company.id, { rating: 1, comment: 'Der Nachbar ist ein Lump.' })
  return { company, owner, review }
}

test('a report of a review: stored, confirmed without typed text, reported to the operator', async () => {
  const { review, company } = await aReview()
  const { status, body } = await send({ reviewId: review.id })
  expect([status, body.success]).toEqual([200, true])
  expect(await kept()).toMatchObject([
    { target: 'review', reviewId: review.id, companyId: company.id, page: null, reason: 'insult', decision: null },
  ])
  await testApp.runJobs()
  const [receipt] = mailsTo(reporter)
  expect(receipt?.subject).toMatch(/^Ihre Meldung ist angekommen \([\da-f]{8}\)$/)
  expect(receipt?.text).toContain('Gemeldet: Bewertung von Glanzwerk Altona')
  expect(receipt?.text).not.toMatch(/Nachbar|Jonas/)
  expect(receipt?.headers).toMatch(new RegExp(`^Reply-To: ${app.config.operator.email}$`, 'im'))
  expect(mailsTo(app.config.adminEmail).map(({ subject }) => subject)).toEqual([expect.stringContaining('Neue Meldung eines Inhalts')])
})

test('a report sent twice with one Idempotency-Key is kept once', async () => {
  const { review } = await aReview()
  const body = report({ reviewId: review.id })
  const key = { 'idempotency-key': 'meldung-schluessel-1' }
  const answers = [await visitor.call('report-content', body, key), await visitor.call('report-content', body, key)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await kept()).toHaveLength(1)
})

test('missing values of a report are reported at their fields', async () => {
  const { status, body } = await newVisitor().call('report-content', { explanation: 'zu kurz', email: 'x' })
  expect([status, body.fields]).toEqual([
    422,
    {
      reason: ['Bitte wählen Sie einen Grund'],
      explanation: ['Begründung muss zwischen 20 und 3.000 Zeichen lang sein'],
      isGoodFaith: ['Bitte bestätigen Sie die Richtigkeit Ihrer Angaben'],
      page: ['Bitte geben Sie an, wo der Inhalt steht (höchstens 500 Zeichen)'],
      name: ['Name muss zwischen 2 und 100 Zeichen lang sein'],
      email: ['Ungültige E-Mail-Adresse'],
    },
  ])
  expect(await kept()).toEqual([])
})

test('only reports of child abuse may be anonymous; the database checks the same', async () => {
  const { company } = await aReview()
  const { status } = await send({ companyId: company.id, reason: 'childAbuse', name: '', email: '' })
  expect(status).toBe(200)
  await testApp.runJobs()
  expect(inbox.mails().map(({ to }) => to)).toEqual([app.config.adminEmail])
  await expect(app.db.updateTable('contentReports').set({ reason: 'insult' }).execute()).rejects.toThrow(/check/)
})

test('an address on our pages is read as the profile it leads to; any other is kept as it was named', async () => {
  const { company } = await aReview()
  await send({ page: `${app.config.publicUrl}/service/${company.id.toUpperCase()}#bewertungen` })
  await send({ page: 'das dritte Bild\r\nauf der Startseite' })
  expect(await kept()).toMatchObject([
    { target: 'company', companyId: company.id, page: null },
    { target: 'page', companyId: null, page: 'das dritte Bild auf der Startseite' },
  ])
})

test('hidden companies and unpublished reviews cannot be reported', async () => {
  const hidden = await makeCompany(app, { subscriptionStatus: 'canceled' })
  const { company } = await aReview()
  const waiting = await makeReview(app, company.id, { publishedAt: null, isFromBooking: false })
  for (const meant of [{ companyId: hidden.id }, { reviewId: waiting.id }, { reviewId: crypto.randomUUID() }]) {
    const { status, body } = await send(meant)
    expect([status, body.error]).toEqual([404, 'Dieser Inhalt ist nicht mehr da.'])
  }
  expect(await kept()).toEqual([])
})

test('a removed review: hidden from visitors, both sides get the reasons, the reporter is not named', async () => {
  const { review, company } = await aReview()
  const admin = await operator()
  await send({ reviewId: review.id })
  await testApp.runJobs()
  inbox.clear()
  const { body: detail } = await admin.call('admin-read-notice', { reportId: await onlyId() })
  expect(detail).toMatchObject({
    target: 'review',
    company_name: 'Glanzwerk Altona',
    review: { rating: 1, comment: 'Der Nachbar ist ein Lump.' },
  })
  const reason = 'Die Bewertung beleidigt eine Person, die an der Buchung nicht beteiligt war.'
  const decided = await admin.call('admin-decide-notice', { reportId: await onlyId(), decision: 'removed', ground: 'law', reason })
  expect([decided.status, decided.body]).toEqual([200, { success: true }])
  await testApp.runJobs()
  expect((await visitor.call('rpc/get_public_reviews', { company_id_param: company.id })).body).toEqual([])
  const [toReporter] = mailsTo(reporter)
  const [toAuthor] = mailsTo(review.customerEmail)
  expect(toReporter?.subject).toMatch(/^Unsere Entscheidung zu Ihrer Meldung/)
  expect(toReporter?.text).toContain('wir haben die gemeldete Bewertung gelöscht')
  expect(toAuthor?.subject).toMatch(/^Ihre Bewertung wurde gelöscht/)
  for (const mail of [toReporter, toAuthor]) {
    expect(mail?.text).toContain(reason)
    expect(mail?.text).toContain('Der Inhalt ist rechtswidrig')
    expect(mail?.text).toContain('Antworten Sie innerhalb von sechs Monaten auf diese E-Mail')
  }
  expect(toAuthor?.text).not.toMatch(/Jonas|jonas/)
  const audit = await app.db.selectFrom('auditLog').select('action').orderBy('action').execute()
  expect(audit.map(({ action }) => action)).toEqual(['reviews.delete', 'support.decideReport'])
})

test('a suspended company: hidden, its account and the reporter are notified', async () => {
  const { company, owner } = await aReview()
  const admin = await operator()
  await send({ companyId: company.id, reason: 'fraud' })
  const decision = { reportId: await onlyId(), decision: 'removed', ground: 'terms', reason: 'Angebote ohne Betrieb.' }
  expect((await admin.call('admin-decide-notice', decision)).status).toBe(200)
  await testApp.runJobs()
  const row = await app.db
    .selectFrom('companies')
    .select(['suspendedAt', 'isListed'])
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow()
  expect([row.suspendedAt !== null, row.isListed]).toEqual([true, false])
  const [mail] = mailsTo(owner.email)
  expect(mail?.subject).toMatch(/^Ihr Anbieterprofil wurde gesperrt/)
  expect(mail?.text).toContain(`Unsere AGB: ${app.config.publicUrl}/agb-anbieter`)
  expect(mailsTo(company.email)).toEqual([])
  expect(mailsTo(reporter).length).toBe(2)
})

test('kept content: only the reporter is notified; a changed profile: its company, too', async () => {
  const { company, owner } = await aReview()
  const admin = await operator()
  await send({ companyId: company.id })
  await admin.call('admin-decide-notice', { reportId: await onlyId(), decision: 'kept', reason: 'Das ist eine Meinung.' })
  await testApp.runJobs()
  expect(mailsTo(reporter).some(({ text }) => text.includes('Es bleibt, wie es ist.'))).toBe(true)
  expect(mailsTo(owner.email)).toEqual([])
  await send({ companyId: company.id })
  const [, second] = await kept()
  await admin.call('admin-decide-notice', { reportId: second?.id, decision: 'edited', ground: 'law', reason: 'Fremdes Bild.' })
  await testApp.runJobs()
  expect(mailsTo(owner.email).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Ihr Anbieterprofil wurde geändert/)])
})

test('ten decisions at once: one counts, one mail; the others are refused', async () => {
  const { review } = await aReview()
  const admin = await operator()
  await send({ reviewId: review.id })
  const decision = { reportId: await onlyId(), decision: 'removed', ground: 'law', reason: 'Beleidigung.' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call('admin-decide-notice', decision)))
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.error}`))).toEqual(
    new Set(['409 Über diese Meldung ist schon entschieden.']),
  )
  await testApp.runJobs()
  expect(mailsTo(review.customerEmail).length).toBe(1)
  expect(mailsTo(reporter).length).toBe(2)
})

test('a decision that cannot be carried out is none', async () => {
  const { review } = await aReview()
  const admin = await operator()
  await send({ reviewId: review.id })
  await send({ page: 'die Startseite' })
  const [first, second] = await kept()
  await admin.call('admin-delete-review', { reviewId: review.id, reason: 'Werbung' })
  const decide = async (decision: object) => {
    const { status, body } = await admin.call('admin-decide-notice', {
      decision: 'removed',
      ground: 'law',
      reason: 'Beleidigung.',
      ...decision,
    })
    return [status, body.error]
  }
  expect(await decide({ reportId: first?.id })).toEqual([404, 'Diese Bewertung gibt es nicht mehr.'])
  expect(await decide({ reportId: second?.id })).toEqual([
    409,
    'Von hier aus lässt sich nur eine Bewertung löschen oder ein Anbieter sperren.',
  ])
  expect(await decide({ reportId: crypto.randomUUID() })).toEqual([404, 'Diese Meldung gibt es nicht mehr.'])
  const missing = await admin.call('admin-decide-notice', { reportId: first?.id, decision: 'edited', reason: ' ' })
  expect(missing.body.fields).toMatchObject({ reason: ['Bitte begründen Sie die Entscheidung (höchstens 2.000 Zeichen)'] })
  expect((await kept()).every(({ decision }) => decision === null)).toBe(true)
  await testApp.runJobs()
  const sent = await app.db.selectFrom('sentMails').select('occasion').where('occasion', 'like', 'report:affected:%').execute()
  expect(sent).toEqual([])
})

test('the list: newest first, by state, kind, reason and search', async () => {
  const { review, company } = await aReview()
  const admin = await operator()
  await send({ reviewId: review.id })
  await send({ companyId: company.id, reason: 'fraud', name: 'Öztürk' })
  await send({ page: 'die Startseite', reason: 'other', blank: 'x', openedAt: app.now().toISOString() })
  const list = async (asked: object) => {
    const { body } = await admin.call('admin-list-notices', asked)
    return [body.total, body.rows.map(({ target }: { target: string }) => target)]
  }
  expect(await list({})).toEqual([3, ['page', 'company', 'review']])
  expect(await list({ sort: 'oldest', pageSize: 2 })).toEqual([3, ['review', 'company']])
  expect(await list({ state: 'open' })).toEqual([3, ['page', 'company', 'review']])
  expect(await list({ state: 'suspect' })).toEqual([0, []])
  expect(await list({ target: 'review', reason: 'insult' })).toEqual([1, ['review']])
  expect(await list({ search: 'glanzwerk' })).toEqual([2, ['company', 'review']])
  expect(await list({ search: 'Öztürk' })).toEqual([1, ['company']])
  expect(await list({ search: (await onlyId()).slice(-8) })).toEqual([1, ['review']])
  await testApp.runJobs()
  expect(mailsTo(reporter).length).toBe(3)
})

test('ten an hour from one address, five receipts to one address', async () => {
  const { company } = await aReview()
  const statuses = async (count: number, sender: (at: number) => { ip: string; email: string }) => {
    const found: number[] = []
    for (let at = 0; at < count; at++) {
      const { ip, email } = sender(at)
      found.push((await newVisitor(ip).call('report-content', report({ companyId: company.id, email }))).status)
    }
    return found
  }
  expect(await statuses(11, (at) => ({ ip: '203.0.113.90', email: `p${at}@kunde.example` }))).toEqual([...Array(10).fill(200), 429])
  expect(await statuses(6, (at) => ({ ip: `203.0.113.${100 + at}`, email: 'ziel@kunde.example' }))).toEqual([...Array(5).fill(200), 429])
})

test('three years after its decision a report is forgotten, an open one never', async () => {
  const { company } = await aReview()
  const admin = await operator()
  await send({ companyId: company.id })
  await admin.call('admin-decide-notice', { reportId: await onlyId(), decision: 'kept', reason: 'Eine Meinung.' })
  await send({ companyId: company.id })
  clock.moveTo(new Date(app.now().getTime() + (3 * 365 + 1) * 86_400_000))
  await purgeReports(app)
  expect(await kept()).toMatchObject([{ decision: null }])
})
