import type { Page } from '@playwright/test'
import { isReadOnly } from '../src/platform/server/calls/endpoint.ts'
import { operations } from '../src/wiring.ts'
import { expectGreeted, follow, linkOf, postAuth, refused, register, signOut } from './accountHelpers.ts'
import { expect, expectHydrated, queryDatabase, test } from './fixtures.ts'

// Mail scanners open every link, and some run the page's scripts: requests of an opened page must change nothing.
const readings = new Set<string>(operations.flatMap((one) => ('name' in one && isReadOnly(one) ? one.name : [])))

/** Records requests of the page that may change something. The session is only read. */
function watchChanges(page: Page) {
  const changes: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/(?:functions|auth)\/v1\/([\w-]+)/.exec(request.url()) ?? []
    if (name && name !== 'session' && !readings.has(name)) changes.push(name)
  })
  return changes
}

test.beforeEach(({ allow }) => allow(refused))

const mailed = [
  '/auth/confirm?token_hash=x&type=signup',
  '/auth/confirm?token_hash=x&type=recovery',
  '/auth/confirm?code=x',
  '/auth/confirm?token=x&email=a@kunde.example',
  '/auth/confirm#access_token=x&refresh_token=y',
  '/auth/reset?token_hash=x&type=recovery',
  '/auth/reset#access_token=x&type=recovery',
  ...['/verify-bank-update', '/undo-bank-update', '/firmen-adresse', '/buchung', '/bewerten', '/bewertung-bestaetigen', '/abmelden'].map(
    (path) => `${path}?token=x`,
  ),
  ...['/vertrag-widerrufen', '/angebote', '/serie', '/warteliste', '/bescheid'].map((path) => `${path}?token=x`),
  '/firmen-adresse?token=x&act=undo',
]
for (const address of mailed) {
  test(`${address} changes nothing when it is only opened`, async ({ page }) => {
    const changes = watchChanges(page)
    await page.goto(address)
    await expectHydrated(page)
    await page.waitForLoadState('networkidle')
    expect(changes).toEqual([])
  })
}

const accountOf = (email: string) =>
  queryDatabase(
    'select u.confirmed_at, t.kind, t.used_at from users u join auth_tokens t on t.user_id = u.id where u.email = $1 order by t.id',
    [email],
  )

test('links of an account are used by a click, and only then', async ({ page }) => {
  const email = await register(page)
  const link = await linkOf(email, { mails: 1, path: '/auth/confirm' })
  const before = await accountOf(email)
  await page.goto(link)
  await expectHydrated(page)
  await expect(page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await accountOf(email)).toEqual(before)
  await follow(page, link)
  await expectGreeted(page, email)
  await expect(page).toHaveURL('/')

  await signOut(page)
  await postAuth(page, 'recover', { email })
  const reset = await linkOf(email, { mails: 3, path: '/auth/reset' })
  const asked = await accountOf(email)
  await page.goto(reset)
  await expectHydrated(page)
  await page.waitForLoadState('networkidle')
  expect(await accountOf(email)).toEqual(asked)
  await follow(page, reset)
  await expect(page.getByLabel('Neues Passwort')).toBeVisible()
})
