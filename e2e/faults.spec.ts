import {
  closeToasts,
  expectAll,
  fillAndSend,
  fillReset,
  hold,
  linkOf,
  openAuth,
  openLogin,
  postAuth,
  registerAndConfirm,
  signOut,
} from './accountStage.ts'
import { counterCall, counters, listen, readLines, skipWaits } from './counterStage.ts'
import { test } from './faultyStage.ts'
import { nextPassword, password } from './passwords.ts'
import { askDatabase, companyCalled, control, expect, expectAccessible, newAddress, openAlive, placeBooking } from './stage.ts'

// What visitors and members read when the product really fails.
test.beforeEach(({ allow }) => allow(/Failed to load resource/))

const companyName = 'Glanzwerk Altona Gebäudereinigung'

test('when the counters cannot be read, three more tries are made, then fixed numbers stand there, and the error is logged', async ({
  page,
  faulty,
  allow,
}) => {
  const logged = listen(page, allow)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/get_homepage_stats')) asked += 1
  })
  await page.clock.install()
  const letGo = await hold(page, counterCall)
  await page.goto('/')
  await expect.poll(() => asked).toBe(1)
  expect(await readLines(page)).toEqual(['Verifizierte Anbieter', 'Erfolgreiche Buchungen', 'Kundenbewertungen'])
  await faulty.withoutTables(['bookings'], async () => {
    await letGo()
    await skipWaits(page, () => asked === 4)
    await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
  })
  expect(await readLines(page)).toEqual(['2+', 'Verifizierte Anbieter', '5+', 'Erfolgreiche Buchungen', '10+', 'Kundenbewertungen'])
  expect(logged).toEqual([expect.stringContaining('Ein unerwarteter Fehler ist aufgetreten.')])
  await page.clock.fastForward(60_000)
  expect(asked).toBe(4)
})

test('each counter shows its number and a plus, or 0 where there is nothing to count', async ({ page }) => {
  await askDatabase(
    `insert into companies (company_name, category, description, location, contact_person, email, phone, subscription_status, verified)
     select 'Zählwerk ' || n, 'Sonstiges', 'Zählt mit.', '27498 Helgoland', 'Ole Jensen', 'z' || n || '@zaehlwerk.example', '+49 40 66969150',
       'active', true
     from generate_series(1, 1234 - (select count(*)::int from companies where is_listed and verified)) as n`,
  )
  await askDatabase('update reviews set published_at = null')
  try {
    await page.goto('/')
    await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
    await expect(counters(page).getByText('+', { exact: true }).first()).toBeVisible()
    const [companies, first, , second, reviews, third] = await readLines(page)
    expect([companies, first, second]).toEqual(['1.234+', 'Verifizierte Anbieter', 'Erfolgreiche Buchungen'])
    expect([reviews, third]).toEqual(['0', 'Kundenbewertungen'])
  } finally {
    await askDatabase(`delete from companies where email like '%@zaehlwerk.example'`)
  }
})

test('a search that fails, and its fallback, too: an error with the words of the server, and a retry that works', async ({
  page,
  browser,
  faulty,
}) => {
  await openAlive(page, '/search')
  const plain = await (await browser.newContext({ baseURL: faulty.address, javaScriptEnabled: false })).newPage()
  const error = page.getByRole('alert')
  await faulty.withoutTables(['companies'], async () => {
    await page.getByLabel('Was brauchen Sie?').fill('Reinigung')
    await page.getByRole('button', { name: 'Anbieter suchen' }).click()
    await expect(error).toContainText('Suchfehler: Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es erneut.')
    await expect(page.getByRole('article')).toHaveCount(0)
    await plain.goto('/search?q=Reinigung')
    await expect(plain.getByRole('alert')).toContainText('Suchfehler: Fehler bei der Suche')
  })
  await plain.context().close()
  await error.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Anbieter gefunden')
  await expect(error).toHaveCount(0)
})

test('a profile that cannot be loaded inside the app says so, and its retry works', async ({ page, faulty }) => {
  await openAlive(page, `/service/${await companyCalled(companyName)}`)
  await page.getByRole('banner').getByRole('link', { name: 'Handschlag' }).click()
  await expect(counters(page)).toBeVisible()
  const error = page.getByRole('alert')
  await faulty.withoutTables(['reviews'], async () => {
    await page.goBack()
    await expect(error).toContainText('Service konnte nicht geladen werden.')
  })
  await error.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reinigung Service')
  await expect(error).toHaveCount(0)
})

