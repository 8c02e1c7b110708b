import { z } from 'zod'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { decodeText } from '#src/platform/kit/encoding.ts'
import { type FeedFailure, FeedRefused } from '#src/platform/ports/feeds.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { callProcess, ProcessFailed } from '#src/platform/server/process.ts'
import { processProgram } from '#src/platform/server/productFolder.ts'
import { decryptText, encryptText } from '#src/platform/server/secrets.ts'
import { isLive } from '#src/supply/companies/rules.ts'
import { lockCalendar } from '../hours/store.ts'
import { feedFailingMail } from './mails.ts'
import { type Failure, feedEncryptionPurpose, feedLimits, feedProblems, nextFetchAt, remark } from './rules.ts'
import { join } from './spans.ts'
import { claimDue, deleteFeed, findOwner, listBusy, markFailed, markRead, moveNext, replaceBusy, replaceFeed } from './store.ts'

const purpose = feedEncryptionPurpose

/** Connects an external calendar; it is fetched within a minute. Throws feedProblems. */
export const saveFeed = (app: App, { companyId, url }: { companyId: string; url: string }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await lockCalendar(tx, companyId))) throw feedProblems.noCalendar()
    if (!isLive((await findOwner(tx, companyId))?.subscriptionStatus ?? '')) throw feedProblems.noSubscription()
    const now = app.now()
    const sealedUrl = encryptText(app, { purpose, bound: companyId, text: url })
    await replaceFeed(tx, { companyId, sealedUrl, host: new URL(url).hostname, createdAt: now, nextAt: now })
  })

/** Deletes the feed's URL and all busy times read from it. */
export const removeFeed = async (app: App, { companyId }: { companyId: string }) => {
  await deleteFeed(app.db, companyId)
}

/** Fetches the due feeds, several in parallel, so that slow ones do not hold up the others. */
export async function readFeeds(app: App) {
  const ends = performance.now() + feedLimits.runSeconds * 1_000
  await Promise.all(Array.from({ length: feedLimits.lanes }, () => readInTurn(app, ends)))
}

async function readInTurn(app: App, ends: number) {
  while (performance.now() < ends) {
    const now = app.now()
    const feed = await claimDue(app.db, { now, nextAt: nextFetchAt({ now, failures: 0, seconds: 0 }) })
    if (!feed) return
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1_000
    const failures = await readFeed(app, feed).catch((error) => noteFailure(app, feed, failureOf(app, error)))
    await moveNext(app.db, { ...feed, nextAt: nextFetchAt({ now, failures: failures ?? 0, seconds: seconds() }) })
  }
}

type Feed = NonNullable<Awaited<ReturnType<typeof claimDue>>>

async function readFeed(app: App, feed: Feed) {
  const { companyId, sealedUrl } = feed
  const url = decryptText(app, { purpose, bound: companyId, sealed: sealedUrl })
  const now = app.now()
  // Fetches an unchanged calendar completely once a day, because every day another day comes within `aheadDays`.
  const isReadToday = feed.readAt !== null && berlinDay(feed.readAt) === berlinDay(now)
  const found = await app.feeds.read(url, isReadToday ? (feed.etag ?? undefined) : undefined)
  if (!found) {
    await markRead(app.db, { companyId, sealedUrl, now })
    return
  }
  const { spans, remarks, isPartial } = await parse(app, found.content, now)
  await app.db.transaction().execute(async (tx) => {
    const etag = found.etag ?? null
    if (!(await markRead(tx, { companyId, sealedUrl, read: { etag, remarks: JSON.stringify(remarks) }, now }))) return
    // Unreadable events must not free what was busy before.
    const earlier = isPartial ? await listBusy(tx, { companyId, now }) : []
    const joined = join([...earlier, ...spans])
    if (joined.length > feedLimits.ranges) throw new ProcessFailed('too many times')
    await replaceBusy(tx, { companyId, spans: joined })
  })
}

const answer = z.object({
  spans: z.array(z.object({ from: z.number(), to: z.number() })),
  remarks: z.array(remark),
  isPartial: z.boolean(),
})

/** Parses a calendar in a child process, which is killed if it exceeds its time or memory: a malicious file must not harm the server. */
async function parse(app: App, content: Buffer, now: Date) {
  const to = now.getTime() + feedLimits.aheadDays * 86_400_000
  const question = { text: decodeText(content).text, from: now.getTime(), to, host: new URL(app.config.publicUrl).hostname }
  const { seconds, megabytes } = feedLimits
  const program = processProgram('supply/calendars/feeds', 'parseProcessActions')
  return answer.parse(await callProcess({ program, question, seconds, megabytes }))
}

const noteFailure = (app: App, { companyId, sealedUrl, host }: Feed, failure: Failure) =>
  app.db.transaction().execute(async (tx) => {
    const failed = await markFailed(tx, { companyId, sealedUrl, failure })
    app.log.warn({ companyId, failure, failures: failed?.failures }, 'calendar not read')
    if (failed?.failures !== feedLimits.failuresToNotify) return failed?.failures
    const company = await findOwner(tx, companyId)
    const { publicUrl } = app.config
    if (company)
      await enqueueMail(tx, feedFailingMail({ companyId, company, host, failure, readAt: failed.readAt, at: app.now(), publicUrl }))
    return failed.failures
  })

/** Cause of a failed fetch. Any error other than a refusal counts as an unreadable calendar; unexpected ones are logged. */
function failureOf(app: App, error: unknown): FeedFailure | 'unreadable' {
  if (error instanceof FeedRefused) return error.failure
  if (!(error instanceof ProcessFailed || error instanceof z.ZodError)) app.log.error({ error: describeError(error) }, 'calendar not read')
  return 'unreadable'
}
