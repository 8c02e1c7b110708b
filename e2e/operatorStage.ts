import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addresses, askDatabase } from './stage.ts'

/** A session of the operator's as if password and code had been typed: the code is one for all browsers (admin.spec.ts). */
export async function enterAsOperator(page: Page) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  await askDatabase(
    `insert into admin_sessions (token_hash, state, created_at, expires_at) values ($1, 'authenticated', now(), now() + interval '2 hours')`,
    [hash],
  )
  await page.context().addCookies([{ name: 'admin', value: token, url: addresses.product }])
}
