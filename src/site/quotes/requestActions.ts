import { bindToMessage } from '#src/foundation/files/actions.ts'
import { hideContacts } from '#src/orders/bookings/masking/rules.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import { beginningOf } from '#src/platform/kit/text.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller, CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { searchCompanies } from '#src/site/search/query/actions.ts'
import { emptyQuery } from '#src/site/search/query/rules.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { confirmMail, requestCompanyMail, sentMail } from './mails.ts'
import { type QuoteRequestForm, quoteLimits, quoteLinkDays, quoteProblems, quoteTexts } from './rules.ts'
import {
  countWaiting,
  findByLink,
  findCompanies,
  findQuote,
  findService,
  insertQuoteFiles,
  insertQuoteLink,
  insertQuotes,
  insertRequest,
  lockAddress,
  lockRequest,
  markConfirmed,
  type RequestRow,
} from './store.ts'

type Params = { form: QuoteRequestForm; caller: Caller; attempt: string | null; countCreated: CountCreated }

/**
 * Stores a request for quotes. Companies are asked only after the address is confirmed: by the mailed link, or because its owner is signed
 * in; only in the second case the request's token is returned. Throws quoteProblems.
 */
export async function requestQuotes(app: App, { form, caller, attempt, countCreated }: Params) {
  const companies = await chooseCompanies(app, form)
  const { body: description, hidden } = hideContacts(form.description)
  const isOwner = caller.session?.isConfirmed === true && caller.session.email === form.customerEmail
  const token = await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    if (isOwner) await requireRoom(app, tx, form.customerEmail)
    const companyIds = companies.map(({ id }) => id)
    const service = form.serviceId ? await findService(tx, form.serviceId) : undefined
    const category = form.category ?? companies[0]?.category ?? 'Sonstiges'
    const request = await insertRequest(tx, {
      category,
      words: form.words,
      // The title stays if the company of the service was deselected and others are asked.
      serviceId: service && companyIds.includes(service.companyId) ? service.id : null,
      title: service?.title ?? titleOf({ words: form.words, description }),
      description,
      postcode: form.postcode,
      urgency: form.urgency,
      wishedDays: form.wishedDays,
      wishedParts: form.wishedParts,
      customerName: form.customerName,
      customerEmail: form.customerEmail,
      attempt,
      companyIds,
      asksFurther: form.asksFurther,
      createdAt: now,
    })
    // Retry of a stored request: its mail is already enqueued.
    if (!request) return undefined
    await countCreated(tx)
    await attach(tx, { requestId: request.id, attachmentIds: form.attachmentIds, caller, now })
    if (isOwner) {
      await open(app, tx, request)
      return issueToken(app, tx, request.id)
    }
    await enqueueEncryptedMail(app, tx, confirmMail({ request, url: await issueQuotePage(app, tx, request.id) }))
    return undefined
  })
  return { hidden, token: token ?? null }
}

/**
 * Limits the waiting requests of an address. Only confirmed ones count: strangers cannot exhaust an address's quota. Throws
 * quoteProblems.tooManyOpen.
 */
async function requireRoom(app: App, tx: Transaction, email: string) {
  await lockAddress(tx, email)
  const { total: waiting } = await countWaiting(tx, email)
  if (waiting >= quoteLimits.openPerAddress * app.config.LIMITS_FACTOR) throw quoteProblems.tooManyOpen()
}

/** Title of a request: the searched words, else the beginning of the description; never contact data. */
const titleOf = ({ words, description }: { words: string; description: string }) =>
  words === '' || hideContacts(words).hidden.length > 0 ? beginningOf(description, quoteLimits.beginning) : words

/** Returns the chosen companies, or the nearest that match. */
async function chooseCompanies(app: App, form: QuoteRequestForm) {
  if (form.companyIds.length > 0) {
    const chosen = await findCompanies(app.db, [...new Set(form.companyIds)])
    const open = chosen.filter(({ takesBookings }) => takesBookings)
    if (open.length < new Set(form.companyIds).size) throw invalidInput({ companyIds: [companyProblems.takesNoBookings().message] })
    return open
  }
  const nearest = await findNearest(app.db, { ...form, category: form.category ?? null, except: [] })
  if (nearest.length === 0) throw invalidInput({ companyIds: [quoteTexts.nobody] })
  return nearest
}

type Near = { words: string; category: NonNullable<QuoteRequestForm['category']> | null; postcode: string; except: readonly string[] }

