import type { Page } from '@playwright/test'
import { addresses, expect, expectAccessible, expectAccessibleEverywhere, openHydrated, payWith, queryDatabase, test } from './fixtures.ts'
import { enterAsMember, makeCompany, passCode } from './ownerHelpers.ts'
import { password } from './passwords.ts'
import { cards, fillCompany, goOn, leaveForCheckout, order, walkToOrder } from './signupHelpers.ts'

/** The browser itself logs refused and failed answers on the console. */
const refused = /Failed to load resource/

test('every step of the registration and its errors, on every screen', async ({ page }) => {
  await enterAsMember(page)
  await openHydrated(page, '/provider-signup')
  await goOn(page)
  await expect(page.getByText('Bitte wählen Sie einen Plan aus.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Basic wählen' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Space')
  await expect(page.getByText('Bitte wählen Sie einen Plan aus.')).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Premium wählen' })).toBeChecked()
  await goOn(page)
  await goOn(page)
  await expect(page.getByText('Telefonnummer ist erforderlich')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await fillCompany(page, 'Malermeister Ahrens')
  await goOn(page)
  await expect(order(page)).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('postcode and town are asked once: with the location, and apart only where it does not name them', async ({ page }) => {
  await enterAsMember(page)
  await openHydrated(page, '/provider-signup')
  await page.getByRole('radio', { name: 'Basic wählen' }).check()
  await goOn(page)
  await page.getByLabel('Standort *').fill('Schmale Gasse 12, 22767 Hamburg')
  await page.getByLabel('Standort *').press('Tab')
  await expect(page.getByLabel('PLZ')).toHaveCount(0)
  await page.getByLabel('Standort *').fill('Altona')
  await page.getByLabel('Standort *').press('Tab')
  await expect(page.getByLabel('PLZ')).toHaveValue('22767')
  await page.getByLabel('PLZ').fill('22765')
  await page.getByLabel('Standort *').fill('Schmale Gasse 12, 22767 Hamburg')
  await page.getByLabel('Standort *').press('Tab')
  await expect(page.getByLabel('PLZ')).toHaveValue('22765')
})

test('a visitor signs in first and comes back', async ({ page }) => {
  const { email } = await enterAsMember(page)
  await page.request.post('/auth/v1/sign-out', { data: {} })
  await page.goto('/provider-signup')
  await signIn(page, email)
  await expect(page).toHaveURL('/provider-signup')
  await expect(page.getByRole('heading', { name: 'Welcher Plan passt zu Ihnen?' })).toBeVisible()
})

test('a session that ended in between: sign in, and everything is still there; another account finds nothing', async ({ page, allow }) => {
  allow(refused)
  const { email } = await enterAsMember(page)
  await walkToOrder(page, 'Malermeister Ahrens')
  await page.request.post('/auth/v1/sign-out', { data: {} })
  await order(page).click()
  await expect(page.getByText('Sie müssen angemeldet sein, um eine Firma zu registrieren.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('alert').getByRole('link', { name: 'Anmelden' }).click()
  await signIn(page, email)
  await expect(page.getByRole('definition').filter({ hasText: 'Malermeister Ahrens' })).toBeVisible()
  await expect(order(page)).toBeVisible()

  await enterAsMember(page)
  await openHydrated(page, '/provider-signup')
  await expect(page.getByRole('heading', { name: 'Welcher Plan passt zu Ihnen?' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('registration-draft'))).toBeNull()
})

test('a company or a checkout that cannot be made says so; one order at a time', async ({ page, allow }) => {
  allow(refused)
  await enterAsMember(page)
  await walkToOrder(page, 'Malermeister Ahrens')
  let orders = 0
  await page.route('**/create-provider-company', async (route) => {
    orders += 1
    await route.fulfill({ status: 503, json: { error: 'Gerade nicht erreichbar.', code: 'x' } })
  })
  await order(page).dblclick()
  await expect(page.getByRole('alert').getByText('Firma konnte nicht erstellt werden')).toBeVisible()
  await expect(page.getByText('Gerade nicht erreichbar.')).toBeVisible()
  await page.unroute('**/create-provider-company')

  await page.route('**/create-company-subscription', (route) =>
    route.fulfill({ status: 503, json: { error: 'Checkout-Session konnte nicht erstellt werden', code: 'plans.checkoutFailed' } }),
  )
  await order(page).click()
  await expect(page.getByRole('alert').getByText('Checkout-Session konnte nicht erstellt werden')).toHaveCount(1)
  await page.unroute('**/create-company-subscription')

  let asked = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/create-provider-company', async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  await order(page).dblclick()
  await expect(order(page)).toHaveAttribute('aria-busy', 'true')
  await order(page).click({ force: true })
  release()
  await expect(page.getByLabel('Kartennummer')).toBeVisible()
  expect([orders, asked]).toEqual([1, 1])
})

test('a company that is paid already, and one that is suspended, are refused with the reason', async ({ page, allow }) => {
  allow(refused)
  const { email } = await enterAsMember(page)
  const own = email.slice(7, 15)
  await makeCompany(email, { name: `Malermeister ${own}` })
  await walkToOrder(page, `Malermeister ${own}`)
  await order(page).click()
  await expect(page.getByRole('alert').getByText('Firma konnte nicht erstellt werden')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Diese Firma ist schon angemeldet. Sie finden sie in Ihrem Dashboard.')).toBeVisible()

  await page.getByRole('button', { name: 'Ändern: Firma' }).click()
  await page.getByLabel('Firmenname *').fill(`Zweiter Betrieb ${own}`)
  await goOn(page)
  await order(page).click()
  await expect(page.getByLabel('Kartennummer')).toBeVisible()
  await queryDatabase('update companies set suspended_at = now() where company_name = $1', [`Zweiter Betrieb ${own}`])
  await openHydrated(page, '/provider-signup')
  await order(page).click()
  await expect(page.getByRole('alert').getByText('Checkout-Session konnte nicht erstellt werden')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Diese Firma ist derzeit gesperrt. Bitte wenden Sie sich an den Support.')).toBeVisible()
})

test('what the server refuses is shown at its field', async ({ page, allow }) => {
  allow(refused)
  await enterAsMember(page)
  await walkToOrder(page, 'Malermeister Ahrens')
  await page.route('**/create-provider-company', (route) =>
    route.fulfill({ status: 422, json: { error: 'x', code: 'input.invalid', fields: { 'company.phone': ['Ungültige Telefonnummer'] } } }),
  )
  await order(page).click()
  await expect(page.getByLabel('Telefon *')).toBeFocused()
  await expect(page.getByText('Ungültige Telefonnummer')).toBeVisible()
})

test('the return address: invalid, or without a company', async ({ page }) => {
  await enterAsMember(page)
  await openHydrated(page, '/payment-success-provider?session_id=cs_test_1')
  await expect(page.getByText('Ungültige URL')).toBeVisible()
  await expect(page).toHaveURL('/provider-signup')

  await openHydrated(page, '/payment-success-provider?session_id=cs_test_1&setup=complete')
  await expect(page.getByText('Firma-ID nicht gefunden. Bitte registrieren Sie sich erneut.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Erneut versuchen' })).toHaveAttribute('href', '/provider-signup')
  await expect(page.getByRole('link', { name: 'Support kontaktieren' })).toHaveAttribute('href', '/support')
})

test('a booking that comes to the wrong success page is sent on', async ({ page, allow }) => {
  allow(refused)
  await page.goto('/payment-success-provider?session_id=cs_test_1&booking_id=01a1fe58-84c9-7f86-b739-9d4843acda2e')
  await expect(page).toHaveURL('/payment-success?session_id=cs_test_1&booking_id=01a1fe58-84c9-7f86-b739-9d4843acda2e')
})

test('a payment that is not confirmed: asked again, then the way to pay once more', async ({ page, allow }) => {
  allow(refused)
  await enterAsMember(page)
  const { back } = await leaveForCheckout(page)
  await openHydrated(page, back)
  await expect(page.getByText('Ihre Zahlung ist noch nicht bestätigt')).toBeVisible()
  await expect(page.getByText('Ihre Zahlung wurde nicht bestätigt')).toBeVisible({ timeout: 30_000 })
  await expectAccessibleEverywhere(page)
  await expect(page.getByRole('link', { name: 'Support kontaktieren' })).toBeVisible()
  await page.getByRole('link', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Malermeister Ahrens' })).toBeVisible()
  await expect(order(page)).toBeVisible()
})

test('a payment that cannot be verified, and one that can', async ({ page, allow }) => {
  allow(refused)
  await enterAsMember(page)
  const { url, back } = await leaveForCheckout(page)
  await openHydrated(page, back.replace(/session_id=\w+/, 'session_id=cs_test_nobody'))
  await expect(page.getByRole('alert').getByText('Zahlungsverifikation fehlgeschlagen')).toBeVisible()

  await page.goto(url)
  await payWith(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('paid, but not active yet: the page does not ask for a second payment', async ({ page, allow }) => {
  allow(refused)
  await enterAsMember(page)
  const { back } = await leaveForCheckout(page)
  await page.route('**/verify-payment', (route) => route.fulfill({ json: { paid: true } }))
  await openHydrated(page, back)
  await expect(page.getByText('Ihre Firma ist noch nicht freigeschaltet')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Support kontaktieren' })).toBeVisible()
})

test('the address alone says which company was paid: in another tab, and after signing in again', async ({ page, context, allow }) => {
  allow(refused)
  const { email } = await enterAsMember(page)
  const { url, back } = await leaveForCheckout(page)
  await page.goto(url)
  await payWith(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()

  const other = await context.newPage()
  await openHydrated(other, back)
  await expect(other.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
  await other.request.post('/auth/v1/sign-out', { data: {} })
  await openHydrated(other, back)
  await other.getByRole('alert').getByRole('link', { name: 'Anmelden' }).click()
  await signIn(other, email)
  await expect(other.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
})

test('going back after paying does not offer a second order', async ({ page, allow }) => {
  allow(refused)
  await enterAsMember(page)
  await walkToOrder(page, 'Malermeister Ahrens')
  await order(page).click()
  await payWith(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/provider-signup')
  await expect(page.getByRole('heading', { name: 'Welcher Plan passt zu Ihnen?' })).toBeVisible()
  await expect(order(page)).toBeHidden()

  // The browser restores the page from its back/forward cache, as it was left.
  await walkToOrder(page, 'Malermeister Ahrens')
  await page.evaluate(() => {
    sessionStorage.removeItem('registration-draft')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByRole('heading', { name: 'Welcher Plan passt zu Ihnen?' })).toBeVisible()
})

test('the plan card: what every change costs, cancelling and taking it back', async ({ page, allow }) => {
  allow(refused)
  const { email } = await enterAsMember(page)
  const { url } = await leaveForCheckout(page, 'Basic')
  await page.goto(url)
  await payWith(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
  await passCode(email)
  await openHydrated(page, '/dashboard')
  const card = page.getByRole('region', { name: 'Plan und Abonnement' })
  await expect(card.getByText('Aktiv', { exact: true })).toBeVisible()
  await expect(card.getByText(/^\d\d\.\d\d\.\d{4}, 25,00\s€$/)).toBeVisible()
  await expect(card.getByRole('table')).toContainText(/25,00\s€/)

  await card.getByRole('button', { name: 'Zu Premium wechseln' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/höchstens 5,00\s€; ab dann 30,00\s€ im Monat/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Zahlungspflichtig wechseln' }).click()
  await expect(page.getByText('Ihr Plan ist jetzt Premium')).toBeVisible()
  await expect(card.getByText(/1,5\s%/)).toBeVisible()

  await card.getByRole('button', { name: 'Zu Basic wechseln' }).click()
  await expect(dialog).toContainText(/Premium ist bis zum \d\d\.\d\d\.\d{4} bezahlt/)
  await dialog.getByRole('button', { name: 'Wechsel vormerken' }).click()
  await expect(card.getByText(/^Wechsel zu Basic am \d\d\.\d\d\.\d{4}$/)).toBeVisible()
  await card.getByRole('button', { name: 'Premium behalten' }).click()
  await dialog.getByRole('button', { name: 'Premium behalten' }).click()
  await expect(card.getByText(/^Wechsel zu Basic/)).toBeHidden()

  await card.getByRole('button', { name: 'Kündigen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Abonnement kündigen?' })
  await expect(question.getByRole('button', { name: 'Abonnement behalten' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Kündigen' }).click()
  await expect(card.getByText(/^Gekündigt zum \d\d\.\d\d\.\d{4}$/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await card.getByRole('button', { name: 'Kündigung zurücknehmen' }).click()
  await expect(card.getByText('Aktiv', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Zahlungsmittel ändern' }).click()
  await expect(page).toHaveURL((address) => address.origin === new URL(addresses.sandbox).origin)
})

test('a company that was registered but never paid can be paid from the dashboard', async ({ page, allow }) => {
  allow(refused)
  const { email } = await enterAsMember(page)
  await leaveForCheckout(page, 'Basic')
  await passCode(email)
  await openHydrated(page, '/dashboard')
  const card = page.getByRole('region', { name: 'Plan und Abonnement' })
  await card.getByRole('button', { name: 'Jetzt abonnieren' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abonnement abschließen' })
  await dialog.getByLabel(/^Premium/).check()
  await expect(dialog).toContainText('Mit dem Klick bestellen Sie zahlungspflichtig.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Jetzt abonnieren & bezahlen' }).click()
  await payWith(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
  await expect(page.getByText(/30,00\s€/)).toBeVisible()
})

test('a wrong claim code is refused, a short one is named', async ({ page, allow }) => {
  allow(refused)
  const { email } = await enterAsMember(page)
  await passCode(email)
  await openHydrated(page, '/dashboard')
  const claim = page.getByRole('region', { name: 'Firma mit Code übernehmen' })
  await claim.getByLabel('E-Mail der Firma').fill('niemand@firma.example')
  await claim.getByLabel('8-stelliger Code').fill('1234')
  await claim.getByRole('button', { name: 'Firma übernehmen' }).click()
  await expect(claim.getByText('Bitte geben Sie den vollständigen 8-stelligen Code ein.')).toBeVisible()
  await claim.getByLabel('8-stelliger Code').fill('1234 5678')
  await claim.getByRole('button', { name: 'Firma übernehmen' }).click()
  await expect(claim.getByRole('alert')).toContainText('Adresse und Code passen nicht zusammen')
  await expectAccessibleEverywhere(page)
})

async function signIn(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Anmelden oder registrieren' })
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Passwort', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(dialog).toBeHidden()
}
