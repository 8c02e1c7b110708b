import type { Page } from '@playwright/test'
import { bankCard, fillAndSave, isAbout, openMailedLink } from './bankHelpers.ts'
import { awaitMails, expect, expectHydrated, payWith, queryDatabase, test } from './fixtures.ts'
import { readCode } from './ownerHelpers.ts'
import { dropFiles, galleryPart, picture, uploadLogo } from './pictureHelpers.ts'
import { collectSecrets, findReadable } from './secretHelpers.ts'
import { cards, expectFilled, fillCompany, goOn, order, reload, signUpOnTheWay } from './signupHelpers.ts'

/** The browser itself logs refused answers on the console. */
const refused = /Failed to load resource/
const bank = { holder: 'Malermeister Ahrens', iban: 'DE89 3704 0044 0532 0130 00', masked: 'DE89 •••• •••• •••• ••30 00' }

// On a phone; providerSignup, images and bankDetails.spec.ts test the same steps on a desktop.
test('from the first visit to confirmed bank details, and nothing secret can be read in the database', async ({ page, allow }) => {
  allow(refused)
  await page.setViewportSize({ width: 390, height: 860 })
  const company = await test.step('sign up', () => signUpOnTheWay(page))
  await test.step('register with Premium, through errors and a reload', () => register(page, company))
  await test.step('a declined card, then one that pays', () => pay(page, company))
  await test.step('found in the search with its badge', () => find(page, company.name))
  await test.step('into the dashboard with the mailed code', () => enter(page, company))
  await test.step('logo and gallery', () => hangPictures(page))
  await test.step('bank details', () => changeBankDetails(page, company.email))
  await test.step('the database keeps its secrets', () => expectNothingReadable(page, company))
  await test.step('a database that tells is noticed', () => expectNoticed(page, company))
})

type Company = { name: string; email: string }

async function register(page: Page, { name, email }: Company) {
  await page.getByRole('radio', { name: 'Premium wählen' }).check()
  await goOn(page)
  await expect(page.getByRole('heading', { name: 'Ihre Firma', exact: true })).toBeFocused()
  await goOn(page)
  await expect(page.getByRole('alert').getByText('Validierungsfehler')).toBeVisible()
  await expect(page.getByText('Firmenname ist erforderlich')).toBeVisible()
  await expect(page.getByLabel('Firmenname *')).toBeFocused()
  await fillCompany(page, name)
  await expect(page.getByRole('alert').getByText('Validierungsfehler')).toBeHidden()
  await reload(page)
  await expectFilled(page, { name, email })
  await goOn(page)
  await expect(order(page)).toBeVisible()
  await expect(page.getByText('Mit dem Klick bestellen Sie zahlungspflichtig.')).toBeVisible()
}

async function pay(page: Page, { name, email }: Company) {
  await order(page).click()
  await payWith(page, cards.declined)
  await expect(page.getByText('Ihre Karte wurde abgelehnt.')).toBeVisible()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Die Zahlung ist noch offen')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: name })).toBeVisible()
  await page.getByRole('button', { name: 'Ändern: Firma' }).click()
  await expectFilled(page, { name, email })
  await goOn(page)

  await order(page).click()
  await payWith(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeFocused()
  await expect(page.getByText(/30,00\s€/)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^(registration|pending)/.test(key)))).toEqual([])
  await expect(page.getByRole('link', { name: 'Zu den Bankdaten' })).toHaveAttribute('href', '/dashboard/auszahlung')
  // The company that was paid is the one whose card was declined first.
  expect(await queryDatabase('select plan, subscription_status from companies where company_name = $1', [name])).toEqual([
    { plan: 'premium', subscription_status: 'active' },
  ])
}

async function find(page: Page, name: string) {
  await page.getByRole('link', { name: 'Zum öffentlichen Profil' }).click()
  await expect(page.getByText(name).first()).toBeVisible()
  await page.goto(`/search?q=${encodeURIComponent(name)}`)
  const found = page.getByRole('article').filter({ hasText: name })
  await expect(found.getByText('Premium', { exact: true })).toBeVisible()
}