/** Finds the nearest listed companies for the words or the trade, except those already asked. */
export async function findNearest(db: Database, { words, category, postcode, except }: Near) {
  if (words === '' && category === null) return []
  const { companies } = await searchCompanies(db, {
    ...emptyQuery,
    ...{ q: words, category, location: postcode, radius: quoteLimits.radiusKm, sorting: 'entfernung' },
    ...{ limit: quoteLimits.companies * quoteLimits.rounds + quoteLimits.companies, offset: 0, hasFacets: false },
  })
  return companies.filter(({ id }) => !except.includes(id)).slice(0, quoteLimits.companies)
}

type Attaching = { requestId: string; attachmentIds: string[]; caller: Caller; now: Date }
async function attach(tx: Transaction, { requestId, attachmentIds, caller, now }: Attaching) {
  const ids = [...new Set(attachmentIds)]
  if (ids.length === 0) return
  if ((await bindToMessage(tx, { caller, attachmentIds: ids, now })) < ids.length) throw quoteProblems.attachmentUnknown()
  await insertQuoteFiles(tx, requestId, ids)
}

/** Confirms the customer's address and asks the companies, once. Throws quoteProblems.linkUnknown, notOpen, tooManyOpen. */
export async function confirmQuoteRequest(app: App, token: string) {
  const { id, customerEmail } = await openWithToken(app, token)
  await app.db.transaction().execute(async (tx) => {
    await lockAddress(tx, customerEmail)
    const request = await lockRequest(tx, id)
    if (!request || request.status === 'withdrawn') throw quoteProblems.notOpen()
    if (request.status !== 'unconfirmed') return
    await requireRoom(app, tx, customerEmail)
    await open(app, tx, request)
  })
}

async function open(app: App, tx: Transaction, request: RequestRow) {
  if (!(await markConfirmed(tx, { id: request.id, now: app.now() }))) return
  await inviteCompanies(app, tx, { request, companyIds: request.companyIds })
  await enqueueEncryptedMail(app, tx, sentMail({ request, url: await issueQuotePage(app, tx, request.id) }))
}

/** Asks and mails those of the companies that still take bookings; returns their number. */
export async function inviteCompanies(
  app: App,
  tx: Transaction,
  { request, companyIds }: { request: RequestRow; companyIds: readonly string[] },
) {
  const companies = (await findCompanies(tx, companyIds)).filter(({ takesBookings }) => takesBookings)
  if (companies.length === 0) return 0
  const askedAt = app.now()
  const answerBy = new Date(askedAt.getTime() + quoteLimits.answerHours * 3_600_000)
  const asked = await insertQuotes(tx, { requestId: request.id, companyIds: companies.map(({ id }) => id), askedAt, answerBy })
  for (const quote of asked) {
    const company = companies.find(({ id }) => id === quote.companyId)
    if (company) await enqueueMail(tx, requestCompanyMail({ quote, request, company, areaUrl: quoteAreaUrl(app, quote.id) }))
    await announce(tx, { companyId: quote.companyId, kind: 'quote', id: quote.id })
  }
  return asked.length
}

/** URL of the dashboard at which a company answers. */
export const quoteAreaUrl = (app: App, quoteId: string) =>
  `${app.config.publicUrl}/dashboard/anfragen?${new URLSearchParams({ anfrage: quoteId })}`

/** Returns the URL of the request's page with a new token, for a mail. */
export const issueQuotePage = async (app: App, tx: Transaction, requestId: string) =>
  `${app.config.publicUrl}/angebote?token=${await issueToken(app, tx, requestId)}`

/** Returns the same URL for the request of a quote. */
export async function issuePageOfQuote(app: App, tx: Transaction, quoteId: string) {
  const quote = await findQuote(tx, quoteId)
  if (!quote) throw new Error(`quote ${quoteId} has no request`)
  return issueQuotePage(app, tx, quote.requestId)
}

/** Issues a new token for a request. */
export async function issueToken(app: App, tx: Transaction, requestId: string) {
  const token = newToken(app)
  const expiresAt = new Date(app.now().getTime() + quoteLinkDays * 86_400_000)
  await insertQuoteLink(tx, { tokenHash: hashToken(token), requestId, expiresAt })
  return token
}

/** Finds the request that a token opens. Throws quoteProblems.linkUnknown. */
export async function openWithToken(app: App, token: string) {
  const request = await findByLink(app.db, { tokenHash: hashToken(token), now: app.now() })
  if (!request) throw quoteProblems.linkUnknown()
  return request
}
