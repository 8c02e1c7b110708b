import type { Page } from '@playwright/test'
import { declarationTexts } from '#src/orders/withdrawals/rules.ts'
import {
  awaitMails,
  companyCalled,
  expect,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  newAddress,
  openHydrated,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'

const refused = /Failed to load resource: the server responded with a status of 422/

/** Publishes a review directly, without the rules of writing one. */
const publishReview = ({ company, author, comment }: { company: string; author: string; comment: string }) =>
  queryDatabase(
    `insert into reviews (company_id, customer_name, customer_email, rating, comment, published_at) values ($1, 'Ida Nass', $2, 1, $3, now())`,
    [company, author, comment],
  )

/** Waits for the mail whose text contains these words. */
const mailWith = async (words: string) => (await awaitMails(({ text }) => text.includes(words), 1))[0]

test('questions open, and search engines read them', async ({ page }) => {
  await openHydrated(page, '/support')
  const question = page.getByText('Was kostet es, Anbieter zu sein?')
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Basic kostet 25,00 € im Monat, die Provision beträgt 3 %')).toBeVisible()
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect([data['@type'], data.mainEntity.length]).toEqual(['FAQPage', await page.locator('.faq summary').count()])
  await expectAccessibleEverywhere(page)
})

test('a message to the operator: faults at the fields, nothing typed is lost, the answer goes to its sender', async ({ page, allow }) => {
  allow(/Failed to load resource/)
  const [email, words] = [newAddress(), `Wann wird erstattet? ${Math.random()}`]
  await openHydrated(page, '/support')
  const form = page.getByRole('region', { name: 'Nachricht schreiben' })
  const send = form.getByRole('button', { name: 'Nachricht senden' })
  await form.getByLabel('Nachricht', { exact: true }).fill(words)
  await send.click()
  await expect(form.locator('.message')).toHaveText([
    'Name muss zwischen 2 und 100 Zeichen lang sein',
    'Ungültige E-Mail-Adresse',
    'Bitte wählen Sie ein Thema',
  ])
  await expect(form.getByLabel('Name')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await form.getByLabel('Name').fill('Katrin Bergmann')
  await form.getByLabel('E-Mail').fill(email)
  await form.getByLabel('Thema').selectOption('Zahlung oder Erstattung')
  await page.context().setOffline(true)
  await send.click()
  await expect(form.getByText('Ihre Nachricht wurde nicht gesendet')).toBeVisible()
  await expect(form.getByText('Keine Verbindung. Ihre Eingaben bleiben erhalten.')).toBeVisible()
  await expect(form.getByLabel('Nachricht', { exact: true })).toHaveValue(words)
  await page.context().setOffline(false)
  await send.click()
  await expect(form.getByText('Ihre Nachricht ist angekommen')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const mail = await mailWith(words)
  expect(mail?.headers).toContain(`Reply-To: ${email}`)

  await enterAsOperator(page)
  await openHydrated(page, `/admin/nachrichten?search=${email}`)
  await expect(page.getByRole('button', { name: 'Katrin Bergmann' })).toBeVisible()
  await expectToFitEverywhere(page)
  await page.getByRole('button', { name: 'Katrin Bergmann' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zahlung oder Erstattung' })
  await expect(dialog.getByText(words)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Als erledigt ablegen' }).click()
  await expect(page.getByRole('cell', { name: 'Erledigt' })).toBeVisible()
})

test('without JavaScript: questions, message and report all the same', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/support')
  await page.getByText('Brauche ich ein Konto, um zu buchen?').click()
  await expect(page.getByText('Suchen, buchen, bezahlen und bewerten können Sie ohne Konto.')).toBeVisible()
  await page.getByLabel('Name').fill('Katrin Bergmann')
  await page.getByLabel('E-Mail').fill(newAddress())
  await page.getByLabel('Thema').selectOption('Etwas anderes')
  await page.getByLabel('Nachricht', { exact: true }).fill('Guten Tag, eine Frage.')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page.getByText('Ihre Nachricht ist angekommen')).toBeVisible()
  await page.goto('/inhalt-melden')
  await page.getByLabel('Adresse der Seite').fill('das zweite Bild auf der Startseite')
  await page.getByLabel('Grund').selectOption('Etwas anderes')
  await page.getByLabel('Begründung').fill('Das Bild zeigt mich, ich habe nicht zugestimmt.')
  await page.getByLabel('Name').fill('Katrin Bergmann')
  await page.getByLabel('E-Mail').fill(newAddress())
  await page.getByLabel('Ich bin überzeugt').check()
  await page.getByRole('button', { name: 'Meldung senden' }).click()
  await expect(page.getByText('Ihre Meldung ist angekommen')).toBeVisible()
  await context.close()
})

/** Disables the browser's own validation, so that the server has to check. */
const withoutOwnChecks = (page: Page) =>
  page.locator('main form').evaluateAll((forms) => {
    for (const form of forms) form.setAttribute('novalidate', '')
  })

test('without JavaScript: what is refused shows its form again with everything that was typed', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const words = 'Erste Zeile <b>\nzweite Zeile & mehr'
  await page.goto('/support')
  await page.getByLabel('Name').fill('K')
  await page.getByLabel('E-Mail').fill('katrin@kunde.example')
  await page.getByLabel('Thema').selectOption('Etwas anderes')
  await page.getByLabel('Nachricht', { exact: true }).fill(words)
  await withoutOwnChecks(page)
  const [refused] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'POST'),
    page.getByRole('button', { name: 'Nachricht senden' }).click(),
  ])
  expect(refused.status()).toBe(422)
  await expect(page.locator('.message')).toHaveText(['Name muss zwischen 2 und 100 Zeichen lang sein'])
  await expect(page.getByLabel('E-Mail')).toHaveValue('katrin@kunde.example')
  await expect(page.getByLabel('Thema')).toHaveValue('other')
  await expect(page.getByLabel('Nachricht', { exact: true })).toHaveValue(words)
  await page.getByLabel('Name').fill('Katrin Bergmann')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page.getByText('Ihre Nachricht ist angekommen')).toBeVisible()
  await page.goto('/inhalt-melden')
  await page.getByLabel('Begründung').fill('zu kurz')
  await page.getByLabel('Ich bin überzeugt').check()
  await withoutOwnChecks(page)
  await page.getByRole('button', { name: 'Meldung senden' }).click()
  await expect(page.getByText('Begründung muss zwischen 20 und 3.000 Zeichen lang sein')).toBeVisible()
  await expect(page.getByLabel('Begründung')).toHaveValue('zu kurz')
  await expect(page.getByLabel('Ich bin überzeugt')).toBeChecked()
  await page.goto('/vertrag-widerrufen')
  await page.getByLabel('Ihr Name').fill('Katrin Bergmann')
  await page.getByLabel('Welchen Vertrag').fill('Fenster, 3. Mai')
  await page.getByRole('button', { name: 'Weiter zur Bestätigung' }).click()
  await expect(page.getByText(declarationTexts.email)).toBeVisible()
  await expect(page.getByLabel('Welchen Vertrag')).toHaveValue('Fenster, 3. Mai')
  await page.getByLabel('E-Mail').fill(newAddress())
  await page.getByRole('button', { name: 'Weiter zur Bestätigung' }).click()
  await expect(page.getByText('Ihr Widerruf ist eingegangen')).toBeVisible()
  await context.close()
})

