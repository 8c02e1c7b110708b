import type { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { hoursProblems } from '../hours/rules.ts'
import { hasCalendar } from '../hours/store.ts'
import { linkPath, type linkRequest } from './rules.ts'
import { findLink, upsertLink } from './store.ts'

/**
 * Creates a new secret URL of a company's appointments for its calendar program; invalidates the old one. Returns it once; only its hash is
 * stored. Throws hoursProblems.none.
 */
export async function renewLink(app: App, { companyId, shows }: z.infer<typeof linkRequest>) {
  if (!(await hasCalendar(app.db, companyId))) throw hoursProblems.none()
  const secret = newToken(app)
  await upsertLink(app.db, { companyId, secretHash: hashToken(secret), shows, createdAt: app.now() })
  return { url: `${app.config.publicUrl}${linkPath}${secret}.ics` }
}

/** Company and level of detail of a calendar URL; undefined if it is unknown or invalidated. */
export async function openLink({ db }: Pick<App, 'db'>, path: string) {
  const [, secret] = /^\/kalender\/([\w-]{43})\.ics$/.exec(path) ?? []
  return secret === undefined ? undefined : findLink(db, hashToken(secret))
}
