import type { Page } from '@playwright/test'
import { legalDocuments, legalVersions } from '../src/foundation/legal/rules.ts'
import { legalPages } from '../src/platform/kit/publicPages.ts'
import { openAuth } from './accountHelpers.ts'
import { goOn as goOnIn, openLastStep, openSecondStep } from './dialogHelpers.ts'
import {
  addresses,
  expect,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  openHydrated,
  openWith,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsMember, enterAsOwner, passCode } from './ownerHelpers.ts'
import { fillCompany, goOn } from './signupHelpers.ts'

const dated = (version: string) => `Fassung vom ${version.split('-').reverse().join('.')}`

test('legal pages: named, dated, with contents that lead to their sections, all without JavaScript', async ({ browser }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: addresses.product })
  const page = await plain.newPage()
  for (const document of legalDocuments) {
    const { path, title } = legalPages[document]
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} – Handschlag`)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', addresses.product + path)
    await expect(page.getByText(dated(legalVersions[document]))).toBeVisible()
    const last = page.getByRole('navigation', { name: 'Inhalt' }).getByRole('link').last()
    const name = (await last.textContent()) ?? ''
    await last.click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport()
  }
  await plain.close()
})

test('a legal page on paper is the document alone', async ({ page }) => {
  await openHydrated(page, legalPages.imprint.path)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const screenOnly of [page.locator('.head'), page.locator('.foot'), page.locator('.legal-contents')])
    await expect(screenOnly).toBeHidden()
})

test('every foot and every mail lead to the legal pages', async ({ page }) => {
  const pages = [...legalDocuments, 'withdrawal' as const]
  await openHydrated(page, '/')
  for (const name of pages) {
    await expect(page.getByRole('contentinfo').getByRole('link', { name: legalPages[name].title, exact: true })).toHaveAttribute(
      'href',
      legalPages[name].path,
    )
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datenschutz')
  await expect(page.getByRole('table', { name: /Cookies/ }).getByRole('row')).not.toHaveCount(1)

  await openAuth(page, 'signup')
  await expect(page.getByRole('link', { name: 'Nutzungsbedingungen' })).toHaveAttribute('href', '/agb')
  const { email } = await enterAsMember(page)
  const [mail] = await readMails(email, 1)
  for (const name of ['imprint', 'privacy', 'customerTerms', 'companyTerms', 'withdrawal'] as const) {
    expect(mail?.text).toContain(`${legalPages[name].title}: ${addresses.product}${legalPages[name].path}`)
    expect(mail?.html).toContain(`${addresses.product}${legalPages[name].path}"`)
  }
  await page.goto(/Impressum: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
  await expect(page.getByText('Handschlag Demo', { exact: false }).first()).toBeVisible()
})

test('a company says who it is: refused, saved, shown in the profile and before an order', async ({ page, browser, allow }) => {
  allow(/status of 401|status of 422/)
  const { email, companyId, companyName } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/geschaeftsangaben')
  await page.getByLabel('Rechtsform').fill('GmbH')
  await page.getByLabel('Vertreten durch').fill('Ole Jensen')
  await page.getByLabel('Straße und Hausnummer').fill('Siemensterrasse 1')
  await page.getByLabel('Registergericht').fill('Amtsgericht Pinneberg')
  await page.getByLabel('Registernummer').fill('HRB 4711')
  const vatId = page.getByLabel('USt-IdNr.', { exact: true })
  await vatId.fill('DE12')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Diese USt-IdNr. stimmt nicht.')).toBeVisible()
  await expect(vatId).toBeFocused()
  await vatId.fill('DE 136695976')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Geschäftsangaben gespeichert')).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: addresses.product })).newPage()
  await openHydrated(visitor, `/service/${companyId}`)
  await expectNotice(visitor.getByRole('region', { name: 'Anbieterkennzeichnung' }), companyName)
  // This company has not accepted the version with the declaration yet.
  await expect(visitor.getByText(isTrader)).toHaveCount(0)
  const accepted = `insert into legal_acceptances (document, version, accepted_at, company_id) values ('companyTerms', '2026-11-21', now(), $1)`
  await queryDatabase(accepted, [companyId])
  await openWith(visitor, `/service/${companyId}`, visitor.getByText(isTrader))
  const dialog = await openLastStep(visitor, { company: companyName })
  await expectNotice(dialog.getByRole('region', { name: 'Anbieterkennzeichnung' }), companyName)
  await expectToFitEverywhere(visitor)
  const [terms] = await Promise.all([
    visitor.context().waitForEvent('page'),
    dialog.getByRole('link', { name: 'AGB für Kundinnen und Kunden' }).click(),
  ])
  await expect(terms.getByRole('heading', { level: 1 })).toHaveText('AGB für Kundinnen und Kunden')
  await expect(dialog.getByText('Stimmt alles?')).toBeVisible()
  await visitor.context().close()
})

const isTrader = 'Der Anbieter handelt nach eigener Angabe als Unternehmer.'

async function expectNotice(notice: ReturnType<Page['getByRole']>, companyName: string) {
  for (const text of [companyName, 'GmbH', 'Siemensterrasse 1, 27498 Helgoland', 'Amtsgericht Pinneberg, HRB 4711', 'DE136695976']) {
    await expect(notice.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(notice.getByText('Ole Jensen')).toBeVisible()
}

test('a notice that cannot be read leads to the profile', async ({ page, allow }) => {
  allow(/status of 404/)
  const { companyId, companyName } = await enterAsOwner(page)
  const dialog = await openSecondStep(page, { company: companyName })
  await queryDatabase('update companies set suspended_at = now() where id = $1', [companyId])
  await goOnIn(dialog)
  await expect(dialog.getByText('Die Anbieterkennzeichnung konnte nicht geladen werden.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Im Profil ansehen' })).toHaveAttribute('href', /^\/service\/.*#anbieterkennzeichnung$/)
})

test('a registration shows its terms above the order', async ({ page }) => {
  await enterAsMember(page)
  await openHydrated(page, '/provider-signup')
  await page.getByRole('radio', { name: 'Premium wählen' }).check()
  await goOn(page)
  await fillCompany(page, 'Malermeister Kennzeichen')
  await page.getByLabel('Rechtsform').fill('e. K.')
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Stimmt alles?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'AGB für Anbieter' }).first()).toHaveAttribute('href', '/agb-anbieter')
  await expect(page.getByText('e. K.')).toBeVisible()
  await expect(page.getByText('Sie erklären, dass Sie als Unternehmer (§ 14 BGB) handeln.')).toBeVisible()
})

// Settings are shared: tests that change them run after all others, and alone.
test('what the operator enters stands in the imprint at once', { tag: '@clock' }, async ({ page }) => {
  await enterAsOperator(page)
  await openHydrated(page, '/admin/settings')
  await page.getByLabel('Registergericht').fill('Amtsgericht Charlottenburg')
  await page.getByLabel('Registernummer').fill('HRB 99 B')
  await page.getByLabel('Auftragsverarbeiter').fill('Rechenwerk GmbH, Berlin: Hosting')
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click()
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible()
  await openHydrated(page, '/impressum')
  await expect(page.getByText('Amtsgericht Charlottenburg')).toBeVisible()
  await openHydrated(page, '/datenschutz')
  await expect(page.getByText('Rechenwerk GmbH, Berlin: Hosting')).toBeVisible()
  await openHydrated(page, '/admin/settings')
  for (const name of ['Registergericht', 'Registernummer', 'Auftragsverarbeiter']) await page.getByLabel(name).fill('')
  await page.getByRole('button', { name: 'Einstellungen speichern' }).click()
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible()
})