async function enter(page: Page, { name, email }: Company) {
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Code senden' }).click()
  await page.getByLabel('6-stelliger Code').fill(await readCode(email, 1))
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Dashboard - ${name}` })).toBeVisible()
}

const area = (page: Page, name: string) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name })

async function hangPictures(page: Page) {
  await area(page, 'Bilder').click()
  await uploadLogo(page)
  const gallery = galleryPart(page)
  const files = await Promise.all([1, 2, 3].map((n) => picture(`Bild ${n}.png`)))
  await gallery.locator('input[type=file]').setInputFiles(files.slice(0, 2))
  await dropFiles(gallery.locator('label.drop'), files.slice(2))
  await expect(gallery.getByText('3 von 5')).toBeVisible()
}

async function changeBankDetails(page: Page, email: string) {
  await area(page, 'Auszahlung').click()
  const card = bankCard(page)
  await card.getByRole('button', { name: 'Bankdaten hinzufügen' }).click()
  await fillAndSave(page, bank)
  await expect(card.getByText('Ihre Bankdaten warten auf Ihre Bestätigung')).toBeVisible()
  await openMailedLink(page, { email, subject: /Bitte bestätigen Sie Ihre neuen Bankdaten/ })
  await page.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  await expect(page.getByText('Erfolgreich!')).toBeVisible()
  await expectHydrated(page)
  await page.getByRole('link', { name: 'Zum Dashboard' }).click()
  await area(page, 'Auszahlung').click()
  await expect(card.getByText(bank.masked)).toBeVisible()
  await expect(card.getByText(bank.holder)).toBeVisible()
  await expect(card.getByText('Ihre Bankdaten warten auf Ihre Bestätigung')).toBeHidden()
}

async function expectNothingReadable(page: Page, { email }: Company) {
  await awaitMails(isAbout(email, /Ihre Bankdaten sind hinterlegt/), 1)
  const { links, codes, cookies } = await collectSecrets(email, page.context())
  // Three links: confirm the address, confirm the bank details, undo them; one code opened the dashboard.
  expect([links.length, codes.length, cookies.length]).toEqual([3, 1, 2])
  const { places, found } = await findReadable({ texts: [...links, ...cookies, bank.iban], codes })
  expect(places).toEqual(expect.arrayContaining(['public.sessions', 'public.bank_details', 'graphile_worker._private_jobs']))
  expect(found).toEqual([])
}

/** Control: puts every kind of secret into the database, checks that it is found, and removes it. */
async function expectNoticed(page: Page, { email, name }: Company) {
  const { links, codes, cookies } = await collectSecrets(email, page.context())
  const secrets = { texts: [...links, ...cookies], codes }
  const iban = 'DE02 5001 0517 0137 0750 30'
  const write = (...told: unknown[]) =>
    queryDatabase(
      'update companies set description = $2, contact_person = $3, location = $4, website = $5, phone = $6 where company_name = $1',
      [name, ...told],
    )
  await write(`Wir streichen. ${iban}`, iban.replaceAll(' ', ''), `Code: ${codes[0]}.`, `?token=${links[0]}`, cookies[0])
  const [job] = await queryDatabase(
    `select id from graphile_worker.add_job('nobody', json_build_object('token', $1::text), run_at := now() + interval '1 day')`,
    [links[0]],
  )
  const { found } = await findReadable(secrets)
  expect(found).toEqual(
    expect.arrayContaining([
      'graphile_worker._private_jobs.payload',
      ...['description', 'contact_person', 'location', 'website', 'phone'].map((column) => `public.companies.${column}`),
    ]),
  )
  await write('Wir streichen.', 'Jens Ahrens', '22767 Hamburg', null, '+49 40 66969140')
  await queryDatabase('select graphile_worker.complete_jobs(array[$1::bigint])', [job?.id])
  expect((await findReadable(secrets)).found).toEqual([])
}
