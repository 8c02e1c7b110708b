import { checkAccessibility, openRequestCompany } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, goOn } from './dialogHelpers.ts'
import { expect, openHydrated, placeBooking, queryDatabase, test } from './fixtures.ts'

// 40 letters without a break opportunity; the description has a word of 80.
const word = 'Donaudampfschifffahrtsgesellschaftskapit'

test('nothing is wider than a phone, also with words of 40 letters', async ({ page, allow }) => {
  allow(refused)
  const { companyId } = await openRequestCompany(page)
  await queryDatabase(
    `update companies set company_name = $2, description = $3, services_offered = array[$2], contact_person = $2 where id = $1`,
    [companyId, word, `${word}${word} ${word} und ${word}`],
  )
  await queryDatabase('update services set title = $2, description = $2, questions = array[$2] where company_id = $1', [companyId, word])
  const { returnPath } = await placeBooking('Glanzwerk Altona Gebäudereinigung')
  const pages = [
    '/',
    `/search?q=${word}`,
    `/search?q=${word}&ansicht=karte`,
    `/search?q=${word}${word}`,
    // Chips that scroll within their row.
    '/search?q=reinigung',
    '/search',
    `/service/${companyId}`,
    `/buchen/${companyId}`,
    `/angebot-anfordern?anbieter=${companyId}`,
    '/reinigung',
    '/reinigung/hamburg',
    '/leistung/fenster-putzen',
    returnPath,
    '/dashboard',
    '/dashboard/leistungen',
    '/dashboard/firmendaten',
  ]
  const tooWide: string[] = []
  for (const path of pages) {
    await page.goto(path)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) tooWide.push(`${path} at ${width}: ${over} px`)
    }
  }
  expect(tooWide).toEqual([])
})

test('a phone shows two results with their prices on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/search', '/search?q=Fenster+putzen&umkreis=bundesweit&location=Augsburg']) {
    await page.goto(path)
    for (const at of [0, 1]) {
      const box = await page.locator('.result .price').nth(at).boundingBox()
      expect((box?.y ?? 844) + (box?.height ?? 0), `${path} ${at}`).toBeLessThanOrEqual(844)
    }
    expect((await page.locator('.search-bar form').boundingBox())?.height).toBeLessThan(60)
  }
})

test('an address is required only for a visit, and the profile shows when the company is free and open', async ({ page, allow }) => {
  allow(refused)
  const { companyId } = await openRequestCompany(page)
  await queryDatabase(
    `insert into services (company_id, title, price_kind, price_cents, minutes, places, position, created_at, updated_at)
     values ($1, 'Rinne löten', 'fixed', 9000, 60, '{shop}', 1, now(), now()),
            ($1, 'Beratung', 'fixed', 4000, 60, '{customer,remote}', 2, now(), now())`,
    [companyId],
  )
  await openHydrated(page, `/service/${companyId}`)
  const free = page.getByRole('region', { name: 'Nächste freie Termine' })
  await expect(free.locator('.time-chip')).toHaveCount(3)
  const days = await free.locator('.time-chip b').allTextContents()
  expect(new Set(days).size).toBe(3)
  await expect(free.getByText(/vorher kostenlos stornieren$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Öffnungszeiten' }).getByRole('term')).toHaveCount(7)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(page.locator('.booking-bar')).toContainText(/^Nächster freier Termin (Mo|Di|Mi|Do|Fr|Sa|So) \d\d\.\d\d\., \d\d:\d\d Uhr/)
  await checkAccessibility(page)
  if (size) await page.setViewportSize(size)

  await page.getByRole('link', { name: 'Buchen Rinne löten' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Beim Anbieter, /).first()).toBeVisible()
  await expect(dialog.getByLabel('Wohin soll der Anbieter kommen?')).toHaveCount(0)
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill('katrin@kunde.example')
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
  await dialog.getByRole('radio', { name: '13:30' }).check()
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expect(dialog.getByRole('region', { name: 'Schritt 3 von 3' })).toContainText('Beim Anbieter')

  await openHydrated(page, `/service/${companyId}`)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.getByRole('link', { name: 'Buchen Beratung' }).click()
  await expect(dialog.getByLabel('Wohin soll der Anbieter kommen?')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Telefonisch oder online' }).check()
  await expect(dialog.getByLabel('Wohin soll der Anbieter kommen?')).toHaveCount(0)
})