test('a review is reported from its profile, decided by the operator, and both sides read why', async ({ page, allow }) => {
  allow(refused)
  const email = newAddress()
  const author = newAddress()
  const comment = `Der Nachbar ist ein Lump. ${Math.random()}`
  const company = await companyCalled('Blitzsauber Augsburg')
  await publishReview({ company, author, comment })
  await openHydrated(page, `/service/${company}`)
  await page.getByRole('article').filter({ hasText: comment }).getByRole('link', { name: 'Inhalt melden' }).click()
  await expect(page.getByRole('heading', { name: 'Inhalt melden' })).toBeVisible()
  await expect(page.getByText(comment)).toBeVisible()
  const send = page.getByRole('button', { name: 'Meldung senden' })
  await send.click()
  await expect(page.locator('.message')).toHaveText([
    'Bitte wählen Sie einen Grund',
    'Begründung muss zwischen 20 und 3.000 Zeichen lang sein',
    'Name muss zwischen 2 und 100 Zeichen lang sein',
    'Ungültige E-Mail-Adresse',
    'Bitte bestätigen Sie die Richtigkeit Ihrer Angaben',
  ])
  await expect(page.getByLabel('Grund')).toBeFocused()
  await expectToFitEverywhere(page)
  await page.getByLabel('Grund').selectOption('Beleidigung oder Verleumdung')
  await page.getByLabel('Begründung').fill('Ein Unbeteiligter wird beleidigt.')
  await page.getByLabel('Name').fill('Jonas Graf')
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Ich bin überzeugt').check()
  await send.click()
  await expect(page.getByText('Ihre Meldung ist angekommen')).toBeVisible()
  await expectToFitEverywhere(page)
  const [receipt] = await readMails(email, 1)
  expect(receipt?.subject).toContain('Ihre Meldung ist angekommen')

  await enterAsOperator(page)
  await openHydrated(page, `/admin/meldungen?search=${email}`)
  await expect(page.getByRole('button', { name: 'Bewertung: Blitzsauber Augsburg' })).toBeVisible()
  await expectToFitEverywhere(page)
  await page.getByRole('button', { name: 'Bewertung: Blitzsauber Augsburg' }).click()
  const dialog = page.getByRole('dialog', { name: /^Meldung/ })
  await expect(dialog.getByText(comment)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Entscheiden' }).click()
  const deciding = page.getByRole('dialog', { name: 'Über die Meldung entscheiden' })
  await deciding.getByLabel('Die Bewertung wird gelöscht').check()
  await deciding.getByRole('button', { name: 'Entscheidung mitteilen' }).click()
  await expect(deciding.getByText('Bitte wählen Sie, worauf die Entscheidung beruht')).toBeVisible()
  await expect(deciding.getByText('Bitte begründen Sie die Entscheidung (höchstens 2.000 Zeichen)')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await deciding.getByLabel('Der Inhalt ist rechtswidrig').check()
  await deciding.getByLabel('Begründung').fill('Die Bewertung beleidigt einen Unbeteiligten.')
  await deciding.getByRole('button', { name: 'Entscheidung mitteilen' }).click()
  await expect(page.getByText('Entscheidung gespeichert')).toBeVisible()
  await expect(dialog.getByText('Nicht mehr da')).toBeVisible()
  const [decision] = await readMails(email, 2)
  expect(decision?.text).toContain('Die Bewertung beleidigt einen Unbeteiligten.')
  const [statement] = await readMails(author, 1)
  expect(statement?.subject).toContain('Ihre Bewertung wurde gelöscht')
  await page.goto(`/service/${company}`)
  await expect(page.getByText(comment)).toHaveCount(0)
})
