import type { Page } from '@playwright/test'
import { areas } from '../src/backoffice/admin/shell/Areas.tsx'
import routes from '../src/routes.ts'
import { landingSlugs } from '../src/site/search/landing/rules.ts'
import { insertBookings, rail } from './dashboardHelpers.ts'
import {
  addresses,
  companyCalled,
  control,
  expect,
  expectAccessible,
  expectAccessiblePage,
  expectHydrated,
  openHydrated,
  placeBooking,
  test,
} from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsMember, enterAsOwner, passCode } from './ownerHelpers.ts'
import { listAddresses } from './routeHelpers.ts'
import { expectValidHtml } from './validHtml.ts'

test.describe.configure({ mode: 'parallel' })

type Visit = {
  /** URL, if it differs from the route's own path. */
  to: string | (() => Promise<string>)
  as?: keyof typeof entrances
  /** Heading of the loaded page; undefined accepts any. */
  shows?: string | RegExp
  status?: number
  /** A redirect to this page, which another visit checks. */
  leadsTo?: string
  /** Complete without scripts, and sends none. */
  isPlain?: boolean
}

const companyName = 'Glanzwerk Altona Gebäudereinigung'
const nobody = '019aa111-1111-7111-8111-111111111111'
const profile = async () => `/service/${await companyCalled(companyName)}`

/**
 * Visits that show a route completely: states in the URL, permitted user, values of its parameters. Every other route is visited by a
 * visitor, the company's routes by a company.
 */
const visits: Record<string, Visit[]> = {
  '/search': [
    { to: '/search', shows: /^\d+ Anbieter gefunden$/ },
    { to: '/search?q=Reinigung&location=Hamburg', shows: '1 Anbieter gefunden' },
    { to: '/search?location=Hamburg&umkreis=bundesweit&bewertung=4&ansicht=karte', shows: /^\d+ Anbieter gefunden$/ },
    { to: '/search?q=Raumfahrt', shows: 'Keine Anbieter gefunden' },
  ],
  '/reinigung': [{ to: '/reinigung', shows: 'Reinigung' }],
  '/reinigung/:town': [
    { to: '/reinigung/hamburg', shows: 'Reinigung in Hamburg' },
    { to: '/reinigung/entenhausen', status: 404, shows: 'Keine Anbieter gefunden' },
  ],
  '/leistung/:service': [
    { to: '/leistung/fenster-putzen', shows: 'Fenster putzen' },
    { to: '/leistung/gibt-es-nicht', status: 404, shows: 'Leistung nicht gefunden' },
  ],
  '/leistung/:service/:town': [{ to: '/leistung/fenster-putzen/erfurt', shows: 'Fenster putzen in Erfurt' }],
  '/sortierung': [{ to: '/sortierung', shows: 'Wie werden die Ergebnisse sortiert?' }],
  '/verifiziert': [{ to: '/verifiziert', shows: 'Was heißt „Verifiziert“?' }],
  '/wenn-etwas-schiefgeht': [{ to: '/wenn-etwas-schiefgeht', shows: 'Wenn etwas schiefgeht' }],
  '/fuer-anbieter': [{ to: '/fuer-anbieter', shows: 'Sie machen gute Arbeit? Wir bringen die Aufträge.' }],
  '/quellen': [{ to: '/quellen', shows: 'Datenquellen' }],
  '/service/:id': [
    { to: profile, shows: 'Reinigung Service' },
    { to: profile, as: 'member', shows: 'Reinigung Service' },
    { to: `/service/${nobody}`, status: 404, shows: 'Service nicht gefunden' },
  ],
  '/buchen/:id': [
    { to: async () => `/buchen/${await companyCalled(companyName)}`, shows: 'Termin buchen', isPlain: true },
    { to: `/buchen/${nobody}`, status: 404, shows: 'Service nicht gefunden', isPlain: true },
  ],
  '/payment-success': [
    { to: paidBooking, shows: 'Ihre Buchung ist bestätigt' },
    { to: `/payment-success?session_id=cs_test_nobody&booking_id=${nobody}`, shows: 'Ihre Buchung' },
  ],
  '/payment-success-provider': [{ to: '/payment-success-provider?session_id=cs_test_nobody&setup=complete', shows: 'Ihre Registrierung' }],
  '/provider-signup': [{ to: '/provider-signup', as: 'member', shows: 'Anbieter werden' }],
  '/auth': [{ to: '/auth' }, { to: '/auth?tab=signup' }, { to: '/auth?tab=resend' }],
  '/konto': [{ to: '/konto', as: 'member', shows: 'Ihr Konto' }],
  '/meine-buchungen': [
    { to: '/meine-buchungen', shows: 'Meine Buchungen' },
    { to: '/meine-buchungen', as: 'member', shows: 'Meine Buchungen' },
  ],
  '/angebot-anfordern': [
    { to: '/angebot-anfordern', shows: 'Angebot anfordern' },
    { to: '/angebot-anfordern?q=Reinigung&location=22767', shows: 'Angebot anfordern' },
  ],
  '/serie': [{ to: '/serie', shows: 'Serie' }],
  '/warteliste': [{ to: '/warteliste', shows: 'Warteliste' }],
  '/bescheid': [
    { to: '/bescheid', shows: 'Sagen Sie mir Bescheid' },
    { to: '/bescheid?gesendet=1', shows: 'Sagen Sie mir Bescheid' },
  ],
  '/angebote': [{ to: '/angebote', shows: 'Ihre Anfrage' }],
  '/meine-buchungen/:id': [{ to: `/meine-buchungen/${nobody}`, as: 'member', shows: 'Ihre Buchung' }],
  '/admin/:area?': [
    { to: '/admin', shows: 'Admin' },
    ...Object.entries(areas).map(([area, { word }]): Visit => ({ to: `/admin/${area}`, as: 'operator', shows: word })),
  ],
  '/dashboard': [
    { to: '/dashboard', as: 'company' },
    { to: '/dashboard', as: 'member', shows: 'Dashboard' },
  ],
  '/provider-dashboard': [{ to: '/provider-dashboard', as: 'company', leadsTo: '/dashboard' }],
  '/*': [{ to: '/gibt-es-nicht', status: 404, shows: 'Oops! Seite nicht gefunden' }],
}

