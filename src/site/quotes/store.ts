import { type Insertable, sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { QuoteRequests } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction

/** Inserts a request; undefined if it is a retry of a stored one. */
export const insertRequest = (tx: Transaction, request: Insertable<QuoteRequests>) =>
  tx
    .insertInto('quoteRequests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['customerEmail', 'attempt']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const insertQuoteFiles = (tx: Transaction, requestId: string, attachmentIds: readonly string[]) =>
  tx
    .insertInto('quoteFiles')
    .values(attachmentIds.map((attachmentId) => ({ requestId, attachmentId })))
    .execute()

/** Serializes requests of one address, so that counting them is exact. */
export const lockAddress = (tx: Transaction, customerEmail: string) =>
  sql`select pg_advisory_xact_lock(hashtext('quotes'), hashtext(${customerEmail}))`.execute(tx)

/** Number of an address's requests that wait for quotes. */
export const countWaiting = (db: Db, customerEmail: string) =>
  countRows(db.selectFrom('quoteRequests').where('customerEmail', '=', customerEmail).where('status', '=', 'open'))

export const insertQuoteLink = (tx: Transaction, link: { tokenHash: string; requestId: string; expiresAt: Date }) =>
  tx.insertInto('quoteLinks').values(link).execute()

export const deleteExpiredQuoteLinks = (db: Db, now: Date) => db.deleteFrom('quoteLinks').where('expiresAt', '<=', now).execute()

/** Finds the request that a valid link opens. */
export const findByLink = (db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db
    .selectFrom('quoteLinks')
    .innerJoin('quoteRequests', 'quoteRequests.id', 'quoteLinks.requestId')
    .selectAll('quoteRequests')
    .where('quoteLinks.tokenHash', '=', tokenHash)
    .where('quoteLinks.expiresAt', '>', now)
    .executeTakeFirst()
export type RequestRow = NonNullable<Awaited<ReturnType<typeof findByLink>>>

/** Locks a request. Lock order: after a booking, before its quotes. */
export const lockRequest = (tx: Transaction, id: string) =>
  tx.selectFrom('quoteRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Opens an unconfirmed request; returns whether it did. */
export const markConfirmed = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('quoteRequests')
    .set({ status: 'open', confirmedAt: now, rounds: 1 })
    .where('id', '=', id)
    .where('status', '=', 'unconfirmed')
    .returning('id')
    .executeTakeFirst()

/** Ends a waiting request; returns whether it did. */
export const markEnded = (tx: Transaction, { id, status, now }: { id: string; status: 'withdrawn' | 'lapsed'; now: Date }) =>
  tx
    .updateTable('quoteRequests')
    .set({ status, endedAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['unconfirmed', 'open'])
    .returning('id')
    .executeTakeFirst()

/** Lists an address's confirmed requests, newest first. */
export const listRequestsOfAddress = (db: Db, { customerEmail, limit }: { customerEmail: string; limit: number }) =>
  db
    .selectFrom('quoteRequests')
    .select(['id', 'title', 'status', 'createdAt'])
    .select([
      sql<number>`(select count(*) from quotes where request_id = quote_requests.id)`.as('asked'),
      sql<number>`(select count(*) from quotes where request_id = quote_requests.id and status in ('offered', 'accepted'))`.as('offers'),
    ])
    .where('customerEmail', '=', customerEmail)
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findRequestOfAddress = (db: Db, { id, customerEmail }: { id: string; customerEmail: string }) =>
  db
    .selectFrom('quoteRequests')
    .select('id')
    .where('id', '=', id)
    .where('customerEmail', '=', customerEmail)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()

/** Inserts an open quote for each company, except those asked before. */
export const insertQuotes = (
  tx: Transaction,
  { requestId, companyIds, askedAt, answerBy }: { requestId: string; companyIds: readonly string[]; askedAt: Date; answerBy: Date },
) =>
  tx
    .insertInto('quotes')
    .values(companyIds.map((companyId) => ({ requestId, companyId, askedAt, answerBy })))
    .onConflict((conflict) => conflict.columns(['requestId', 'companyId']).doNothing())
    .returning(['id', 'companyId', 'answerBy'])
    .execute()

export const markNextRound = (tx: Transaction, id: string) =>
  tx
    .updateTable('quoteRequests')
    .set(({ eb }) => ({ rounds: eb('rounds', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Finds companies with the data for their mail, and whether they take bookings. */
export const findCompanies = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('companies')
        .leftJoin('searchCompanies', 'searchCompanies.companyId', 'companies.id')
        .select(['companies.id', 'companyName', 'companies.category', 'contactPerson', 'logoUrl'])
        .select([sql<boolean>`takes_bookings(companies)`.as('takesBookings'), sql<string>`company_mailbox(companies)`.as('mailbox')])
        .select(sql<number | null>`search_companies.rating::float8`.as('rating'))
        .select(sql<number>`coalesce(search_companies.reviews, 0)`.as('reviews'))
        .where('companies.id', 'in', [...ids])
        .execute()

/** Finds a public service with the fields that the request form shows. */
export const findService = (db: Db, id: string) =>
  db
    .selectFrom('services')
    .select(['id', 'companyId', 'title', 'description', 'questions'])
    .where('id', '=', id)
    .where('hiddenAt', 'is', null)
    .executeTakeFirst()

const quotes = (db: Db) =>
  db
    .selectFrom('quotes')
    .innerJoin('quoteRequests', 'quoteRequests.id', 'quotes.requestId')
    .innerJoin('companies', 'companies.id', 'quotes.companyId')
    .leftJoin('bookings', 'bookings.id', 'quoteRequests.bookingId')
    .leftJoin('quoteBookings', 'quoteBookings.bookingId', 'quoteRequests.bookingId')

const quoteColumns = [
  'quotes.id',
  'quotes.requestId',
  'quotes.companyId',
  'quotes.status',
  'quotes.endedBy',
  'quotes.askedAt',
  'quotes.answerBy',
  'quotes.offeredAt',
  'quotes.offerTitle',
  'quotes.offerText',
  'quotes.totalCents',
  'quotes.minutes',
  'quotes.depositPercent',
  'quotes.restParts',
  'quotes.validUntil',
  'quoteRequests.status as requestStatus',
  'quoteRequests.title',
  'quoteRequests.category',
  'quoteRequests.description',
  'quoteRequests.postcode',
  'quoteRequests.urgency',
  'quoteRequests.wishedDays',
  'quoteRequests.wishedParts',
  'quoteRequests.serviceId',
  'quoteRequests.customerName',
  'quoteRequests.customerEmail',
  'quoteRequests.bookingId',
  'bookings.bookingStatus',
  'quoteBookings.quoteId as bookedQuoteId',
  'companies.companyName',
  sql<string>`company_mailbox(companies)`.as('companyMailbox'),
  'companies.contactPerson',
] as const

export const listQuotesOfRequest = (db: Db, requestId: string) =>
  quotes(db).select(quoteColumns).where('quotes.requestId', '=', requestId).orderBy('quotes.id').execute()
export type QuoteRow = Awaited<ReturnType<typeof listQuotesOfRequest>>[number]

export const findQuote = (db: Db, id: string) => quotes(db).select(quoteColumns).where('quotes.id', '=', id).executeTakeFirst()

/** Finds the quote that an order accepts. */
export const findQuoteOfBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('quoteBookings')
    .innerJoin('quotes', 'quotes.id', 'quoteBookings.quoteId')
    .select(['quotes.id', 'quotes.requestId'])
    .where('quoteBookings.bookingId', '=', bookingId)
    .executeTakeFirst()

type Listing = { companyId: string; statuses: readonly ('open' | 'offered')[] | undefined; limit: number; offset: number }
/** Lists one page of the requests to a company: waiting ones first, then the newest. */
export const listQuotesOfCompany = (db: Database, { companyId, statuses, limit, offset }: Listing) =>
  quotes(db)
    .select(quoteColumns)
    .where('quotes.companyId', '=', companyId)
    .$if(statuses !== undefined, (some) => some.where('quotes.status', 'in', [...(statuses ?? [])]))
    .orderBy(sql`case when quotes.status = 'open' then quotes.answer_by end`)
    .orderBy('quotes.askedAt', 'desc')
    .orderBy('quotes.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countQuotesOfCompany = (db: Database, companyId: string) =>
  db
    .selectFrom('quotes')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('status', '=', 'open').as('open'),
      fn.countAll<number>().filterWhere('status', '=', 'offered').as('offered'),
    ])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()

export const listSlots = (db: Db, quoteIds: readonly string[]) =>
  quoteIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('quoteSlots')
        .select(['quoteId', 'startsAt'])
        .where('quoteId', 'in', [...quoteIds])
        .orderBy('startsAt')
        .execute()

export const listQuoteFiles = (db: Db, requestIds: readonly string[]) =>
  requestIds.length === 0
    ? Promise.resolve([])
    : filesOfQuotes(db)
        .select(['quoteFiles.requestId', 'attachments.id', 'attachments.name', 'attachments.bytes'])
        .select(sql<boolean>`attachments.content_type like 'image/%'`.as('isPicture'))
        .where('quoteFiles.requestId', 'in', [...requestIds])
        .orderBy('attachments.uploadedAt')
        .orderBy('attachments.id')
        .execute()

export const findCustomerFile = (db: Db, { requestId, attachmentId }: { requestId: string; attachmentId: string }) =>
  filesOfQuotes(db)
    .select(['attachments.name', 'attachments.contentType', 'attachments.storageKey'])
    .where('quoteFiles.requestId', '=', requestId)
    .where('attachments.id', '=', attachmentId)
    .executeTakeFirst()

/** Finds a file of a request for a company that was asked. */
export const findFileForCompany = (db: Db, { companyId, attachmentId }: { companyId: string; attachmentId: string }) =>
  filesOfQuotes(db)
    .innerJoin('quotes', 'quotes.requestId', 'quoteFiles.requestId')
    .select(['attachments.name', 'attachments.contentType', 'attachments.storageKey'])
    .where('quotes.companyId', '=', companyId)
    .where('attachments.id', '=', attachmentId)
    .executeTakeFirst()

const filesOfQuotes = (db: Db) => db.selectFrom('quoteFiles').innerJoin('attachments', 'attachments.id', 'quoteFiles.attachmentId')

/** Finds a company's postcode. */
export const findCompanyPlace = (db: Db, id: string) =>
  db.selectFrom('companies').select('postcode').where('id', '=', id).executeTakeFirst()
