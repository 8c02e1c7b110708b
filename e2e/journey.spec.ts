import { addresses, awaitMails, consentToEarlyStart, expect, fillDetails, newAddress, payWith, pdf, readMails, test } from './fixtures.ts'

test('a stranger finds a company, books with a file, pays, and both get their mail', async ({ page, context }) => {
  const email = newAddress()
  await page.goto('/')
  await page.getByLabel('Was brauchen Sie?').fill('Reinigung')
  await page.getByLabel('Wo?').fill('Hamburg')
  await page.getByRole('button', { name: 'Anbieter suchen' }).click()
  await expect(page.getByRole('heading', { name: '1 Anbieter gefunden' })).toBeVisible()

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Profil ansehen' }).click()
  const profile = await opened
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText('Reinigung Service')
  await profile.getByRole('button', { name: 'Jetzt buchen' }).first().click()

  await expect(profile.getByLabel('Betrag')).toHaveValue('34,50')
  await fillDetails(profile, { email, amount: '138' })
  await profile.getByRole('button', { name: 'Weiter' }).click()
  await profile.getByLabel('Beschreibung').fill('Unterhaltsreinigung Büro, zwei Teeküchen.')
  await profile.locator('input[type=file]').setInputFiles(pdf())
  await expect(profile.getByRole('status').filter({ hasText: '1 Datei hochgeladen.' })).toBeAttached()
  await profile.getByRole('button', { name: 'Weiter' }).click()
  await expect(profile.getByText('Mit dem Klick bestellen Sie zahlungspflichtig.')).toBeVisible()
  await expect(profile.getByRole('dialog')).toContainText('138,00 €')
  await consentToEarlyStart(profile)
  await profile.getByRole('button', { name: 'Jetzt buchen & bezahlen' }).click()

  await expect(profile).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  await payWith(profile, '4242 4242 4242 4242')
  await expect(profile).toHaveURL(/\/payment-success\?/)
  await expect(profile.getByText('kontakt@glanzwerk-altona.example')).toBeVisible()
  await expect(profile.getByText('Meike Petersen')).toBeVisible()
  await expect(profile.getByText('+49 40 66969101')).toBeVisible()

  const [customer] = await readMails(email, 1)
  expect(customer?.subject).toMatch(/^Ihre Buchung ist bestätigt: Reinigung nach Absprache am /)
  const [company] = await awaitMails(({ to, text }) => to === 'kontakt@glanzwerk-altona.example' && text.includes(email), 1)
  expect(company?.text).toContain('Unterhaltsreinigung Büro, zwei Teeküchen.')
  expect(company?.text).toContain('Grundriss.pdf')
})

test('the same without JavaScript, up to the profile', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: addresses.product })).newPage()
  await page.goto('/')
  await page.getByLabel('Was brauchen Sie?').fill('gebaeudereinigung')
  await page.getByLabel('Wo?').fill('Hamburg')
  await page.getByRole('button', { name: 'Anbieter suchen' }).click()
  await expect(page.getByRole('heading', { name: '1 Anbieter gefunden' })).toBeVisible()
  const href = await page.getByRole('link', { name: 'Profil ansehen' }).getAttribute('href')
  await page.goto(href ?? '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reinigung Service')
  await expect(page.getByText('Katrin B.', { exact: true })).toBeVisible()
})
