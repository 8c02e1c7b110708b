import { z } from 'zod'
import { berlinDay } from '#src/kit/dates.ts'
import { type FeedFailure, FeedRefused } from '#src/ports/feeds.ts'
import type { App } from '#src/server/app.ts'
import { describeError } from '#src/server/log.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { askProcess, ProcessFailed } from '#src/server/process.ts'
import { processProgram } from '#src/server/productFolder.ts'
import { openSealed, sealText } from '#src/server/secrets.ts'
import { lockCalendar } from '../hours/store.ts'
import type { Span } from '../openings.ts'
import { feedFailingMail } from './mails.ts'
import { type Failure, feedLimits, feedProblems, feedSealPurpose } from './rules.ts'
import { claimDue, deleteFeed, findOwner, markFailed, markRead, replaceBusy, replaceFeed } from './store.ts'

const purpose = feedSealPurpose

/** Connects a calendar that the company keeps elsewhere; it is read within a minute. Throws feedProblems.noCalendar. */
export const saveFeed = (app: App, { companyId, url }: { companyId: string; url: string }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await lockCalendar(tx, companyId))) throw feedProblems.noCalendar()
    const now = app.now()
    const sealedUrl = sealText(app, { purpose, bound: companyId, text: url })
    await replaceFeed(tx, { companyId, sealedUrl, host: new URL(url).hostname, createdAt: now, nextAt: now })
  })

/** Forgets the address and all that was read there. */
export const removeFeed = async (app: App, { companyId }: { companyId: string }) => {
  await deleteFeed(app.db, companyId)
}

/** Reads every calendar whose time has come, one after the other. */
export async function readFeeds(app: App) {
  for (;;) {
    const now = app.now()
    const feed = await claimDue(app.db, { now, nextAt: new Date(now.getTime() + feedLimits.everyMinutes * 60_000) })
    if (!feed) return
    await readFeed(app, feed).catch((error) => noteFailure(app, feed, failureOf(app, error)))
  }
}

type Feed = NonNullable<Awaited<ReturnType<typeof claimDue>>>

async function readFeed(app: App, feed: Feed) {
  const { companyId, sealedUrl } = feed
  const url = openSealed(app, { purpose, bound: companyId, sealed: sealedUrl })
  const now = app.now()
  // An unchanged calendar is read whole once a day, because every day another one comes into sight.
  const isReadToday = feed.readAt !== null && berlinDay(feed.readAt) === berlinDay(now)
  const found = await app.feeds.read(url, isReadToday ? (feed.etag ?? undefined) : undefined)
  if (!found) return markRead(app.db, { companyId, sealedUrl, now })
  const spans = await parse(app, found.content, now)
  return app.db.transaction().execute(async (tx) => {
    const isCurrent = await markRead(tx, { companyId, sealedUrl, etag: found.etag ?? null, now })
    if (isCurrent) await replaceBusy(tx, { companyId, spans })
  })
}

const answer = z.object({ spans: z.array(z.object({ from: z.number(), to: z.number() })) })

/** A calendar may be a bomb: it is read in a process of its own, which is ended when it takes too long or too much. */
async function parse(app: App, content: Buffer, now: Date): Promise<Span[]> {
  const to = now.getTime() + feedLimits.aheadDays * 86_400_000
  const question = { text: content.toString('utf8'), from: now.getTime(), to, host: new URL(app.config.publicUrl).hostname }
  const { seconds, megabytes } = feedLimits
  const program = processProgram('calendars/feeds', 'parseProcessActions')
  return answer.parse(await askProcess({ program, question, seconds, megabytes })).spans
}

const noteFailure = (app: App, { companyId, sealedUrl, host }: Feed, failure: Failure) =>
  app.db.transaction().execute(async (tx) => {
    const failed = await markFailed(tx, { companyId, sealedUrl, failure })
    app.log.warn({ companyId, failure, failures: failed?.failures }, 'calendar not read')
    if (failed?.failures !== feedLimits.failuresToTell) return
    const company = await findOwner(tx, companyId)
    const { publicUrl } = app.config
    if (company)
      await enqueueMail(tx, feedFailingMail({ companyId, company, host, failure, readAt: failed.readAt, at: app.now(), publicUrl }))
  })

/** Anything but a refusal is a calendar that cannot be read; where that is our own error it is logged, and the others are read. */
function failureOf(app: App, error: unknown): FeedFailure | 'unreadable' {
  if (error instanceof FeedRefused) return error.failure
  if (!(error instanceof ProcessFailed || error instanceof z.ZodError)) app.log.error({ error: describeError(error) }, 'calendar not read')
  return 'unreadable'
}