test('a profile that is gone when somebody comes back to it is a notification and the way home', async ({ page }) => {
  const id = await companyCalled(companyName)
  await openAlive(page, `/service/${id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Handschlag' }).click()
  await expect(counters(page)).toBeVisible()
  await askDatabase('update companies set suspended_at = now() where id = $1', [id])
  try {
    await page.goBack()
    await expect(page.getByRole('alert')).toContainText('Service nicht gefunden')
    await expect(page).toHaveURL('/')
  } finally {
    await askDatabase('update companies set suspended_at = null where id = $1', [id])
  }
})

test('a payment that the PSP cannot confirm says so, and is verified on request', async ({ page, faulty }) => {
  const { sessionId, returnPath } = await placeBooking(companyName)
  const note = page.getByRole('alert')
  await faulty.withoutPayments(async () => {
    await control('pay', { session: sessionId })
    await page.goto(returnPath)
    await expect(note).toContainText('Fehler bei der Zahlungsverifikation')
    await expectAccessible(page)
  })
  await note.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
})

test('/auth when the server fails', async ({ page, faulty }) => {
  await openAuth(page)
  await faulty.withoutDatabase(async () => {
    await fillAndSend(page, 'Anmelden', { email: 'a@b.de', password })
    await expectAll(page, ['Fehler', 'Ein unerwarteter Fehler ist aufgetreten.'])
    await closeToasts(page)
    await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
    await expect(page.getByText('Passwort-Zurücksetzen konnte nicht gestartet werden.')).toBeVisible()
    await closeToasts(page)
    await page.getByRole('button', { name: 'E-Mail noch nicht bestätigt?' }).click()
    await page.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
    await expect(page.getByText('Der Bestätigungslink konnte nicht gesendet werden.')).toBeVisible()
  })
})

test('the home dialog when the server fails or does not answer', async ({ page, faulty }) => {
  const email = newAddress()
  const dialog = await openLogin(page)
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(page.getByText('Registrierung erfolgreich')).toBeVisible()
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(dialog.getByText('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse')).toBeVisible()
  await faulty.withoutDatabase(async () => {
    await dialog.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
    await expect(dialog.getByText('Bestätigungs-E-Mail konnte nicht gesendet werden')).toBeVisible()
    await dialog.getByRole('button', { name: 'Passwort vergessen?' }).click()
    await expect(dialog.getByText('Passwort-Zurücksetzen konnte nicht gestartet werden')).toBeVisible()
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(dialog.getByText('Anmeldung fehlgeschlagen. Bitte versuchen Sie es erneut.')).toBeVisible()
    await dialog.getByRole('tab', { name: 'Registrieren' }).click()
    await fillAndSend(page, 'Registrieren', { email, password })
    await expect(dialog.getByText('Registrierung fehlgeschlagen. Bitte versuchen Sie es erneut.')).toBeVisible()
  })
  await faulty.withoutConnection(async () => {
    await dialog.getByRole('button', { name: 'Registrieren', exact: true }).click()
    await expect(dialog.getByText('Ein unerwarteter Fehler ist aufgetreten')).toBeVisible()
  })
})

test('/auth/confirm when no new link can be sent', async ({ page, faulty }) => {
  await faulty.withoutTables(['auth_tokens'], async () => {
    await page.goto('/auth/confirm?token_hash=abc&type=signup')
    await expect(page.getByText('E-Mail-Bestätigung fehlgeschlagen')).toBeVisible()
  })
  await openAlive(page, '/auth/confirm')
  await page.getByLabel('Neuen Bestätigungslink an diese E-Mail-Adresse').fill(newAddress())
  await faulty.withoutDatabase(async () => {
    await page.getByRole('button', { name: 'Senden' }).click()
    await expect(page.getByText('Der Bestätigungslink konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.')).toBeVisible()
  })
})

test('/auth/reset when the link cannot be checked: it still opens after a reload', async ({ page, faulty }) => {
  const email = await registerAndConfirm(page)
  await signOut(page)
  await postAuth(page, 'recover', { email })
  const link = await linkOf(email, { mails: 3, path: '/auth/reset' })
  await faulty.withoutTables(['auth_tokens'], async () => {
    await page.goto(link)
    await expect(page.getByText('Wiederherstellung fehlgeschlagen. Bitte Link erneut öffnen.')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await fillReset(page, nextPassword)
  await expect(page).toHaveURL('/dashboard')
})