const own = (address: string): Visit[] => [{ to: address, ...(/^\/dashboard/.test(address) ? { as: 'company' } : {}) }]
/** Eleven categories have the same two pages: one category is tested for all. */
const alike = landingSlugs.filter(({ slug }) => slug !== 'reinigung').flatMap(({ slug }) => [`/${slug}`, `/${slug}/:town`])
const all = listAddresses(routes)
  .filter((address) => !alike.includes(address))
  .map((address) => [address, visits[address] ?? own(address)] as const)

test('every route is visited, and nothing else', () => {
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(([, those]) => those.some(({ to }) => typeof to === 'string' && /[:*]/.test(to))).map(([address]) => address)).toEqual(
    [],
  )
  expect(Object.keys(visits).filter((address) => !all.some(([known]) => known === address))).toEqual([])
})

for (const [address, those] of all) {
  for (const [place, visit] of those.entries()) {
    test(`${address} ${place + 1}: valid HTML, one origin, usable by everybody on every screen`, async ({ page, allow }) => {
      // Console message of the browser about a refused document, or a request without a session.
      allow(/Failed to load resource: the server responded with a status of (401|403|404|409)/)
      const origins = new Set<string>()
      page.on('request', (request) => origins.add(new URL(request.url()).origin))
      if (visit.as) await entrances[visit.as](page)
      const answer = await page.goto(typeof visit.to === 'string' ? visit.to : await visit.to())
      expect(answer?.status()).toBe(visit.status ?? 200)
      await expectArrived(page, visit)
      if (visit.leadsTo) await expect(page).toHaveURL(visit.leadsTo)
      else await expectAccessiblePage(page)
      expect([...origins].filter((origin) => origin !== 'null')).toEqual([addresses.product])
    })
  }
}

const documentOf = (body: string) => `<!doctype html><html lang="de"><head><title>Seite</title></head><body>${body}</body></html>`

for (const [fault, finds, body] of [
  ['a name given twice', /no-dup-id/, '<p id="a"></p><p id="a"></p>'],
  ['a block in a paragraph', /element-permitted-content|no-implicit-close|close-order/, '<p><span><div></div></span></p>'],
] as const) {
  test(`the validator finds its seeded fault: ${fault}`, () => expect(expectValidHtml(documentOf(body))).rejects.toThrow(finds))
}

for (const [fault, finds, style] of [
  ['a target too small', /target-size/, 'padding: 0; border: 0; width: 12px; height: 12px; font-size: 8px'],
  ['grey on white', /color-contrast/, 'color: #999; background: #fff'],
  ['wider than the phone', /HTML/, 'width: 400px'],
] as const) {
  test(`the look finds its seeded fault: ${fault}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openHydrated(page, '/abmelden')
    await page.locator('main').evaluate((main, css) => {
      for (const text of ['eins', 'zwei']) {
        const button = Object.assign(document.createElement('button'), { textContent: text })
        button.style.cssText = css
        main.append(button)
      }
    }, style)
    await expect(expectAccessible(page)).rejects.toThrow(finds)
  })
}

async function expectArrived(page: Page, { as, shows = /\S/, isPlain = false }: Visit) {
  if (isPlain) await expect(page.locator('script[src], link[rel=modulepreload]')).toHaveCount(0)
  else await expectHydrated(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(shows)
  if (as === 'company') await expect(rail(page)).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByText('Bereich wird geladen…')).toHaveCount(0)
}

async function paidBooking() {
  const { sessionId, returnPath } = await placeBooking(companyName)
  await control('pay', { session: sessionId })
  return returnPath
}

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]
const cookiesOf: { member?: Cookies; company?: Cookies } = {}

/** Each person signs in once per worker; later tests reuse the cookies. */
async function enterOnce(page: Page, who: 'member' | 'company', enter: () => Promise<unknown>) {
  const known = cookiesOf[who]
  if (known) return page.context().addCookies(known)
  await enter()
  cookiesOf[who] = await page.context().cookies()
}

const entrances = {
  member: (page: Page) => enterOnce(page, 'member', () => enterAsMember(page)),
  company: (page: Page) =>
    enterOnce(page, 'company', async () => {
      const { email, companyId } = await enterAsOwner(page)
      await passCode(email)
      await insertBookings(companyId)
    }),
  operator: enterAsOperator,
}
