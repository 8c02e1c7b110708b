import { createHash } from 'node:crypto'
import { registerAndConfirm } from './accountHelpers.ts'
import { addresses, companyCalled, expect, queryDatabase, test } from './fixtures.ts'

let companyId = ''
test.beforeAll(async () => {
  companyId = await companyCalled('Glanzwerk Altona Gebäudereinigung')
  // Pages are not cached before the server listens for notifications.
  await expect.poll(async () => (await read('/')).etag).not.toBe(null)
})
const paths = [
  '/',
  '/search?q=Reinigung',
  '/search.data?q=Reinigung',
  '/service/:id',
  '/reinigung',
  '/reinigung/hamburg',
  '/leistung/fenster-putzen',
  '/fuer-anbieter',
  '/sortierung',
  '/quellen',
  '/verifiziert',
  '/wenn-etwas-schiefgeht',
  '/impressum',
  '/datenschutz',
]

const visitors: Record<string, string>[] = [
  {},
  { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { 'accept-language': 'en-GB', 'x-forwarded-for': '198.51.100.99', host: 'anders.example' },
  { cookie: 'caller=abc; andere=1' },
  { 'accept-encoding': 'br' },
]
const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(addresses.product + path.replace(':id', companyId), { headers })
  return { answer, text: await answer.text(), etag: answer.headers.get('etag') }
}

test.describe.configure({ mode: 'serial' })

for (const path of paths) {
  test(`${path} has the same bytes for every visitor, and allows just its own scripts`, async () => {
    // Other e2e tests may change the page's content meanwhile.
    await expect(async () => {
      const seen = []
      for (const headers of visitors) {
        // The settings' notification invalidates the cache, so that each is once the first to request the page.
        await queryDatabase(`update settings set value = value where key = 'operator'`)
        await new Promise((done) => setTimeout(done, 100))
        seen.push(await read(path, headers))
      }
      // The page ignores query parameters of advertisements.
      seen.push(await read(`${path}${path.includes('?') ? '&' : '?'}gclid=abc&utm_source=brief`))
      expect(seen.map(({ answer }) => answer.status)).toEqual([...visitors, 'from an advertisement'].map(() => 200))
      expect(new Set(seen.map(({ text }) => text)).size).toBe(1)
      expect(new Set(seen.map(({ etag }) => etag)).size).toBe(1)
      const again = await read(path, { 'if-none-match': seen[0]?.etag ?? '' })
      expect([again.answer.status, again.text]).toEqual([304, ''])
    }).toPass({ timeout: 60_000 })
    const { text, answer } = await read(path)
    const scripts = [...text.matchAll(/<script(?! type="application\/(?:ld\+)?json")(?![^>]* src=)[^>]*>([\s\S]+?)<\/script>/g)].map(
      ([, one = '']) => one,
    )
    const allowed = answer.headers.get('content-security-policy')?.match(/'sha256-[^']+'/g) ?? []
    expect(
      scripts
        .map((one) => `'sha256-${createHash('sha256').update(one).digest('base64')}'`)
        .filter((one) => !allowed.some((hash) => hash === one)),
    ).toEqual([])
    expect(text).not.toContain('nonce')
  })
}

test('a session cookie gets no cached page, and each theme has its own page', async () => {
  for (const cookie of ['session=geraten', '__Host-session=geraten', 'a=b; admin=geraten']) {
    const { etag } = await read('/', { cookie })
    expect(etag).toBe(null)
  }
  const [dark, plain] = [await read('/', { cookie: 'theme=dark' }), await read('/')]
  expect([dark.text.includes('data-theme="dark"'), plain.text.includes('data-theme')]).toEqual([true, false])
})

for (const [who, headers] of Object.entries<Record<string, string>>({
  'a visitor': {},
  'whoever has a session': { cookie: 'session=geraten' },
})) {
  test(`what changes in the database is seen by ${who} within a second`, async () => {
    const [{ description }] = (await queryDatabase('select description from companies where id = $1', [companyId])) as [
      { description: string },
    ]
    const said = `Wir haben heute etwas Neues: ${Date.now()}.`
    const path = '/service/:id'
    await read(path, headers)
    await queryDatabase('update companies set description = $2 where id = $1', [companyId, `${said} ${description}`])
    const changedAt = Date.now()
    let slowest = 0
    const isSeen = async () => {
      const askedAt = Date.now()
      const { text } = await read(path, headers)
      slowest = Math.max(slowest, Date.now() - askedAt)
      return text.includes(said)
    }
    await expect.poll(isSeen, { intervals: [50] }).toBe(true)
    // A machine that takes seconds for a page is as late with the notification; the last read began before it ended.
    expect(Date.now() - changedAt).toBeLessThanOrEqual(1_000 + 2 * slowest)
    await queryDatabase('update companies set description = $2 where id = $1', [companyId, description])
  })
}

test('no page of a signed-in person is cached, regardless of the first request', async ({ page }) => {
  const mark = await registerAndConfirm(page)
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const shown = { mine: 0, others: 0 }
  for (let step = 0; step < 400; step += 1) {
    const path = `${paths[step % paths.length]}`
    const address = `${path}${path.includes('?') ? '&' : '?'}gepflanzt=${Math.floor(step / 20)}`
    const isMine = Math.random() < 0.5
    const { text, answer } = await read(address, isMine ? { cookie: cookies } : {})
    if (text.includes(mark)) shown[isMine ? 'mine' : 'others'] += 1
    if (isMine) expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
  expect(shown.mine).toBeGreaterThan(100)
  expect(shown.others).toBe(0)
})
