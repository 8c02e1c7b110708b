import type { Page } from '@playwright/test'
import { companyCalled, expect, expectAlive, openAlive, test } from './stage.ts'

// docs/spec.md#late-start: public pages are complete without scripts, which run at the first sign of interaction.
const isAlive = (page: Page) => page.evaluate(() => 'pageIsAlive' in globalThis)
const glanzwerk = async () => `/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`

test('public pages fetch their scripts when idle and run none; a visitor who saves data fetches none', async ({ browser }) => {
  for (const savesData of [false, true]) {
    const page = await (await browser.newContext()).newPage()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.push(request.url())
    })
    if (savesData) await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    for (const path of ['/', '/search', await glanzwerk(), '/reinigung', '/impressum']) {
      const before = scripts.length
      await page.goto(path)
      if (savesData) await page.waitForTimeout(1_000)
      else await expect.poll(() => scripts.length, path).toBeGreaterThan(before)
      expect(await isAlive(page), path).toBe(false)
    }
    if (savesData) expect(scripts).toEqual([])
    await expectAlive(page)
    expect(scripts.length).toBeGreaterThan(0)
    await page.context().close()
  }
})

test('a finger on a button, a focused field and a key wake the page; a finger on a link and Tab to nothing do not', async ({ page }) => {
  const wake: [() => Promise<unknown>, boolean][] = [
    [() => page.getByRole('link', { name: 'Alle ansehen' }).dispatchEvent('pointerdown'), false],
    [() => page.locator('main').dispatchEvent('keydown', { key: 'Tab' }), false],
    [() => page.getByRole('link', { name: 'Alle ansehen' }).dispatchEvent('mouseover'), false],
    [() => page.getByRole('button', { name: 'Anbieter suchen' }).dispatchEvent('mouseover'), true],
    [() => page.locator('main').dispatchEvent('pointerdown'), true],
    [() => page.getByLabel('Was brauchen Sie?').focus(), true],
    [() => page.locator('main').dispatchEvent('keydown', { key: 'a' }), true],
  ]
  for (const [act, wakes] of wake) {
    await page.goto('/')
    await act()
    if (wakes) await expect.poll(() => isAlive(page), String(act)).toBe(true)
    else {
      await page.waitForTimeout(300)
      expect(await isAlive(page), String(act)).toBe(false)
    }
  }
})

test('the first tap is done: a button, a filter, and the words that open the sign-in', async ({ page }) => {
  const offers: boolean[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/get-company-services')) offers.push(true)
  })
  await page.goto(await glanzwerk())
  await page.getByRole('button', { name: 'Jetzt buchen' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // Fetched during hydration, and not repeated.
  expect(offers).toHaveLength(1)

  await page.goto('/search')
  await page.evaluate(() => Object.assign(globalThis, { isStillHere: true }))
  await page
    .getByRole('navigation', { name: 'Filter' })
    .getByRole('link', { name: /^Reinigung/ })
    .click()
  await expect(page).toHaveURL(/category=Reinigung/)
  expect(await page.evaluate(() => 'isStillHere' in globalThis)).toBe(true)

  await page.goto(await glanzwerk())
  await page.getByRole('link', { name: 'Nur für angemeldete Nutzer' }).first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('hydrates at once where needed: a confirmed address, a begun booking, three clicks on the logo', async ({ page }) => {
  await page.goto('/?confirmed=true')
  await expect(page).toHaveURL('/')

  await openAlive(page, await glanzwerk())
  const company = new URL(page.url()).pathname.split('/').at(-1)
  await page.evaluate((id) => sessionStorage.setItem(`booking-draft:${id}`, '{}'), company)
  await page.reload()
  await expect(page.getByText('Sie haben eine Buchung begonnen.')).toBeVisible()

  await page.goto('/impressum')
  for (let click = 0; click < 3; click += 1) await page.locator('footer .brand').click()
  await expect(page).toHaveURL(/\/admin/)
})

test('without their scripts, links that change a part of the page are followed', async ({ page, allow }) => {
  allow(/Failed to load resource|net::ERR/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/search')
  await page
    .getByRole('navigation', { name: 'Filter' })
    .getByRole('link', { name: /^Reinigung/ })
    .click()
  await expect(page).toHaveURL(/category=Reinigung/)
})
