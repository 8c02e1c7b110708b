import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction
type NewSession = { userId: string; tokenHash: string; device: string; createdAt: Date; seenAt: Date; expiresAt: Date }

export const insertSession = (tx: Transaction, session: NewSession) =>
  tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()

/** Valid session of a cookie with its person: neither past its absolute end nor idle since `idleSince`. */
export const findSessionByToken = (db: Db, { tokenHash, now, idleSince }: { tokenHash: string; now: Date; idleSince: Date }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'sessions.userId', 'users.email', 'users.confirmedAt', 'sessions.seenAt', 'sessions.steppedUpAt'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('sessions.seenAt', '>', idleSince)
    .executeTakeFirst()

export const markSeen = (db: Db, { id, now }: { id: string; now: Date }) =>
  db.updateTable('sessions').set({ seenAt: now }).where('id', '=', id).where('seenAt', '<', now).execute()

type StepUp = { id: string; now: Date; tokenHash: string | undefined }

/** Stores that the dashboard code was entered, and a new token if there is one; undefined if the session has ended meanwhile. */
export const markSteppedUp = (db: Db, { id, now, tokenHash }: StepUp) =>
  db
    .updateTable('sessions')
    .set({ steppedUpAt: now, ...(tokenHash === undefined ? {} : { tokenHash }) })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const listSessions = (db: Db, { userId, now, idleSince }: { userId: string; now: Date; idleSince: Date }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'createdAt', 'seenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .where('seenAt', '>', idleSince)
    .orderBy('seenAt', 'desc')
    .execute()

/** Ends a session of this person; undefined if it is another person's or has ended. */
export const deleteSession = (db: Db, { id, userId }: { id: string; userId: string }) =>
  db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', userId).returning('id').executeTakeFirst()

export const deleteSessionByToken = (db: Db, tokenHash: string) => db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()

/** Ends all sessions of a person except `exceptId`. */
export const deleteOtherSessions = (tx: Transaction, { userId, exceptId }: { userId: string; exceptId: string | undefined }) =>
  tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (some) => some.where('id', '!=', exceptId ?? ''))
    .execute()

/** Browsers that signed in to an account. */
export const listDevices = (tx: Transaction, userId: string) =>
  tx.selectFrom('knownDevices').select('callerHash').where('userId', '=', userId).execute()

export const insertDevice = (tx: Transaction, device: { userId: string; callerHash: string; seenAt: Date }) =>
  tx
    .insertInto('knownDevices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['userId', 'callerHash']).doUpdateSet({ seenAt: device.seenAt }))
    .execute()

export const deleteOldSessions = async (
  db: Database,
  { now, idleSince, deviceSince }: { now: Date; idleSince: Date; deviceSince: Date },
) => {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expiresAt', '<=', now), where('seenAt', '<=', idleSince)]))
    .execute()
  // Keeps the last one: without any device, the next sign-in would count as the account's first.
  await sql`
    delete from known_devices as old
    where seen_at < ${deviceSince}
      and exists (select from known_devices where user_id = old.user_id and seen_at > old.seen_at)`.execute(db)
}
