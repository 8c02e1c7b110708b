import { setTimeout as pause } from 'node:timers/promises'
import { MailDeferred, MailRefused } from '#src/platform/ports/mail.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { messageIdOf, transmitMail } from '#src/platform/server/mail/mail.ts'
import { enqueueSending } from './actions.ts'
import { bulkMail } from './mails.ts'
import { optOutUrlOf } from './optOutActions.ts'
import {
  type ClaimedMailing,
  claimMailing,
  countByStatus,
  findNext,
  findUnleased,
  markAlive,
  markBegun,
  markFinished,
  markOutcome,
  markPause,
  type NextRecipient,
  releaseMailing,
} from './recipientStore.ts'
import { mailingLimits, type Next, nextOf, type Outcome } from './rules.ts'
import type { RecipientError } from './texts.ts'

type Held = { mailing: ClaimedMailing; lease: string }

/**
 * Sends mails of a mailing for a few seconds, one at a time, and enqueues a job for the rest. Among all processes, only the sender that
 * holds the lease sends.
 */
export async function sendMailing(app: App, mailingId: string) {
  const lease = app.random(16).toString('hex')
  const mailing = await claimMailing(app.db, { mailingId, lease, now: app.now(), until: leaseEnd(app) })
  if (!mailing) return
  const beat = () =>
    markAlive(app.db, { mailingId, lease, until: leaseEnd(app) }).catch((error: unknown) =>
      app.log.warn({ mailingId, error: describeError(error) }, 'lease of a mailing not renewed'),
    )
  const timer = setInterval(() => void beat(), mailingLimits.renewSeconds * 1_000)
  try {
    await sendSlice(app, { mailing, lease })
  } finally {
    clearInterval(timer)
  }
  await passOn(app, { mailingId, lease })
}

/** Enqueues a job for a mailing whose sender crashed. */
export async function watchMailings(app: App) {
  const forsaken = await findUnleased(app.db, app.now())
  if (forsaken) await enqueueSending(app.db, forsaken.id)
}

async function sendSlice(app: App, held: Held) {
  const until = performance.now() + mailingLimits.sliceSeconds * 1_000
  let nextAt: Date | undefined = held.mailing.nextAt
  while (nextAt) {
    const waitMs = nextAt.getTime() - app.now().getTime()
    if (performance.now() + waitMs >= until) return
    if (waitMs > 0) await pause(waitMs)
    nextAt = await sendNext(app, held)
  }
}

/**
 * Sends the next mail. Returns when the one after it may be sent; undefined if no recipient is due, the mailing was stopped, or another
 * sender holds the lease.
 */
async function sendNext(app: App, held: Held) {
  const recipient = await findNext(app.db, { mailingId: held.mailing.id, now: app.now() })
  if (!recipient) return undefined
  const { id, companyId } = recipient
  if (recipient.isGone || companyId === null) return skipRecipient(app, id, 'gone')
  if (recipient.hasOptedOut) return skipRecipient(app, id, 'optedOut')
  const messageId = messageIdOf(app, `mailing:${id}`)
  const begun = await markBegun(app.db, { id, messageId, mailingId: held.mailing.id, lease: held.lease })
  if (!begun) return undefined
  // Keeps the first Message-ID, even if the host was renamed since.
  const outcome = await transmit(app, held, { recipient, companyId, messageId: begun.messageId ?? messageId })
  return writeOutcome(app, held, { id, next: nextOf(outcome, begun, app.config.LIMITS_FACTOR), outcome })
}

type Addressed = { recipient: NextRecipient; companyId: string; messageId: string }

async function transmit(app: App, { mailing }: Held, { recipient, companyId, messageId }: Addressed): Promise<Outcome> {
  const { subject, message } = mailing
  const optOutUrl = await optOutUrlOf(app, companyId)
  const mail = bulkMail({ subject, message, addressee: recipient, brandName: app.config.BRAND_NAME, optOutUrl })
  try {
    await transmitMail(app, mail, messageId)
    return { kind: 'sent' }
  } catch (error) {
    if (error instanceof MailRefused) return { kind: 'refused', smtpCode: error.code }
    if (error instanceof MailDeferred) return { kind: 'deferred', smtpCode: error.code }
    app.log.warn({ mailingId: mailing.id, recipientId: recipient.id, error: describeError(error) }, 'mail of a mailing not taken')
    return { kind: 'unreachable' }
  }
}

/** Skips a recipient; returns now, because no pause is needed. */
async function skipRecipient(app: App, id: string, errorCode: RecipientError) {
  const now = app.now()
  await markOutcome(app.db, { id, next: { status: 'failed', errorCode, smtpCode: null }, now })
  return now
}

async function writeOutcome(app: App, { mailing }: Held, { id, next, outcome }: { id: string; next: Next; outcome: Outcome }) {
  const now = app.now()
  const isUnreachable = outcome.kind === 'unreachable'
  const pauseMs = isUnreachable && next.status === 'waiting' ? next.afterMs : mailingLimits.pauseMs / app.config.LIMITS_FACTOR
  const nextAt = new Date(now.getTime() + pauseMs)
  await app.db.transaction().execute(async (tx) => {
    await markOutcome(tx, { id, next, now })
    await markPause(tx, { mailingId: mailing.id, nextAt, isUnreachable, now })
  })
  return nextAt
}

/** Finishes the mailing if no recipient waits; otherwise enqueues the next job, for now or for the next retry. */
const passOn = (app: App, { mailingId, lease }: { mailingId: string; lease: string }) =>
  app.db.transaction().execute(async (tx) => {
    const released = await releaseMailing(tx, { mailingId, lease })
    if (released?.status !== 'running') return
    const finished = await markFinished(tx, { mailingId, now: app.now() })
    if (finished) return
    const { waitsUntil } = await countByStatus(tx, mailingId)
    const nextAt = waitsUntil && waitsUntil > released.nextAt ? waitsUntil : released.nextAt
    await enqueueSending(tx, mailingId, nextAt)
  })

const leaseEnd = (app: App) => new Date(app.now().getTime() + mailingLimits.leaseSeconds * 1_000)
