import { type SqlBool, sql } from 'kysely'
import { shortName } from '#src/platform/kit/text.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { ContactKind } from '../bookings/masking/rules.ts'
import type { Side, Subject, ThreadFilter } from './rules.ts'

/** Finds a booking or a quote as the subject of a thread: both parties, payment state, and the thread if there is one. */
export const findPlace = (db: Database | Transaction, subject: Subject): Promise<PlaceRow | undefined> =>
  'bookingId' in subject ? findBookingPlace(db, subject.bookingId) : findQuotePlace(db, subject.quoteId)

export type PlaceRow = NonNullable<Awaited<ReturnType<typeof findBookingPlace | typeof findQuotePlace>>>

const parties = ['companies.companyName', 'companies.contactPerson', sql<string>`company_mailbox(companies)`.as('companyEmail')] as const
const thread = ['threads.id as threadId', 'threads.customerConfirmedAt'] as const

async function findBookingPlace(db: Database | Transaction, bookingId: string) {
  const found = await db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .leftJoin('threads', 'threads.bookingId', 'bookings.id')
    .leftJoin('appointments', 'appointments.bookingId', 'bookings.id')
    .select([
      'bookings.id as bookingId',
      'bookings.companyId',
      'bookings.serviceTitle',
      'bookings.bookingDate',
      'bookings.bookingTime',
      'bookings.bookingStatus',
      'bookings.paidAt',
      'bookings.amountCents',
      'bookings.customerName',
      'bookings.customerEmail',
      'bookings.customerPhone',
      'appointments.requestedAt',
    ])
    .select([...parties, ...thread])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
  return found && { ...found, quoteId: null, isOpenQuote: false }
}

