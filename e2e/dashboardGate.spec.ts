import type { Page } from '@playwright/test'
import { hold } from './accountHelpers.ts'
import { codeField, refused } from './dashboardHelpers.ts'
import { expect, expectAccessibleEverywhere, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsMember, enterAsOwner, loseCode, otherThan, passCode, readCode } from './ownerHelpers.ts'
import { password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

const noCompany = 'Es wurde keine Firma für Ihr Konto gefunden. Möglicherweise ist die Registrierung noch nicht abgeschlossen.'

test('visitors sign in on the home page and come back; the other address leads here, too', async ({ page }) => {
  const html = await (await page.request.get('/dashboard')).text()
  expect(html).toContain('Authentifizierung wird überprüft...')
  const { email } = await enterAsOwner(page)
  await page.request.post('/auth/v1/sign-out', { data: {} })
  await page.goto('/provider-dashboard')
  const dialog = page.getByRole('dialog', { name: 'Anmelden oder registrieren' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Passwort', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard-Zugriff' })).toBeVisible()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expectWaysOut(page)
})

/** Links to the home page (the logo), the search and the support. */
async function expectWaysOut(page: Page) {
  await expect(page.getByRole('banner').locator('.brand')).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Anbieter suchen' })).toHaveAttribute('href', '/search')
  await expect(page.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/support')
}

test('the code is sent, typed, refused by every cause, pasted and granted', async ({ page }) => {
  const { email, companyName } = await enterAsOwner(page)
  await openHydrated(page, '/dashboard')
  const send = page.getByRole('button', { name: 'Code senden' })
  // State after fifteen wrong codes within the hour.
  const ofAccount = `purpose = 'dashboard' and subject = (select id::text from users where email = $1)`
  await queryDatabase(
    `insert into code_failures (purpose, subject, failures, until)
     select 'dashboard', id, 15, now() + interval '1 hour' from users where email = $1`,
    [email],
  )
  await send.click()
  await expect(
    page.getByText('Fehler beim Senden des Codes: Zu viele Anfragen. Bitte versuchen Sie es später erneut.', { exact: true }),
  ).toBeVisible()
  await queryDatabase(`delete from code_failures where ${ofAccount}`, [email])

  await send.click()
  await expect(page.getByText('Code gesendet', { exact: true })).toBeVisible()
  await expect(page.getByText(`Ein 6-stelliger Code wurde an ${email} gesendet.`).first()).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  const confirm = page.getByRole('button', { name: 'Bestätigen' })
  await codeField(page).fill('1a2 b3')
  await expect(codeField(page)).toHaveValue('123')
  await expect(confirm).toBeDisabled()
  await codeField(page).press('Enter')
  await expect(page.getByText('Bitte geben Sie den vollständigen 6-stelligen Code ein.')).toBeVisible()

  const first = await readCode(email, 1)
  const wrong = page.getByText('Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.')
  await codeField(page).fill(otherThan(first))
  await confirm.click()
  await expect(wrong).toBeVisible()
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toBeFocused()
  await queryDatabase(
    `update one_time_codes set expires_at = now() - interval '1 minute' where subject = (select id::text from users where email = $1)`,
    [email],
  )
  await codeField(page).fill(first)
  await expect(wrong).toBeHidden()
  await confirm.click()
  await expect(wrong).toBeVisible()

  await page.getByRole('button', { name: 'Zurück' }).click()
  await send.click()
  const second = await readCode(email, 2)
  await paste(page, `Ihr Code: ${second}`)
  await expect(codeField(page)).toHaveValue(second)
  const letGo = await hold(page, '**/get-dashboard-data')
  await confirm.click()
  await expect(page.getByText('Zugriff gewährt')).toBeVisible()
  await expect(page.getByText('Dashboard-Zugriff erfolgreich verifiziert!')).toBeVisible()
  await expect(page.getByText('Dashboard wird geladen...')).toBeVisible()
  await letGo()
  await expect(page.getByRole('heading', { level: 1, name: `Dashboard - ${companyName}` })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `Dashboard - ${companyName}` })).toBeVisible()
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/')
})

test('an account without a company is shown the way to one', async ({ page }) => {
  await enterAsMember(page)
  await openHydrated(page, '/dashboard')
  await expect(page.getByText(noCompany)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Jetzt als Anbieter registrieren' })).toHaveAttribute('href', '/provider-signup')
  await expect(page.getByRole('heading', { name: 'Firma mit Code übernehmen' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Meine Buchungen' })).toHaveAttribute('href', '/meine-buchungen')
  await expect(page.getByText('Sie erklären, dass Sie als Unternehmer (§ 14 BGB) handeln.')).toBeVisible()
  await expectWaysOut(page)
})

test('when the code runs out in the middle of editing it is asked for in place, and nothing typed is lost', async ({ page }) => {
  const { email } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/firmendaten')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Ansprechpartner *').fill('Meike Petersen')
  await loseCode(email)
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zugriff bestätigen' })
  await expect(dialog.getByText(`Ein 6-stelliger Code wurde an ${email} gesendet.`)).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Die Änderungen wurden nicht gespeichert')).toBeVisible()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')

  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  const code = await readCode(email, 2)
  await codeField(page).fill(otherThan(code))
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(dialog.getByText('Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.')).toBeVisible()
  await codeField(page).fill(code)
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByText('Firmendaten gespeichert')).toBeVisible()
  await expect(page.getByText('Meike Petersen')).toBeVisible()
})

test('a screen whose code has expired stops updating, does not interrupt typing, and resumes by its button', async ({ page }) => {
  const { email, companyId } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/firmendaten')
  await expect(page.getByText(/^Aktuell, Stand/)).toBeVisible()
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Ansprechpartner *').fill('Meike Petersen')
  await loseCode(email)
  await queryDatabase(`select pg_notify('live', json_build_object('companyId', $1::text, 'kind', 'company', 'id', $1::text)::text)`, [
    companyId,
  ])
  await expect(page.getByText(/^Angehalten, Stand/)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')
  await page.getByRole('button', { name: 'Code eingeben' }).click()
  await codeField(page).fill(await readCode(email, 1))
  await page.getByRole('dialog').getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByText(/^Aktuell, Stand/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Code eingeben' })).toBeHidden()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')
})

test('the gate with an error on every screen', async ({ page }) => {
  const { email } = await enterAsOwner(page)
  await openHydrated(page, '/dashboard')
  await expect(page.getByRole('button', { name: 'Code senden' })).toBeVisible()
  await page.getByRole('button', { name: 'Code senden' }).click()
  await readCode(email, 1)
  await codeField(page).fill('123')
  await codeField(page).press('Enter')
  await expectAccessibleEverywhere(page)
})

const paste = (page: Page, text: string) =>
  codeField(page).evaluate((input, pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
