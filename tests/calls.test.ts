import { createHmac, randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSettingsView } from '#src/backoffice/admin/settings/actions.ts'
import { hashPassword } from '#src/foundation/accounts/passwordActions.ts'
import { encryptBank } from '#src/money/payouts/bank/encryptionActions.ts'
import { encryptionPurposes } from '#src/money/payouts/bank/encryptionPurposes.ts'
import { bankForm } from '#src/money/payouts/bank/rules.ts'
import { settleSubscriptionCheckout, subscribe } from '#src/money/plans/checkoutActions.ts'
import { issueBookingToken } from '#src/orders/bookings/links/actions.ts'
import { keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { renderDocument } from '#src/orders/documents/files/actions.ts'
import { mandateVersion } from '#src/orders/documents/mandates/mandateTexts.ts'
import { holderOf } from '#src/orders/waiting/rules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { developmentSecrets } from '#src/platform/server/config.ts'
import { encryptText, hashToken } from '#src/platform/server/secrets.ts'
import { readSettings, writeSettings } from '#src/platform/server/settings.ts'
import type { QuoteRequests } from '#src/platform/server/tables.d.ts'
import { optOutUrlOf } from '#src/site/mailings/optOutActions.ts'
import { brandPreview } from '#src/site/search/previews/rules.ts'
import { blockTime } from '#src/supply/calendars/blocks/actions.ts'
import { renewLink } from '#src/supply/calendars/links/actions.ts'
import { insertOccupancy } from '#src/supply/calendars/occupancyStore.ts'
import { issueClaimCode } from '#src/supply/companies/claims/actions.ts'
import { signMail } from '../sandbox/answers.ts'
import { accounts, openBankFixture } from './bankFixtures.ts'
import { type CallerName, callers, calls, refusals } from './calls.ts'
import { companyBody } from './companyFixtures.ts'
import { issueSample } from './documentFixtures.ts'
import {
  bookingRequestFor,
  enterAs,
  enterAsOperator,
  makeCalendar,
  makeCompany,
  makeOwner,
  makeReview,
  makeService,
  makeUser,
  rightPassword,
} from './factories.ts'
import { openPayoutFixtures } from './payoutFixtures.ts'
import { companyFields } from './subscriptionFixtures.ts'
import { openTestApp, type Visitor } from './testApp.ts'

const adminPassword = 'Gelbe-Kanne-4'
const testApp = await openTestApp({ ADMIN_PASSWORD: adminPassword, SEPA_PAYOUTS: '1' }, { refusesWrites: true })
const { app, http, sandbox } = testApp
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

/** Routes in the server's own list, without middleware. */
const routesOf = (list: { method: string; path: string }[]) => [
  ...new Set(list.filter(({ path }) => path !== '/*' && path !== '*').map(({ method, path }) => `${method} ${path}`)),
]

/** Routes of the server without a row, and rows without a route. */
function compareCalls(routes: string[], rows: string[]) {
  return {
    withoutRow: routes.filter((route) => !rows.includes(route) && !refusals.includes(route)),
    withoutRoute: rows.filter((row) => !routes.includes(row)),
  }
}

test('every route of the server has its row, and every row its route', () => {
  const routes = routesOf(http.routes)
  expect(routes.length).toBeGreaterThan(10)
  expect(compareCalls(routes, Object.keys(calls))).toEqual({ withoutRow: [], withoutRoute: [] })
})

test('a new route without a row is found', () => {
  http.post('/functions/v1/seeded-fault', (c) => c.text('x'))
  expect(compareCalls(routesOf(http.routes), Object.keys(calls)).withoutRow).toEqual(['POST /functions/v1/seeded-fault'])
})

const rowsThat = (answer: 'may' | 'refused') =>
  Object.entries(calls).flatMap(([route, row]) =>
    callers.filter((caller) => row[caller] === answer).map((caller) => [route, caller] as const),
  )

test.each(rowsThat('may'))('%s as %s: may', async (route, caller) => {
  const fixture = await openCallFixture(caller, { hasBookings: bookingCalls.includes(nameOf(route)) || route.includes('/own-invoices/') })
  expect(await sendAs(fixture, route, caller)).toBeLessThan(400)
})

// A refused request changes nothing, so one fixture serves them all: a wrongly allowed one would break the next.
test.each(callers)('%s: refused everything else', async (caller) => {
  const fixture = await openCallFixture(caller, { hasBookings: true })
  const answers: string[] = []
  for (const [route, who] of rowsThat('refused')) {
    if (who !== caller) continue
    const status = await sendAs(fixture, route, caller)
    if (![400, 401, 403, 404, 409].includes(status)) answers.push(`${route}: ${status}`)
  }
  expect(answers).toEqual([])
})

/** Path to test for routes that serve many files. */
const publicFiles: Record<string, string> = { 'GET /sitemaps/*': '/sitemaps/seiten-1.xml', 'GET /vorschau/*': brandPreview }

const nameOf = (route: string) => route.split('/').at(-1) ?? ''

/** A month with a document of the company, and its files. */
async function monthOfPapers({ company }: Fixture) {
  const id = await issueSample(app, company.id)
  await renderDocument(app, id)
  const { issuedOn } = await app.db.selectFrom('documents').select('issuedOn').where('id', '=', id).executeTakeFirstOrThrow()
  return issuedOn.slice(0, 7)
}

/** Sends an operation with a body that is valid for permitted callers, and returns the status. */
async function sendAs(fixture: Fixture, route: string, caller: CallerName) {
  const [method = '', path = ''] = route.split(' ')
  const name = nameOf(route)
  const { person } = fixture
  const publicFile = route === 'GET /kalender/*' ? await feedOf(fixture) : publicFiles[route]
  if (publicFile) return (await person.request(publicFile, {})).status
  const evidence = route.includes('business') ? await businessFor(fixture, route) : await evidenceFor(fixture, route)
  const reportId = name === 'tax-report.xml' ? await taxReport() : ''
  if (name === 'admin-write-tax-report') await nameOperator()
  if (path.includes('/verification/') || path.includes('/business-files/')) return sendEvidence(fixture, path)
  if (path.includes('/own-invoices/')) return sendOwnInvoice(fixture, path)
  if (name === 'upload-work-photo') return sendPhoto(fixture, path)
  const ownFileId = name === 'own-invoice-file' ? await ownInvoiceFor(fixture) : ''
  if (name === '*') return requestPictures(fixture, method, path)
  const mailing = await mailingFor(fixture, { name, caller })
  if (name === 'abmelden') return (await person.request(`${path}?token=${mailing.token}`, { method: 'POST' })).status
  const payout = await payoutFor(name, caller)
  const isCustomers = name === 'own-document' || name === 'cancel-customer-invoice'
  const documentId =
    /document(?!s)/.test(name) || isCustomers
      ? await issueSample(app, fixture.company.id, isCustomers ? fixture.bookings?.own.bookingId : undefined)
      : undefined
  const month = name === 'documents.zip' ? `&month=${await monthOfPapers(fixture)}` : ''
  if (method === 'GET')
    return requestFile(fixture, {
      caller,
      path: `${path}?mailingId=${mailing.mailingId}&reportId=${reportId}${month}${documentId ? `&documentId=${documentId}&as=xml` : ''}`,
      fileId: payout?.sepaFileId,
      evidenceId: ownFileId || evidence.fileId,
    })
  if (name === 'upload-booking-attachment') return (await person.upload({ name: 'a.png', type: 'image/png', content: png })).status
  const bodies: Record<string, unknown> = {
    ...bookingBodies(fixture, caller),
    ...(await accountBodies(fixture, { name, caller })),
    ...(await bankBodies(fixture, { name, caller })),
    ...(await subscriptionBodies(fixture, { name, caller })),
    ...payoutBodies(fixture, payout),
    'list-documents': { companyId: fixture.company.id },
    'list-document-months': { companyId: fixture.company.id },
    ...(await invoiceBodies(fixture, { name, caller })),
    'admin-cancel-document': { documentId, reason: 'Falsche Anschrift' },
    'cancel-customer-invoice': { companyId: fixture.company.id, documentId, reason: 'recipient' },
    ...(await breakBodies(name)),
    ...(await reviewBodies(fixture, { name, caller })),
    ...mailingBodies(fixture, mailing),
    ...(await withdrawalBodies(fixture, { name, caller })),
    ...(await supportBodies(fixture, name)),
    ...verificationBodies(fixture, evidence),
    ...businessBodies(fixture, evidence),
    ...(await companyBodies(fixture, { name, caller })),
    ...(await serviceBodies(fixture, name)),
    ...(await calendarBodies(fixture, name)),
    ...(await appointmentBodies(fixture, { name, caller })),
    ...(await messageBodies(fixture, { name, caller })),
    ...(await customerBodies(fixture, { name, caller })),
    ...(await describedPicture(fixture, name)),
    ...(await quoteBodies(fixture, { name, caller })),
    ...(await waitingBodies(fixture, { name, caller })),
    ...(await alertBodies({ name, caller })),
    ...(await seriesBodies(fixture, { name, caller })),
    // 'POST /webhooks/mail': its name is the last segment of the path.
    mail: { recipients: ['t-nobody@antwort.handschlag.example'], returnPath: 'katrin@kunde.example', headers: [] },
    'suggest-words': { typed: 'Reinigung' },
    'suggest-places': { typed: 'Hamburg' },
    // The settings are saved unchanged.
    'admin-update-settings': name === 'admin-update-settings' ? await readSettingsView(app) : {},
  }
  const body = JSON.stringify(bodies[name] ?? {})
  const headers = { 'content-type': 'application/json', ...(caller === 'signedWebhook' ? signature(body) : {}) }
  return (await person.request(path, { method: 'POST', body, headers })).status
}

/** Bodies for an account's addresses and favourites: the caller's own address, if it has one. */
async function customerBodies({ company, person }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const addresses = { label: 'Zuhause', line: 'Schmale Gasse 3, 22767 Hamburg', isDefault: true }
  if (name === 'delete-address') await person.call('save-address', addresses)
  const own = name === 'delete-address' && isSignedIn(caller) ? (await person.call('list-addresses', {})).body.addresses[0]?.id : company.id
  return {
    'take-favourites': { companyIds: [company.id] },
    'set-favourite': { companyId: company.id, isFavourite: true },
    'save-address': addresses,
    'delete-address': { id: own },
  }
}
const isSignedIn = (caller: CallerName) => /^(signedIn|owner)/.test(caller)

/** Bodies for reviews: a review with the company's objection; the holder has the link of its mail, or of a booking's. */
async function reviewBodies({ company, bookings }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  if (!name.includes('review')) return {}
  const isObjected = name === 'admin-keep-review'
  const objection = isObjected ? { objection: 'Unwahr', objectedAt: app.now() } : {}
  const { id: reviewId } = await makeReview(app, company.id, objection)
  const own = { companyId: company.id, reviewId }
  const token =
    caller === 'holder' ? await mailedReviewLink(name, { companyId: company.id, bookingId: bookings?.own.bookingId }) : 'x'.repeat(43)
  const words = { customer_name: 'Katrin', customer_email: 'neue@kunde.example', comment: 'Gut.' }
  return {
    'admin-delete-review': { reviewId, reason: 'Werbung' },
    'admin-keep-review': { reviewId, reason: 'Zulässige Meinung' },
    'insert-review': { company_id: company.id, ...words },
    'get-written-review': { token },
    'confirm-review': { token },
    'discard-review': { token },
    'get-review-invitation': { token },
    'decline-review-invitations': { token },
    'list-company-reviews': { companyId: company.id },
    'reply-to-review': { ...own, reply: 'Danke.' },
    'object-to-review': { ...own, reason: 'Unwahr' },
  }
}

/** Token of a booking whose appointment was yesterday, or of a review's mail. */
async function mailedReviewLink(name: string, { companyId, bookingId }: { companyId: string; bookingId: string | undefined }) {
  if (bookingId) {
    const bookingDate = addDays(berlinDay(app.now()), -1)
    await app.db.updateTable('bookings').set({ bookingDate }).where('id', '=', bookingId).execute()
    return app.db.transaction().execute((tx) => issueBookingToken(app, tx, { id: bookingId, bookingDate }))
  }
  if (!['get-written-review', 'confirm-review', 'discard-review'].includes(name)) return ''
  const words = { customer_name: 'Katrin', customer_email: 'neue@kunde.example', comment: 'Gut.' }
  await testApp.newVisitor().call('insert-review', { company_id: companyId, ...words })
  await testApp.runJobs()
  return /token=([\w-]{43})/.exec(testApp.inbox.mails()[0]?.text ?? '')?.[1] ?? ''
}

/** Resources read by GET; the file belongs to a confirmed booking. */
type FileRequest = { caller: CallerName; path: string; fileId: string | null | undefined; evidenceId: string }
async function requestFile({ company, person, bookings }: Fixture, { caller, path, fileId, evidenceId }: FileRequest) {
  const { attachmentId = '', bookingId } = bookings?.own ?? {}
  if (bookingId) await app.db.updateTable('attachments').set({ bookingId, boundAt: app.now() }).where('id', '=', attachmentId).execute()
  const isQuoted = path.includes('own-quote-message-file')
  if (bookingId && path.includes('message-file') && !isQuoted) await writtenWith({ companyId: company.id, bookingId, attachmentId })
  const month = berlinDay(app.now()).slice(0, 7)
  const photoId = bookingId && path.includes('work-photo') ? await givePhoto({ bookingId, companyId: company.id }) : undefined
  const shown = caller === 'holder' ? bookings?.own.ids : { sessionId: bookings?.another.sessionId ?? '', bookingId: bookingId ?? '' }
  const asked = isQuoted ? {} : { attachmentId }
  const quote =
    bookingId && /quote-(message-file|file|picture)/.test(path) ? await insertQuote(company.id, { status: 'open', ...asked }) : undefined
  if (quote && isQuoted) await writtenWith({ companyId: company.id, quoteId: quote.id, attachmentId })
  const quoteToken = caller === 'holder' && quote ? quote.token : 'x'.repeat(43)
  const headers = { ...(shown ? keyHeaders(shown) : {}), 'x-quote-token': quoteToken }
  const address = `${path}&companyId=${company.id}&quoteId=${quote?.id}&attachmentId=${attachmentId}&id=${photoId ?? fileId}&bookingId=${bookingId}&fileId=${evidenceId}${path.includes('&month=') ? '' : `&month=${month}`}`
  const answer = await person.request(address, { headers })
  // An event stream would never end.
  await answer.body?.cancel()
  return answer.status
}

/** Company logo: read, uploaded, removed. */
/** A company with a picture in its gallery that can be described. */
async function describedPicture({ company }: Fixture, name: string) {
  const url = `/storage/v1/object/company-images/${company.id}/gallery/1.webp`
  if (name === 'describe-picture')
    await app.db
      .updateTable('companies')
      .set({ galleryImages: [url] })
      .where('id', '=', company.id)
      .execute()
  return { 'list-picture-texts': { companyId: company.id }, 'describe-picture': { companyId: company.id, url, caption: 'Treppenhaus' } }
}

async function requestPictures({ company, person }: Fixture, method: string, path: string) {
  const key = `company-images/${company.id}/logo/0.png`
  const url = path.replace('company-images/*', key)
  await app.storage.put(key, png, 'image/png')
  await app.db.updateTable('companies').set({ logoUrl: url }).where('id', '=', company.id).execute()
  return (await person.request(url, method === 'POST' ? { method, body: png } : { method })).status
}

function bookingBodies({ bookings, company }: Fixture, caller: CallerName) {
  const { own, another } = bookings ?? {}
  const foreign = { sessionId: another?.sessionId, bookingId: own?.bookingId }
  const shown = caller === 'holder' ? own?.ids : foreign
  return {
    search_companies_safe: { search_term: '' },
    get_public_reviews: { company_id_param: company.id },
    'create-booking-payment': bookingRequestFor(app, company.id, { customerEmail: 'dritte@kunde.example' }),
    'list-company-bookings': { companyId: company.id },
    'list-requests': { companyId: company.id },
    'get-company-booking': { companyId: company.id, bookingId: own?.bookingId },
    'update-company': { companyId: company.id, ...companyFields },
    'get-company-home': { companyId: company.id },
    'order-gallery': { companyId: company.id, urls: [] },
    'remove-booking-attachment': { attachmentId: own?.attachmentId },
    'admin-refund-booking': { bookingId: own?.bookingId, reason: 'Kulanz' },
    'admin-read-booking': { bookingId: own?.bookingId },
    'admin-cancel-booking': { bookingId: own?.bookingId, reason: 'Kulanz' },
    'admin-resend-booking': { bookingId: own?.bookingId, to: 'customer' },
    'verify-payment': shown,
    'get-booking': shown,
    'request-booking-link': { number: '00000000', email: 'dritte@kunde.example' },
    'cancel-own-booking': shown,
    stripe: { id: 'evt_1', type: 'x', data: { object: { id: 'x', object: 'x' } } },
  }
}

/** Bodies for registration and subscription. The company has a subscription, except for the operation that starts one. */
async function subscriptionBodies({ company }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  if (name === 'create-company-subscription' || (isPlanCall(name) && caller === 'ownerPastCode')) {
    await app.db.updateTable('companies').set({ subscriptionStatus: 'incomplete' }).where('id', '=', company.id).execute()
  }
  if (isPlanCall(name) && caller === 'ownerPastCode') await startSubscription(company.id)
  const own = { companyId: company.id }
  const code = name === 'claim-company' ? await claimableCode() : ''
  return {
    'create-provider-company': { plan: 'basic', company: companyFields },
    'create-company-subscription': { ...own, plan: 'basic' },
    'get-company-subscription': own,
    'get-subscription': own,
    'cancel-subscription': own,
    'resume-subscription': own,
    'change-plan': { ...own, plan: 'premium' },
    'open-billing-portal': own,
    'claim-company': { companyEmail: 'wartet@anbieter.example', code },
  }
}

const isPlanCall = (name: string) => ['cancel-subscription', 'resume-subscription', 'change-plan', 'open-billing-portal'].includes(name)

async function startSubscription(companyId: string) {
  await subscribe(app, { companyId, plan: 'basic' })
  const { sessionId } = await app.db.selectFrom('subscriptionCheckouts').select('sessionId').executeTakeFirstOrThrow()
  await sandbox.control('pay', { session: sessionId })
  await settleSubscriptionCheckout(app, sessionId ?? '')
}

/** Claim code of a company without an owner. */
async function claimableCode() {
  const { id } = await makeCompany(app, { email: 'wartet@anbieter.example', companyName: 'Wartet GmbH' })
  return (await app.db.transaction().execute((tx) => issueClaimCode(app, tx, id))).code
}

const payoutCalls = ['admin-payout-run', 'sepa-file.xml', 'admin-mark-sepa-file', 'admin-mark-payout-returned', 'admin-fail-sepa-payout']

/** A payout in a bank file, in the state that the operation needs. */
async function payoutFor(name: string, caller: CallerName) {
  if (!payoutCalls.includes(name) || caller !== 'adminPastBothGates') return undefined
  const fixtures = openPayoutFixtures(testApp)
  await fixtures.setting('firstPayoutHoldDays', 0)
  await fixtures.paidBooking((await fixtures.companyWithBank()).id)
  const admin = await passBothGates()
  await fixtures.runAs(admin)
  const [payout] = await fixtures.payouts()
  if (!payout) throw new Error('no payout was made')
  if (!['admin-mark-sepa-file', 'admin-mark-payout-returned'].includes(name)) return payout
  await admin.request(`/functions/v1/sepa-file.xml?id=${payout.sepaFileId}`, {})
  if (name === 'admin-mark-payout-returned') await admin.call('admin-mark-sepa-file', { id: payout.sepaFileId, as: 'executed' })
  return payout
}

function payoutBodies({ company }: Fixture, payout: Awaited<ReturnType<typeof payoutFor>>) {
  const [id, payoutId] = [payout?.sepaFileId ?? company.id, payout?.id ?? company.id]
  return {
    'process-weekly-payouts': { trigger: 'manual' },
    'process-hourly-payouts': { trigger: 'manual' },
    'admin-payout-run': { runId: payout?.runId ?? company.id },
    'admin-mark-sepa-file': { id, as: 'executed' },
    'admin-mark-payout-returned': { payoutId, reason: 'Konto erloschen' },
    'admin-fail-sepa-payout': { payoutId, bankDeletedIt: true },
    'list-company-payouts': { companyId: company.id },
    'list-statement-months': { companyId: company.id },
  }
}

async function breakBodies(name: string) {
  if (name !== 'admin-close-break') return {}
  const open = { kind: 'unknownRefund', reference: 're_1', details: '{}', foundAt: app.now() }
  const { id } = await app.db.insertInto('reconciliationBreaks').values(open).returning('id').executeTakeFirstOrThrow()
  return { 'admin-close-break': { breakId: id, reason: 'Erledigt' } }
}

const mailingCalls = [
  'admin-mailing',
  'admin-list-mailing-results',
  'admin-mailing-results.csv',
  'admin-stop-mailing',
  'admin-resume-mailing',
]

/** A mailing in the state that the operation needs (running or stopped), and the link in its mails for the holder. */
async function mailingFor({ company }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const isLink = ['abmelden', 'unsubscribe-mailings'].includes(name)
  const url = isLink && caller === 'holder' ? await optOutUrlOf(app, company.id) : ''
  const made = { mailingId: company.id, token: url.split('token=')[1] ?? 'x'.repeat(43) }
  if (!mailingCalls.includes(name) || caller !== 'adminPastBothGates') return made
  const admin = await passBothGates()
  const { body } = await admin.call('admin-start-mailing', letter)
  if (name === 'admin-resume-mailing') await admin.call('admin-stop-mailing', { mailingId: body.mailing_id })
  return { ...made, mailingId: String(body.mailing_id) }
}
const letter = { subject: 'Neues', message: 'Guten Tag' }

function mailingBodies({ company }: Fixture, { mailingId, token }: { mailingId: string; token: string }) {
  const data = { companyName: company.companyName, contactPerson: company.contactPerson, ...letter }
  return {
    'send-email': { to: company.email, type: 'bulk_provider_email', data },
    'admin-preview-mailing': letter,
    'admin-start-mailing': letter,
    'admin-mailing': { mailingId },
    'admin-list-mailing-results': { mailingId },
    'admin-stop-mailing': { mailingId },
    'admin-resume-mailing': { mailingId, which: 'rest' },
    'unsubscribe-mailings': { token },
    'get-mailing-choice': { companyId: company.id },
    'set-mailing-choice': { companyId: company.id, receives: false },
  }
}

/** Bodies for withdrawals: the holder has the link of the booking's mail, the operator an open declaration. */
async function withdrawalBodies({ bookings }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const declared = { name: 'Katrin Bergmann', contract: 'Reinigung', email: 'katrin@kunde.example' }
  const isLink = name === 'get-withdrawal-contract' && caller === 'holder' && bookings !== undefined
  const token = isLink ? await tokenOf(bookings.own.bookingId) : 'x'.repeat(43)
  if (['admin-read-withdrawal', 'admin-decide-withdrawal', 'admin-assign-withdrawal'].includes(name))
    await testApp.newVisitor().call('declare-withdrawal', declared)
  const open = await app.db.selectFrom('withdrawals').select('id').executeTakeFirst()
  return {
    'declare-withdrawal': declared,
    'get-withdrawal-contract': { token },
    'admin-read-withdrawal': { withdrawalId: open?.id },
    'admin-assign-withdrawal': { withdrawalId: open?.id, bookingId: bookings?.own.bookingId },
    'admin-decide-withdrawal': { withdrawalId: open?.id, decision: 'reject', reason: 'Kein Vertrag' },
  }
}

const tokenOf = (id: string) => app.db.transaction().execute((tx) => issueBookingToken(app, tx, { id, bookingDate: berlinDay(app.now()) }))

/** Bodies for actions on an appointment of the own booking, in the state that the action needs. */
async function appointmentBodies({ bookings, company }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const moves = {
    'get-move-slots': 'agreed',
    'propose-move': 'agreed',
    'wait-for-earlier': 'agreed',
    'answer-move': 'agreed',
    'get-appointment-slots': 'agreed',
    'move-appointment': 'agreed',
    'answer-appointment-move': 'agreed',
  } as const
  const isMove = Object.hasOwn(moves, name)
  const status = {
    'mark-performed': 'agreed',
    'mark-missed': 'agreed',
    'cancel-appointment': 'agreed',
    object: 'missed',
    'report-complaint': 'agreed',
    'resolve-complaint': 'agreed',
    'answer-complaint': 'agreed',
    'admin-read-complaint': 'agreed',
    'admin-decide-complaint': 'agreed',
    'answer-request': 'requested',
    'answer-counter': 'countered',
    'answer-price': 'countered',
    'withdraw-request': 'requested',
    'propose-supplement': 'agreed',
    'withdraw-supplement': 'agreed',
    'get-supplements': 'agreed',
    'answer-supplement': 'agreed',
    'pay-instalment': 'agreed',
    'waive-instalment': 'agreed',
    'add-work-step': 'agreed',
    'remove-work-photo': 'agreed',
    'get-work': 'agreed',
    'give-tip': 'performed',
    ...moves,
  } as const
  const storedStatus = name.endsWith('-objection') ? 'contested' : Object.entries(status).find(([one]) => one === name)?.[1]
  if (!storedStatus || !bookings) return {}
  const { bookingId, ids } = bookings.own
  const at = (minutes: number) => new Date(app.now().getTime() + minutes * 60_000)
  await app.db.deleteFrom('appointments').where('bookingId', '=', bookingId).execute()
  const start = isMove ? 4_320 : -30
  if (isMove) await giveCalendar(company.id)
  const times = { startsAt: at(start), endsAt: at(start + 60), deadlineAt: at(60), createdAt: at(0), updatedAt: at(0), requestedAt: at(0) }
  const row = { bookingId, companyId: company.id, mode: 'instant', policy: 'kulant', ...times } as const
  await app.db
    .insertInto('appointments')
    .values({ ...row, status: storedStatus })
    .execute()
  if (name === 'answer-price') await nameHigherPrice(bookingId)
  const key = caller === 'holder' ? ids : { sessionId: bookings.another.sessionId, bookingId }
  if (name === 'admin-read-objection')
    await app.db
      .insertInto('appointmentEvents')
      .values({ bookingId, at: at(0), actor: 'customer', act: 'objected' })
      .execute()
  const complaintId = /^(resolve|answer|admin-read|admin-decide)-complaint$/.test(name)
    ? await giveComplaint({ bookingId, companyId: company.id })
    : undefined
  const proposalId = isMove && name.startsWith('answer-') ? await giveProposal(bookingId, at) : undefined
  const supplementId = /^(withdraw|answer)-supplement$/.test(name) ? await giveSupplement({ bookingId, companyId: company.id }) : undefined
  const instalmentId = name.endsWith('-instalment') ? await giveInstalment({ bookingId, companyId: company.id }) : undefined
  const to = { date: addDays(berlinDay(app.now()), 25), time: '14:00' }
  return {
    'answer-move': { key, proposalId, answer: 'decline' },
    'answer-request': { companyId: company.id, bookingId, answer: 'decline', reason: 'Ausgebucht' },
    'answer-counter': { key, timeId: null },
    'answer-price': { key, isAccepted: false },
    'withdraw-request': { key },
    'propose-supplement': { id: randomUUID(), companyId: company.id, bookingId, ...material, price: 5, quantity: 1 },
    'withdraw-supplement': { id: supplementId, companyId: company.id, bookingId },
    'get-supplements': { key },
    'answer-supplement': { key, supplementId, isAccepted: false },
    'pay-instalment': { key, instalmentId },
    'waive-instalment': { id: instalmentId, companyId: company.id, bookingId },
    'add-work-step': { id: randomUUID(), companyId: company.id, bookingId, kind: 'start', at: app.now().toISOString() },
    'remove-work-photo': {
      id: name === 'remove-work-photo' ? await givePhoto({ bookingId, companyId: company.id }) : '',
      companyId: company.id,
      bookingId,
    },
    'get-work': { key },
    'give-tip': { key, amount: 5 },
    'get-appointment-slots': { companyId: company.id, bookingId },
    'move-appointment': { companyId: company.id, bookingId, ...to },
    'answer-appointment-move': { companyId: company.id, bookingId, proposalId, answer: 'withdraw' },
    'mark-performed': { companyId: company.id, bookingId },
    'mark-missed': { companyId: company.id, bookingId },
    'cancel-appointment': { companyId: company.id, bookingId, reason: 'Krankheit' },
    'get-move-slots': { key },
    'propose-move': { key, ...to },
    'wait-for-earlier': { key },
    object: { key, reason: 'Ich war da.' },
    'report-complaint': { key, reason: 'missed', words: 'Niemand kam.' },
    'resolve-complaint': { key, answer: 'accept' },
    'answer-complaint': { companyId: company.id, bookingId, answer: 'Wir kommen morgen.', refund: 'none' },
    'admin-read-complaint': { complaintId },
    'admin-decide-complaint': { complaintId, refund: 'none', reason: 'Fotos' },
    'admin-read-objection': { bookingId },
    'admin-decide-objection': { bookingId, decision: 'performed', reason: 'Fotos' },
  }
}

const material = { kind: 'material', title: 'Dichtung', reason: 'Sie war undicht.' } as const
async function giveSupplement(ids: { bookingId: string; companyId: string }) {
  const [id, now] = [randomUUID(), app.now()]
  const amounts = { quantity: 100, unitCents: 500, totalCents: 500 }
  const times = { proposedAt: now, answerBy: new Date(now.getTime() + 3_600_000) }
  await app.db
    .insertInto('supplements')
    .values({ id, ...ids, ...material, ...amounts, ...times })
    .execute()
  return id
}

async function giveInstalment({ bookingId, companyId }: { bookingId: string; companyId: string }) {
  const { amountCents } = await app.db.selectFrom('bookings').select('amountCents').where('id', '=', bookingId).executeTakeFirstOrThrow()
  const plan = { bookingId, companyId, totalCents: amountCents + 35_000, depositCents: amountCents }
  await app.db.deleteFrom('paymentPlans').where('bookingId', '=', bookingId).execute()
  await app.db.insertInto('paymentPlans').values(plan).execute()
  const part = { bookingId, place: 1, agreedCents: 35_000, totalCents: 35_000, status: 'due', dueAt: app.now() } as const
  return (await app.db.insertInto('instalments').values(part).returning('id').executeTakeFirstOrThrow()).id
}

/** A photo of the work of a booking. */
async function givePhoto(ids: { bookingId: string; companyId: string }) {
  const id = randomUUID()
  const storageKey = `work-photos/${id}`
  await app.storage.put(storageKey, png, 'image/png')
  await app.db
    .insertInto('workPhotos')
    .values({ id, ...ids, kind: 'after', name: 'a.png', contentType: 'image/png', bytes: png.length, storageKey, uploadedAt: app.now() })
    .execute()
  return id
}

/** A photo of the work, stored for the own booking. */
async function sendPhoto({ company, bookings, person }: Fixture, path: string) {
  const bookingId = bookings?.own.bookingId ?? ''
  await app.db
    .updateTable('bookings')
    .set({ bookingDate: berlinDay(app.now()) })
    .where('id', '=', bookingId)
    .execute()
  const query = new URLSearchParams({ bookingId, id: randomUUID(), kind: 'before' })
  const headers = { 'content-type': 'image/png', 'x-file-name': 'a.png', 'x-company-id': company.id }
  return (await person.request(`${path}?${query}`, { method: 'POST', body: png, headers })).status
}

async function nameHigherPrice(bookingId: string) {
  const named = { lowCents: 9_000, ceilingCents: 12_000, priceCents: 14_500, reason: 'Mehr Arbeit', namedAt: app.now() }
  await app.db
    .insertInto('bookingEstimates')
    .values({ bookingId, ...named })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function giveComplaint(ids: { bookingId: string; companyId: string }) {
  await app.db.deleteFrom('complaints').where('bookingId', '=', ids.bookingId).execute()
  const row = { ...ids, reason: 'bad', words: 'Schlecht geputzt.', reportedAt: app.now(), deadlineAt: app.now() } as const
  return (await app.db.insertInto('complaints').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Bodies for messages about the own booking, in whose thread there is a message; for the operator it is reported. */
async function messageBodies({ bookings, company }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  if (!bookings || !/message|thread/.test(name)) return { 'list-threads': { companyId: company.id } }
  const { bookingId, ids } = bookings.own
  const key = caller === 'holder' ? ids : { sessionId: bookings.another.sessionId, bookingId }
  const own = { companyId: company.id, bookingId }
  await writtenWith({ ...own, attachmentId: undefined })
  const reportId = name.startsWith('admin-') ? await reportOf(bookingId) : undefined
  return {
    'list-messages': { key },
    'send-message': { key, text: 'Guten Tag' },
    'report-messages': { key, reason: 'Beleidigung' },
    'list-threads': { companyId: company.id },
    'read-thread': own,
    'write-message': { ...own, text: 'Guten Tag' },
    'report-thread': { ...own, reason: 'Beleidigung' },
    'admin-read-thread': { reportId },
    'admin-close-thread-report': { reportId, outcome: 'Verwarnt' },
  }
}

/** Bodies for requests for quotes; the company was asked, and has made a quote if the operation needs one. */
async function quoteBodies({ company, person }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  if (!name.includes('quote')) return {}
  const status = ['accept-quote', 'withdraw-quote'].includes(name) ? 'offered' : 'open'
  const isOwn = name === 'open-own-quote-request' && isSignedIn(caller)
  const customerEmail = isOwn ? String((await person.call('get-own-details', {})).body.email) : 'eine@kunde.example'
  const quote = await insertQuote(company.id, { status, customerEmail })
  const token = caller === 'holder' ? quote.token : 'x'.repeat(43)
  const own = { companyId: company.id, quoteId: quote.id }
  if (name === 'report-quote-messages') await writtenWith({ ...own, attachmentId: undefined })
  const slot = offeredSlot()
  const described = { description: 'Zwei Zimmer streichen, 42 Quadratmeter.', postcode: '22767' }
  const who = { customerName: 'Katrin Bergmann', customerEmail: 'dritte@kunde.example', companyIds: [company.id] }
  return {
    'request-quotes': { ...described, ...who },
    'get-quote-request': { token },
    'confirm-quote-request': { token },
    'withdraw-quote-request': { token },
    'accept-quote': { token, quoteId: quote.id, ...slot, location: 'Schmale Gasse 12, 22767 Hamburg', customerKind: 'business' },
    'list-quotes': { companyId: company.id },
    'suggest-quote-times': { ...own, minutes: 60 },
    'open-own-quote-request': { id: quote.requestId },
    'submit-quote': { ...own, title: 'Streichen', text: 'Mit Farbe.', amount: 480, minutes: 240, slots: [slot], validDays: 7 },
    'list-quote-messages': { token, quoteId: quote.id },
    'send-quote-message': { token, quoteId: quote.id, text: 'Guten Tag' },
    'report-quote-messages': { token, quoteId: quote.id, reason: 'Beleidigung' },
    'decline-quote': own,
    'withdraw-quote': own,
  }
}

/** Bodies for the waiting list: an entry for which a time is held. */
async function waitingBodies({ company: { id: companyId } }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  if (!name.includes('waiting')) return {}
  await giveCalendar(companyId)
  const now = app.now()
  const days = { firstDay: berlinDay(now), lastDay: addDays(berlinDay(now), 30) }
  const token = app.random(32).toString('base64url')
  const [offeredStart, offeredUntil] = [new Date(now.getTime() + 86_400_000), new Date(now.getTime() + 600_000)]
  const entry = { companyId, email: 'eine@kunde.example', ...days, queuedAt: now, createdAt: now, tokenHash: hashToken(token) }
  const { id } = await app.db
    .insertInto('waitingEntries')
    .values({ ...entry, status: 'offered', offeredStart, offeredUntil })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: resourceId } = await app.db.selectFrom('resources').select('id').where('companyId', '=', companyId).executeTakeFirstOrThrow()
  const span = { from: offeredStart.getTime(), to: offeredStart.getTime() + 3_600_000 }
  await app.db.transaction().execute((tx) =>
    insertOccupancy(tx, {
      ...{ companyId, takes: [{ resourceId, seat: 1, during: span, core: span }], place: null, now },
      ...{ kind: 'cart', callerHash: holderOf(id), until: offeredUntil },
    }),
  )
  const key = { token: caller === 'holder' ? token : 'x'.repeat(43) }
  return {
    'join-waiting-list': { companyId, customerEmail: 'dritte@kunde.example', ...days },
    'get-waiting-entry': key,
    'confirm-waiting-entry': key,
    'leave-waiting-list': key,
    'renew-waiting-link': key,
    'take-waiting-offer': key,
  }
}

/** Bodies for search alerts: an unconfirmed one. */
async function alertBodies({ name, caller }: { name: string; caller: CallerName }) {
  if (!name.includes('search-alert')) return {}
  const token = app.random(32).toString('base64url')
  const search = { words: 'Dachrinne', location: 'Kiel', radiusKm: 25 }
  const alert = { ...search, email: 'eine@kunde.example', createdAt: app.now(), tokenHash: hashToken(token) }
  await app.db.insertInto('searchAlerts').values(alert).execute()
  const key = { token: caller === 'holder' ? token : 'x'.repeat(43) }
  return {
    'create-search-alert': { ...search, email: 'dritte@kunde.example' },
    'get-search-alert': key,
    'confirm-search-alert': key,
    'end-search-alert': key,
  }
}

/** Bodies for series: one that its customer requested by mail, in the state that the operation needs. */
async function seriesBodies({ company: { id: companyId } }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  if (!name.includes('series')) return {}
  await giveCalendar(companyId)
  const { id: serviceId } = await makeService(app, companyId, { bookingMode: 'request' })
  const email = `serie${randomUUID()}@kunde.example`
  const dates = [20, 27].map((days) => ({ date: addDays(berlinDay(app.now()), days), time: '14:00' }))
  const { date: _date, time: _time, serviceTitle: _title, ...booked } = bookingRequestFor(app, companyId, { serviceId, amount: 69 })
  const form = { ...booked, customerEmail: email, customerKind: 'business', weeks: 1, dates }
  const question = { companyId, serviceId, ...dates[0], weeks: 1, count: 2 }
  if (name === 'check-series' || name === 'request-series') return { 'check-series': question, 'request-series': form }
  await testApp.newVisitor().call('request-series', form)
  await testApp.runJobs()
  const [mail] = testApp.inbox.mails().filter(({ to }) => to === email)
  const token = /\/serie\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  if (name !== 'confirm-series') await testApp.newVisitor().call('confirm-series', { token })
  const { id: seriesId } = await app.db.selectFrom('bookingSeries').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const first = await app.db.selectFrom('seriesDates').selectAll().where('seriesId', '=', seriesId).orderBy('position').executeTakeFirst()
  if (name === 'pay-series-date' || name === 'end-company-series') {
    await app.db.updateTable('bookingSeries').set({ status: 'accepted', deadlineAt: null }).where('id', '=', seriesId).execute()
    await app.db.updateTable('seriesDates').set({ dueAt: app.now() }).where('seriesId', '=', seriesId).execute()
  }
  const key = { token: caller === 'holder' ? token : 'x'.repeat(43) }
  return {
    'get-series': key,
    'confirm-series': key,
    'renew-series-link': key,
    'pay-series-date': { key, bookingId: first?.bookingId },
    'end-series': { key },
    'list-series': { companyId },
    'answer-series': { companyId, seriesId, answer: 'accept' },
    'end-company-series': { companyId, seriesId, reason: 'Umzug' },
  }
}

const offeredSlot = () => ({ date: addDays(berlinDay(app.now()), 25), time: '14:00' })

/** A confirmed request to a company, with its customer's token. */
type Quoted = { status: 'open' | 'offered'; attachmentId?: string; customerEmail?: string }
async function insertQuote(companyId: string, { status, attachmentId, customerEmail = 'eine@kunde.example' }: Quoted) {
  const now = app.now()
  const token = app.random(32).toString('base64url')
  const later = new Date(now.getTime() + 86_400_000)
  const request: Insertable<QuoteRequests> = {
    ...{ category: 'Handwerk', words: '', title: 'Streichen', description: 'Zwei Zimmer streichen.', postcode: '22767', urgency: 'soon' },
    ...{ customerName: 'Katrin', customerEmail, companyIds: [companyId], asksFurther: false },
    ...{ status: 'open', createdAt: now, confirmedAt: now },
  }
  const { id: requestId } = await app.db.insertInto('quoteRequests').values(request).returning('id').executeTakeFirstOrThrow()
  const offer = { offeredAt: now, offerTitle: 'Streichen', offerText: 'Mit Farbe.', totalCents: 48_000, minutes: 240, validUntil: later }
  const { id } = await app.db
    .insertInto('quotes')
    .values({ requestId, companyId, status, askedAt: now, answerBy: later, ...(status === 'offered' ? offer : {}) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('quoteLinks')
    .values({ tokenHash: hashToken(token), requestId, expiresAt: later })
    .execute()
  if (status === 'offered')
    await app.db
      .insertInto('quoteSlots')
      .values({ quoteId: id, startsAt: berlinInstant(offeredSlot().date, offeredSlot().time) })
      .execute()
  if (attachmentId)
    await app.db
      .insertInto('quoteFiles')
      .values({ requestId, attachmentId })
      .onConflict((conflict) => conflict.column('attachmentId').doUpdateSet({ requestId }))
      .execute()
  return { id, token, requestId }
}

/** A thread with a message, optionally with a file. */
async function writtenWith({
  companyId,
  attachmentId,
  ...about
}: { companyId: string; attachmentId: string | undefined } & ({ bookingId: string } | { quoteId: string })) {
  const at = app.now()
  if ('bookingId' in about) await app.db.deleteFrom('threads').where('bookingId', '=', about.bookingId).execute()
  const thread = await app.db
    .insertInto('threads')
    .values({ companyId, ...about, createdAt: at, lastAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = { threadId: thread.id, side: 'company' as const, body: 'Guten Tag', sentAt: at }
  const { id: messageId } = await app.db.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  if (attachmentId) await app.db.insertInto('messageFiles').values({ messageId, attachmentId }).execute()
}

async function reportOf(bookingId: string) {
  const { id: threadId } = await app.db.selectFrom('threads').select('id').where('bookingId', '=', bookingId).executeTakeFirstOrThrow()
  const report = { threadId, side: 'company' as const, reason: 'Beleidigung', reportedAt: app.now() }
  return (await app.db.insertInto('threadReports').values(report).returning('id').executeTakeFirstOrThrow()).id
}

async function giveProposal(bookingId: string, at: (minutes: number) => Date) {
  const times = { startsAt: at(7_200), endsAt: at(7_260), until: at(60), createdAt: at(0) }
  const during = sql<string>`tstzrange(${times.startsAt}, ${times.endsAt})`
  const { id } = await app.db
    .insertInto('moveProposals')
    .values({ bookingId, proposedBy: 'company', during, seats: '[]', ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function giveCalendar(companyId: string) {
  await app.db.deleteFrom('calendars').where('companyId', '=', companyId).execute()
  await makeCalendar(app, companyId)
}

/** Secret URL of the company's calendar feed. */
async function feedOf({ company: { id } }: Fixture) {
  await giveCalendar(id)
  return new URL((await renewLink(app, { companyId: id, shows: 'details' })).url).pathname
}

/** Bodies for a company's calendar, which is created first. */
async function calendarBodies({ company: { id: companyId } }: Fixture, name: string) {
  if (
    !/^hold-slot$|^list-unbookable-services$|^((get|(admin-)?list)-calendar|save-hours|save-policy|save-day|(save|delete)-closure|save-resource|rotate-calendar-link|(save|remove)-feed)$|block-time$/.test(
      name,
    )
  )
    return {}
  await giveCalendar(companyId)
  const today = berlinDay(app.now())
  const closure = { companyId, days: `[${today},${today}]` }
  const { id } = await app.db.insertInto('closures').values(closure).returning('id').executeTakeFirstOrThrow()
  return {
    'get-calendar': { companyId },
    'list-unbookable-services': { companyId },
    'save-hours': { companyId, week: Array(7).fill([{ from: '08:00', to: '17:00' }]) },
    'save-policy': { companyId, isOn: true, federalState: 'HH', policy: 'kulant', travelKmh: 45 },
    'save-day': { companyId, day: today, ranges: [] },
    'save-closure': { companyId, firstDay: today, lastDay: today },
    'delete-closure': { companyId, id },
    'rotate-calendar-link': { companyId, shows: 'busy' },
    'save-feed': { companyId, url: 'https://kalender.example/geheim.ics' },
    'remove-feed': { companyId },
    'list-calendar': { companyId },
    'admin-list-calendar': { companyId },
    'block-time': { companyId, day: addDays(today, 1), from: '12:00', to: '13:00' },
    'unblock-time': { companyId, id: name === 'unblock-time' ? await blockedTime(companyId) : id },
    'save-resource': { companyId, kind: 'person', name: 'Tarek' },
  }
}

async function blockedTime(companyId: string) {
  await blockTime(app, { companyId, resourceId: null, day: addDays(berlinDay(app.now()), 2), from: '12:00', to: '13:00', note: '' })
  const { id } = await app.db.selectFrom('occupancies').select('id').where('kind', '=', 'block').executeTakeFirstOrThrow()
  return id
}

/** Bodies for a company's services: it has one. */
async function serviceBodies({ company }: Fixture, name: string) {
  if (!/services?$|-catalogue/.test(name)) return {}
  const own = { companyId: company.id }
  const { id } = await makeService(app, company.id)
  const services = await app.db.selectFrom('services').select('id').where('companyId', '=', company.id).execute()
  const service = { catalogueId: null, title: 'Fensterreinigung', priceKind: 'fixed', price: 89, minutes: 60, places: ['customer'] }
  const bodies = {
    'list-services': own,
    'save-service': { ...own, ...service },
    'delete-service': { ...own, id },
    'order-services': { ...own, ids: services.map((one) => one.id) },
    'suggest-catalogue': { ...own, typed: 'Fenster' },
    'import-services': { ...own, file: 'Titel;Preisart\nGrundreinigung;Auf Anfrage' },
  }
  await insertTrade()
  const entry = {
    name: 'Regale aufbauen',
    tradeId: 'regalbau',
    said: [],
    priceKind: 'fixed',
    low: 20,
    high: 40,
    minutes: 60,
    places: ['customer'],
  }
  const catalogue = {
    'admin-change-catalogue-entry': { what: 'trade', id: 'regalbau', ownName: 'Regale', isHidden: false },
    'admin-add-catalogue-service': entry,
    'admin-add-catalogue-trade': { name: 'Ladenbau', category: 'Handwerk', said: [] },
  }
  return { ...bodies, ...catalogue, ...Object.fromEntries(Object.entries(bodies).map(([name, body]) => [`admin-${name}`, body])) }
}

const insertTrade = () =>
  app.db
    .insertInto('catalogueTrades')
    .values({ id: 'regalbau', category: 'Handwerk', name: 'Regalbau' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A company's verification request with a file: submitted for the operator's operations, else a draft. */
async function evidenceFor({ company }: Fixture, route: string) {
  if (!route.includes('verification')) return { fileId: '', requestId: '' }
  await app.db.deleteFrom('verificationRequests').where('companyId', '=', company.id).execute()
  await app.db.updateTable('companies').set({ verified: false }).where('id', '=', company.id).execute()
  const sent = nameOf(route).startsWith('admin-') ? ({ status: 'open', askedAt: app.now() } as const) : {}
  const request = await app.db
    .insertInto('verificationRequests')
    .values({ companyId: company.id, startedAt: app.now(), ...sent })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fileId = randomUUID()
  const storageKey = `verification/${company.id}/${fileId}`
  await app.storage.put(storageKey, png, 'image/png')
  const file = { id: fileId, requestId: request.id, kind: 'insurance', name: 'a.png', contentType: 'image/png' } as const
  await app.db
    .insertInto('verificationFiles')
    .values({ ...file, bytes: png.length, storageKey, uploadedAt: app.now() })
    .execute()
  return { fileId, requestId: request.id }
}

const sendEvidence = async ({ company, person }: Fixture, path: string) => {
  const headers = { 'content-type': 'image/png', 'x-file-name': 'a.png' }
  return (
    await person.request(path.replace('*', `${company.id}/${path.includes('business') ? 'idCopy' : 'insurance'}`), {
      method: 'POST',
      body: png,
      headers,
    })
  ).status
}

const verificationBodies = ({ company }: Fixture, { fileId, requestId }: Awaited<ReturnType<typeof evidenceFor>>) => ({
  'get-verification': { companyId: company.id },
  'remove-verification-file': { companyId: company.id, fileId },
  'ask-verification': { companyId: company.id },
  'admin-decide-verification': { requestId, isGranted: true, insuranceUntil: addDays(berlinDay(app.now()), 365) },
})

/** Business details that await the operator's decision, with a file. */
async function businessFor({ company }: Fixture, route: string) {
  const submitted = { companyId: company.id, status: route.includes('decide') ? 'submitted' : 'incomplete' } as const
  await app.db
    .insertInto('businessDetails')
    .values(submitted)
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet({ submittedAt: app.now() }))
    .execute()
  await app.db.deleteFrom('businessFiles').where('companyId', '=', company.id).execute()
  const fileId = randomUUID()
  const storageKey = `business-files/${company.id}/${fileId}`
  await app.storage.put(storageKey, png, 'image/png')
  const file = { id: fileId, companyId: company.id, kind: 'idCopy', name: 'a.png', contentType: 'image/png' } as const
  await app.db
    .insertInto('businessFiles')
    .values({ ...file, bytes: png.length, storageKey, uploadedAt: app.now() })
    .execute()
  return { fileId, requestId: '' }
}

const businessBodies = ({ company: { id: companyId } }: Fixture, { fileId }: { fileId: string }) => ({
  'get-business-details': { companyId },
  'update-business-details': { companyId },
  'remove-business-file': { companyId, fileId },
  'admin-open-business-details': { companyId },
  'admin-decide-business-details': { companyId, isAccepted: true },
  'get-tax-report': { companyId, year: 2026 },
  'admin-tax-year': { year: 2026 },
  'admin-write-tax-report': { year: 2025 },
})

/** Bodies for customers' invoices: a company with complete details, and with a mandate where one is revoked. */
async function invoiceBodies({ company: { id: companyId }, bookings }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const { own, another } = bookings ?? {}
  if (name === 'accept-invoice-mandate') {
    await app.db
      .insertInto('businessDetails')
      .values({ companyId, status: 'submitted' })
      .onConflict((one) => one.column('companyId').doUpdateSet({ status: 'submitted' }))
      .execute()
    await app.db
      .insertInto('taxProfiles')
      .values({ companyId, validFrom: '2026-01-01', status: 'small' })
      .onConflict((one) => one.doNothing())
      .execute()
  }
  const mandate = { companyId, version: mandateVersion, acceptedText: 'Text', acceptedAt: app.now() }
  if (name === 'revoke-invoice-mandate')
    await app.db
      .insertInto('invoiceMandates')
      .values(mandate)
      .onConflict((one) => one.doNothing())
      .execute()
  const shown = caller === 'holder' ? own?.ids : { sessionId: another?.sessionId, bookingId: own?.bookingId }
  const named = { companyId, bookingId: own?.bookingId }
  const lines = [{ text: 'Fenster putzen', gross: 138, taxBasisPoints: 1_900, care: 'labour' }]
  const address = { name: 'Praxis Dr. Behrens', street: 'Große Straße 3', postcode: '22767', town: 'Hamburg' }
  return {
    'get-invoice-mandate': { companyId },
    'accept-invoice-mandate': { companyId, version: mandateVersion },
    'revoke-invoice-mandate': { companyId },
    'list-customer-invoices': { companyId },
    'get-invoice-draft': named,
    'update-invoice-draft': { ...named, lines },
    'list-own-documents': { key: shown },
    'update-billing-address': { key: shown, ...address },
  }
}

/** A file uploaded by the company for its customer. */
async function ownInvoiceFor({ company, bookings }: Fixture) {
  const fileId = randomUUID()
  const storageKey = `own-invoices/${company.id}/${fileId}`
  await app.storage.put(storageKey, png, 'image/png')
  const file = {
    id: fileId,
    bookingId: bookings?.own.bookingId ?? '',
    companyId: company.id,
    name: 'a.png',
    contentType: 'image/png',
  } as const
  await app.db
    .insertInto('ownInvoices')
    .values({ ...file, bytes: png.length, storageKey, uploadedAt: app.now() })
    .execute()
  return fileId
}

async function sendOwnInvoice({ company, bookings, person }: Fixture, path: string) {
  const address = path.replace('*', `${company.id}/${bookings?.own.bookingId}`)
  const headers = { 'content-type': 'image/png', 'x-file-name': 'a.png' }
  return (await person.request(address, { method: 'POST', body: png, headers })).status
}

/** A report to the tax office needs the operator's data. */
async function nameOperator() {
  const { operator } = await readSettings(app.db)
  const named = { ...operator, name: 'Handschlag GmbH', address: 'Deichstraße 1\n20459 Hamburg', vatId: 'DE136695976' }
  await app.db.transaction().execute((tx) => writeSettings(tx, { operator: named }, app.now()))
}

/** A written file of a year without sellers. */
async function taxReport() {
  const messageRefId = randomUUID()
  const sealed = encryptText(app, { purpose: encryptionPurposes.taxReport, bound: messageRefId, text: '<leer/>' })
  const facts = { year: 2024, run: 1, indic: 'DPI403', operatorDocRefId: 'O', sha256: '', sellers: 0, writtenAt: app.now() } as const
  await app.db.deleteFrom('taxReports').where('year', '=', 2024).execute()
  return (
    await app.db
      .insertInto('taxReports')
      .values({ ...facts, messageRefId, sealed })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/** Bodies for messages and reports to the operator. */
async function supportBodies({ company }: Fixture, name: string) {
  if (!/contact-message|report-content|-notice/.test(name)) return {}
  const sender = { name: 'Katrin Bergmann', email: 'katrin@kunde.example', createdAt: app.now(), isSuspect: false }
  const message = await app.db
    .insertInto('contactMessages')
    .values({ ...sender, topic: 'other', message: 'Guten Tag, eine Frage.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = await app.db
    .insertInto('contentReports')
    .values({ ...sender, target: 'company', companyId: company.id, reason: 'untrue', explanation: 'Die Angaben stimmen nicht.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const from = { name: sender.name, email: sender.email }
  return {
    'send-contact-message': { ...from, topic: 'other', message: 'Guten Tag, eine Frage.' },
    'report-content': {
      companyId: company.id,
      reason: 'untrue',
      explanation: 'Die Angaben stimmen nicht.',
      ...from,
      isGoodFaith: true,
    },
    'admin-file-contact-message': { messageId: message.id, isDone: true },
    'admin-read-notice': { reportId: report.id },
    'admin-decide-notice': { reportId: report.id, decision: 'kept', reason: 'Kein Verstoß' },
  }
}

/** Bodies for bank details and the account at the PSP. The holder has a mailed link. */
async function bankBodies({ company }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const isLink = ['verify-bank-update', 'undo-bank-update'].includes(name)
  const token = isLink && caller === 'holder' ? await mailedBankLink(name) : 'x'.repeat(43)
  if (['open-payout-dashboard', 'resend-payout-account-link'].includes(name)) await connectAccount(company.id)
  const isEmail = ['confirm-company-email', 'undo-company-email'].includes(name)
  const emailToken = isEmail && caller === 'holder' ? await mailedEmailLink(name) : 'x'.repeat(43)
  return {
    'get-bank-details': { companyId: company.id },
    'request-bank-details-update': { companyId: company.id, bankDetails: accounts.first },
    'verify-bank-update': { token },
    'undo-bank-update': { token },
    'get-payout-account': { companyId: company.id },
    'open-payout-account': { companyId: company.id },
    'confirm-company-email': { token: emailToken },
    'undo-company-email': { token: emailToken },
    'open-payout-dashboard': { companyId: company.id },
    'resend-payout-account-link': { companyId: company.id },
  }
}

/** A payable account at the PSP, before its mailed link was opened. */
async function connectAccount(companyId: string) {
  const facts = { companyId, email: 'post@firma.example', name: 'Firma', idempotencyKey: `calls:${companyId}` }
  const { id: accountId } = await app.payments.createPayoutAccount(facts)
  await testApp.sandbox.control('account', { account: accountId, state: 'enabled' })
  const row = { companyId, accountId, askedAt: app.now(), canBePaid: true, detailsSubmitted: true, target: 'bank' }
  await app.db
    .insertInto('payoutAccounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function mailedEmailLink(name: string) {
  const fixture = await openBankFixture(testApp)
  await fixture.person.call('update-company', { companyId: fixture.company.id, ...companyFields, email: 'neu@firma.example' })
  await testApp.runJobs()
  const tokenOf = (to: string) => /[?&]token=([\w-]{43})/.exec(fixture.mailTo(to, /E-Mail-Adresse/)?.text ?? '')?.[1] ?? ''
  const token = tokenOf('neu@firma.example')
  if (name === 'confirm-company-email') return token
  await fixture.person.call('confirm-company-email', { token })
  await testApp.runJobs()
  return tokenOf(fixture.owner.email)
}

async function mailedBankLink(name: string) {
  const fixture = await openBankFixture(testApp)
  await fixture.request(accounts.first)
  const token = await fixture.confirmToken()
  if (name === 'verify-bank-update') return token
  await fixture.person.call('verify-bank-update', { token })
  return fixture.undoToken()
}

/** Bodies for accounts and the operator's sign-in. The holder has a mailed link; all others use an invented one. */
async function accountBodies(fixture: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const needsLink = ['verify', 'exchange'].includes(name)
  const secret = needsLink && caller === 'holder' ? await mailedLink() : 'x'.repeat(43)
  const sendAdminCode = name === 'verify-admin-2fa-code' && caller === 'adminPastPassword'
  return {
    'sign-up': { email: 'neu@kunde.example', password: rightPassword },
    'sign-in': { email: 'eins@kunde.example', password: rightPassword },
    resend: { email: 'eins@kunde.example' },
    recover: { email: 'eins@kunde.example' },
    verify: { token_hash: secret, type: 'signup' },
    exchange: { code: secret },
    user: { password: 'Gruene-Tasse-8', currentPassword: rightPassword },
    'send-auth-link': { email: 'eins@kunde.example', type: 'recovery', redirectUrl: `${app.config.publicUrl}/auth/reset` },
    'create-user-profile': { auth_id: 'x', email: 'fremd@kunde.example' },
    'get-company-contact': { companyId: fixture.company.id },
    'get-company-services': { companyId: fixture.company.id },
    'get-company-reach': { companyId: fixture.company.id, postcode: '22767' },
    'get-free-slots': { companyId: fixture.company.id },
    'hold-slot': { companyId: fixture.company.id, date: addDays(berlinDay(app.now()), 2), time: '10:00' },
    'release-slot': { companyId: fixture.company.id },
    'get-legal-notice': { companyId: fixture.company.id },
    'end-own-session': { sessionId: fixture.sessionId },
    'delete-own-account': { password: rightPassword },
    'verify-2fa-code': { code: name === 'verify-2fa-code' ? await mailedCode(fixture.person, 'send-2fa-code') : '' },
    'verify-admin-code': { code: adminPassword },
    'verify-admin-2fa-code': { code: sendAdminCode ? await mailedAdminCode(fixture.person) : '000000' },
  }
}

async function mailedLink() {
  await testApp.newVisitor().call('auth/sign-up', { email: 'link@kunde.example', password: rightPassword })
  await testApp.runJobs()
  return testApp.linkTo('link@kunde.example')
}

const mailedAdminCode = (admin: Visitor) => mailedCode(admin, 'send-admin-2fa-code')

async function mailedCode(person: Visitor, by: 'send-2fa-code' | 'send-admin-2fa-code' | 'send-admin-fresh-code') {
  await person.call(by, {})
  await testApp.runJobs()
  return /\b\d{6}\b/.exec(testApp.inbox.mails()[0]?.text ?? '')?.[0] ?? ''
}

/** Bodies for the operator's actions on a company, in the state that the operation needs. */
async function companyBodies({ company, person }: Fixture, { name, caller }: { name: string; caller: CallerName }) {
  const { id: companyId, updatedAt } = company
  if (caller === 'adminPastBothGates') await preparedFor(name, companyId)
  const { plan, premium, verified } = company
  const isChecked = name === 'verify-admin-fresh-code' && caller === 'adminPastBothGates'
  return {
    'admin-create-provider': companyBody(),
    'admin-read-provider': { companyId },
    'admin-update-company': { ...companyFields, companyId, knownAt: updatedAt.toISOString(), plan, premium, verified },
    'admin-suspend-company': { companyId, reason: 'Beschwerden', companyReason: 'Beschwerden' },
    'admin-release-company': { companyId },
    'admin-preview-deletion': { companyId },
    'admin-delete-company': { companyId, expects: 'deletion' },
    'admin-issue-claim-code': { companyId },
    'admin-lift-payout-hold': { companyId },
    'admin-read-bank-details': { companyId },
    'verify-admin-fresh-code': { code: isChecked ? await mailedCode(person, 'send-admin-fresh-code') : '000000' },
  }
}

async function preparedFor(name: string, companyId: string) {
  const now = app.now()
  if (name === 'admin-release-company')
    await app.db.updateTable('companies').set({ suspendedAt: now }).where('id', '=', companyId).execute()
  if (name === 'admin-lift-payout-hold') {
    await app.db.insertInto('payoutHolds').values({ companyId, cause: 'bank_change_disputed', placedAt: now }).execute()
  }
  if (name === 'admin-read-bank-details') {
    const details = bankForm.parse(accounts.first)
    await app.db
      .insertInto('bankDetails')
      .values({ companyId, sealed: encryptBank(app, companyId, details), confirmedAt: now })
      .execute()
  }
}

type Fixture = Awaited<ReturnType<typeof openCallFixture>>

const bookingCalls = [
  'quote-picture',
  'create-booking-payment',
  'get-review-invitation',
  'decline-review-invitations',
  'remove-booking-attachment',
  'verify-payment',
  'get-booking',
  'cancel-own-booking',
  'object',
  'report-complaint',
  'resolve-complaint',
  'answer-complaint',
  'admin-read-complaint',
  'admin-decide-complaint',
  'get-move-slots',
  'propose-move',
  'wait-for-earlier',
  'answer-move',
  'answer-request',
  'answer-counter',
  'answer-price',
  'withdraw-request',
  'propose-supplement',
  'withdraw-supplement',
  'get-supplements',
  'answer-supplement',
  'pay-instalment',
  'waive-instalment',
  'add-work-step',
  'upload-work-photo',
  'remove-work-photo',
  'work-photo',
  'get-work',
  'own-work-photo',
  'give-tip',
  'get-appointment-slots',
  'move-appointment',
  'answer-appointment-move',
  'mark-performed',
  'mark-missed',
  'cancel-appointment',
  'admin-read-objection',
  'admin-decide-objection',
  'booking-receipt.pdf',
  'own-booking-attachment',
  'get-invoice-draft',
  'update-invoice-draft',
  'cancel-customer-invoice',
  'list-own-documents',
  'update-billing-address',
  'own-document',
  'own-invoice-file',
  'list-messages',
  'send-message',
  'report-messages',
  'own-message-file',
  'read-thread',
  'write-message',
  'report-thread',
  'message-file',
  'admin-read-thread',
  'admin-close-thread-report',
  'get-company-booking',
  'booking-attachment',
  'admin-refund-booking',
  'admin-read-booking',
  'admin-cancel-booking',
  'admin-resend-booking',
  'admin-assign-withdrawal',
  'admin-booking-attachment',
  'get-withdrawal-contract',
  'own-quote-file',
  'own-quote-message-file',
  'quote-file',
]

/** The caller, a company, and, for the operations that need them, two paid bookings. */
async function openCallFixture(caller: CallerName, { hasBookings }: { hasBookings: boolean }) {
  const bookings = hasBookings ? await twoBookings() : undefined
  const company = bookings?.company ?? (await makeCompany(app))
  const owner = caller.startsWith('owner') ? await makeOwner(app, company.id) : undefined
  await makeUser(app, { email: 'eins@kunde.example' })
  const first = await enterAs(app, testApp.newVisitor(), 'eins@kunde.example')
  const { id: sessionId } = await app.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
  const made: Partial<Record<CallerName, () => Promise<Visitor>>> = {
    holder: async () => bookings?.own.visitor ?? testApp.newVisitor(),
    holderOfAnother: async () => bookings?.another.visitor ?? testApp.newVisitor(),
    signedIn: async () => first,
    signedInAnother: signInAnother,
    owner: () => enterAs(app, testApp.newVisitor(), owner?.email ?? ''),
    ownerPastCode: () => signInPastCode(owner?.email ?? ''),
    ownerOfAnother: async () => signInPastCode((await makeOwner(app, (await makeCompany(app)).id)).email),
    adminPastPassword: passPassword,
    adminPastBothGates: passBothGates,
  }
  return { bookings, company, sessionId, person: (await made[caller]?.()) ?? testApp.newVisitor() }
}

const anotherHash = await hashPassword(app, 'Rote-Tasse-9')

/** Signs in a second account, with another password. */
async function signInAnother() {
  await makeUser(app, { email: 'zwei@kunde.example', passwordHash: anotherHash })
  return enterAs(app, testApp.newVisitor(), 'zwei@kunde.example')
}

async function signInPastCode(email: string) {
  const person = await enterAs(app, testApp.newVisitor(), email)
  const ofPerson = app.db.selectFrom('users').select('id').where('email', '=', email)
  await app.db.updateTable('sessions').set({ steppedUpAt: app.now() }).where('userId', 'in', ofPerson).execute()
  return person
}

const passBothGates = () => enterAsOperator(app, testApp.newVisitor())

async function passPassword() {
  const admin = testApp.newVisitor()
  await admin.call('verify-admin-code', { code: adminPassword })
  return admin
}

/** Two visitors, each with a paid booking and an upload without a booking. */
async function twoBookings() {
  const company = await makeCompany(app)
  const [own, another] = [await bookAs('eine@kunde.example', company.id), await bookAs('andere@kunde.example', company.id)]
  return { own, another, company }
}

async function bookAs(customerEmail: string, companyId: string) {
  const visitor = testApp.newVisitor()
  await visitor.call('create-booking-payment', bookingRequestFor(app, companyId, { customerEmail }))
  const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
  await sandbox.control('pay', { session: sessionId })
  const ids = { bookingId, sessionId: sessionId ?? '' }
  await visitor.call('verify-payment', ids)
  const file = await visitor.upload({ name: 'a.png', type: 'image/png', content: png })
  return { visitor, bookingId, sessionId: ids.sessionId, ids, attachmentId: String(file.body.id) }
}

function signature(body: string) {
  const at = Math.floor(app.now().getTime() / 1000)
  const hash = createHmac('sha256', app.config.stripe.webhookSecret).update(`${at}.${body}`).digest('hex')
  const mail = signMail(body, { secret: developmentSecrets.MAIL_REPLY_SECRET, now: app.now() })
  return { 'stripe-signature': `t=${at},v1=${hash}`, ...mail }
}