/** Companies see a shortened name before the booking. */
async function findQuotePlace(db: Database | Transaction, id: string) {
  const found = await db
    .selectFrom('quotes')
    .innerJoin('quoteRequests', 'quoteRequests.id', 'quotes.requestId')
    .innerJoin('companies', 'companies.id', 'quotes.companyId')
    .leftJoin('threads', 'threads.quoteId', 'quotes.id')
    .select([
      'quotes.id as quoteId',
      'quotes.companyId',
      'quotes.status',
      'quotes.totalCents as amountCents',
      'quotes.askedAt as requestedAt',
    ])
    .select(['quoteRequests.status as requestStatus', 'quoteRequests.title as serviceTitle'])
    .select(['quoteRequests.customerName', 'quoteRequests.customerEmail'])
    .select([...parties, ...thread])
    .where('quotes.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { status, requestStatus, ...place } = found
  return {
    ...place,
    ...{ bookingId: null, bookingDate: null, bookingTime: null, bookingStatus: null, paidAt: null, customerPhone: '' },
    customerName: shortName(place.customerName),
    isOpenQuote: requestStatus === 'open' && (status === 'open' || status === 'offered'),
  }
}

type Threaded = { bookingId: string | null; quoteId: string | null; companyId: string; now: Date }
/** Gets or creates the thread of a subject and locks it: messages of a thread are written one after another. */
export async function lockThread(tx: Transaction, { bookingId, quoteId, companyId, now }: Threaded) {
  await tx
    .insertInto('threads')
    .values({ bookingId, quoteId, companyId, createdAt: now, lastAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('threads')
    .select(['id', 'customerConfirmedAt'])
    .where(bookingId === null ? 'quoteId' : 'bookingId', '=', bookingId ?? quoteId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Assigns a quote's thread to the booking that resulted from it. */
export const giveThreadToBooking = (tx: Transaction, { quoteId, bookingId }: { quoteId: string; bookingId: string }) =>
  tx.updateTable('threads').set({ bookingId }).where('quoteId', '=', quoteId).where('bookingId', 'is', null).execute()

type Attempt = { threadId: string; side: Side; attempt: string }
export const findByRetryKey = (tx: Database | Transaction, { threadId, side, attempt }: Attempt) =>
  tx
    .selectFrom('messages')
    .select('id')
    .where('threadId', '=', threadId)
    .where('side', '=', side)
    .where('attempt', '=', attempt)
    .executeTakeFirst()

/** Number of messages that a side sent after a moment. */
export const countSent = (tx: Transaction, { threadId, side, after }: { threadId: string; side: Side; after: Date }) =>
  tx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('threadId', '=', threadId)
    .where('side', '=', side)
    .where('sentAt', '>', after)
    .executeTakeFirstOrThrow()

type NewMessage = { threadId: string; side: Side; body: string; hidden: ContactKind[]; attempt: string | null; sentAt: Date }

/** Inserts a message and updates the thread's `lastAt`. */
export async function insertMessage(tx: Transaction, message: NewMessage) {
  await tx.updateTable('threads').set({ lastAt: message.sentAt }).where('id', '=', message.threadId).execute()
  return tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
}

export const insertMessageFiles = (tx: Transaction, messageId: string, attachmentIds: readonly string[]) =>
  tx
    .insertInto('messageFiles')
    .values(attachmentIds.map((attachmentId) => ({ messageId, attachmentId })))
    .execute()

/** Lists the newest messages of a thread, oldest of them first. */
export async function listMessages(db: Database | Transaction, { threadId, most }: { threadId: string; most: number }) {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'side', 'body as text', 'hidden', 'sentAt', 'readAt'])
    .where('threadId', '=', threadId)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}

/** Lists the files of messages. */
export const listFiles = (db: Database | Transaction, messageIds: readonly string[]) =>
  db
    .selectFrom('messageFiles')
    .innerJoin('attachments', 'attachments.id', 'messageFiles.attachmentId')
    .select(['messageFiles.messageId', 'attachments.id', 'attachments.name', 'attachments.bytes'])
    .select(sql<boolean>`attachments.content_type like 'image/%'`.as('isPicture'))
    .where('messageFiles.messageId', 'in', [...messageIds])
    .orderBy('attachments.uploadedAt')
    .orderBy('attachments.id')
    .execute()

/** Finds a file in the thread of a booking or quote. */
export const findFile = (db: Database, { attachmentId, ...subject }: Subject & { attachmentId: string }) =>
  filesOfThreads(db)
    .where(
      'bookingId' in subject ? 'threads.bookingId' : 'threads.quoteId',
      '=',
      'bookingId' in subject ? subject.bookingId : subject.quoteId,
    )
    .where('attachments.id', '=', attachmentId)
    .executeTakeFirst()

/** Finds a file in any thread of a company. */
export const findCompanyFile = (db: Database, { companyId, attachmentId }: { companyId: string; attachmentId: string }) =>
  filesOfThreads(db).where('threads.companyId', '=', companyId).where('attachments.id', '=', attachmentId).executeTakeFirst()

const filesOfThreads = (db: Database) =>
  db
    .selectFrom('messageFiles')
    .innerJoin('messages', 'messages.id', 'messageFiles.messageId')
    .innerJoin('threads', 'threads.id', 'messages.threadId')
    .innerJoin('attachments', 'attachments.id', 'messageFiles.attachmentId')
    .select(['attachments.name', 'attachments.contentType', 'attachments.storageKey'])

/** Marks a side's messages as read; returns one row for each that was unread. */
export const markRead = (tx: Transaction, { threadId, side, now }: { threadId: string; side: Side; now: Date }) =>
  tx
    .updateTable('messages')
    .set({ readAt: now })
    .where('threadId', '=', threadId)
    .where('side', '=', side)
    .where('readAt', 'is', null)
    .returning('id')
    .execute()

export const confirmCustomer = (db: Database, { threadId, now }: { threadId: string; now: Date }) =>
  db.updateTable('threads').set({ customerConfirmedAt: now }).where('id', '=', threadId).where('customerConfirmedAt', 'is', null).execute()

/** Condition: the thread has an unread message from the customer. */
const isUnread = sql<SqlBool>`exists (
  select
  from messages
  where thread_id = threads.id and side = 'customer' and read_at is null
)`
const isBooked = sql<SqlBool>`exists (
  select
  from bookings
  where id = threads.booking_id and paid_at is not null
)`
const filters: Record<Exclude<ThreadFilter, 'all'>, typeof isUnread> = {
  unread: isUnread,
  asked: sql<SqlBool>`not ${isBooked}`,
  booked: isBooked,
}

type Listing = { companyId: string; filter: ThreadFilter; limit: number; offset: number }

/** Lists one page of a company's threads, newest first, each with its last message. */
export const listThreads = (db: Database, { companyId, filter, limit, offset }: Listing) =>
  db
    .selectFrom('threads')
    .leftJoin('bookings', 'bookings.id', 'threads.bookingId')
    .leftJoin('quotes', 'quotes.id', 'threads.quoteId')
    .leftJoin('quoteRequests', 'quoteRequests.id', 'quotes.requestId')
    .innerJoinLateral(
      (row) =>
        row
          .selectFrom('messages')
          .select(['messages.side as lastSide', sql<string>`left(messages.body, 200)`.as('lastText')])
          .select(
            sql<number>`(
              select count(*)::integer
              from message_files
              where message_id = messages.id
            )`.as('lastFiles'),
          )
          .whereRef('messages.threadId', '=', 'threads.id')
          .orderBy('messages.sentAt', 'desc')
          .orderBy('messages.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['threads.bookingId', 'threads.quoteId', 'threads.lastAt'])
    .select(sql<string>`coalesce(bookings.customer_name, quote_requests.customer_name)`.as('customerName'))
    .select(sql<string>`coalesce(bookings.service_title, quote_requests.title)`.as('serviceTitle'))
    .select(['last.lastSide', 'last.lastText', 'last.lastFiles'])
    .select(
      sql<number>`(
        select count(*)::integer
        from messages
        where thread_id = threads.id and side = 'customer' and read_at is null
      )`.as('unread'),
    )
    .where('threads.companyId', '=', companyId)
    .$if(filter !== 'all', (some) => (filter === 'all' ? some : some.where(filters[filter])))
    .orderBy('threads.lastAt', 'desc')
    .orderBy('threads.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Number of a company's threads for each filter. */
export const countThreads = (db: Database, companyId: string) =>
  db
    .selectFrom('threads')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere(isUnread).as('unread'),
      fn.countAll<number>().filterWhere(isBooked).as('booked'),
    ])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()

/** Number of threads with unread messages, for the badge in the navigation. */
export const countUnreadThreads = (db: Database, companyId: string) =>
  db
    .selectFrom('threads')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('companyId', '=', companyId)
    .where(isUnread)
    .executeTakeFirstOrThrow()
