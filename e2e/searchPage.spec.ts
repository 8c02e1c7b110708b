import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, openHydrated, test } from './fixtures.ts'

const everywhere = '/search?location=Hamburg&umkreis=bundesweit'

test('filters and orders are addresses that keep each other, and the way back is the button of the browser', { tag: '@count' }, async ({
  page,
}) => {
  await openHydrated(page, everywhere)
  const all = await heading(page).textContent()
  const stars = group(page, 'Bewertung').getByRole('link', { name: /^ab 4,5 Sternen/ })
  const expectedCount = await countIn(stars)
  await stars.click()
  await expect(heading(page)).toHaveText(`${expectedCount} Anbieter gefunden`)
  await expect(stars).toHaveAttribute('aria-current', 'true')
  await page.getByRole('navigation', { name: 'Sortierung' }).getByRole('link', { name: 'Preis' }).click()
  await expect(page).toHaveURL(`${everywhere}&bewertung=4.5&sortierung=preis`)
  await expect.poll(async () => isAscending(await numbersIn(page, /([\d.]+),(\d\d)\s€/))).toBe(true)
  await page.getByRole('navigation', { name: 'Sortierung' }).getByRole('link', { name: 'Entfernung' }).click()
  await expect(page).toHaveURL(`${everywhere}&bewertung=4.5&sortierung=entfernung`)
  await expect.poll(async () => isAscending(await numbersIn(page, /ca\. (\d+)\skm/))).toBe(true)

  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`${everywhere}&bewertung=4.5`)
  await page.getByRole('list', { name: 'Gewählte Filter' }).getByRole('link', { name: 'ab 4,5 Sternen entfernen' }).click()
  await expect(heading(page)).toHaveText(all ?? '')

  await openHydrated(page, `${everywhere}&preis=80&ansicht=karte&page=2`)
  await page
    .getByRole('list', { name: 'Gewählte Filter' })
    .getByRole('link', { name: /entfernen$/ })
    .click()
  await expect(page).toHaveURL(`${everywhere}&ansicht=karte`)
})

test('search engines keep no list of typed words, and none that is empty', async ({ page }) => {
  const robots = page.locator('meta[name=robots]')
  for (const path of ['/search?q=Reinigung&location=Hamburg', '/search?location=Qwertzuiop']) {
    await page.goto(path)
    await expect(robots).toHaveAttribute('content', 'noindex')
  }
  for (const path of ['/search', '/search?location=Hamburg']) {
    await page.goto(path)
    await expect(heading(page)).toHaveText(/\d Anbieter gefunden/)
    await expect(robots).toHaveCount(0)
  }
})

test('without scripts every number beside a filter is what choosing it finds', { tag: '@count' }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.BASE_URL ?? '' })
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(everywhere)
  for (const [title, name] of [
    ['Bereich', /^Handwerk/],
    ['Bewertung', /^ab 4 Sternen/],
    ['Stundensatz', /^bis 50/],
    ['Prüfung', /^Nur verifizierte/],
  ] as const) {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const link = group(page, title).getByRole('link', { name })
    const expectedCount = await countIn(link)
    await link.click()
    await expect(heading(page)).toHaveText(`${expectedCount} Anbieter gefunden`)
    await page.goto(everywhere)
  }
  await page.getByLabel('Was brauchen Sie?').fill('Gebäude')
  await page.getByRole('button', { name: 'Anbieter suchen' }).click()
  await expect(page).toHaveURL(/umkreis=bundesweit/)
  await page.getByText('Warum wird dieser Anbieter angezeigt?').first().click()
  await expect(page.getByRole('article').first()).toContainText(/Entfernung von Ihrem Ort: ca\. \d+\skm\./)
  await context.close()
})

test('a filter shows a number only if selecting it finds that many, with any filters selected before', { tag: '@count' }, async ({
  page,
}) => {
  const chosen = '/search?category=Handwerk&bewertung=4&preis=80'
  await openHydrated(page, chosen)
  await expect(heading(page)).toHaveText(/^\d Anbieter gefunden$/)
  const filters = page.getByRole('navigation', { name: 'Filter' }).getByRole('link')
  const counted = await filters.filter({ hasText: /\d Anbieter$/ }).all()
  const expectedCounts = await Promise.all(
    counted.map(async (link) => [(await link.getAttribute('href')) ?? '', await countIn(link)] as const),
  )
  expect(expectedCounts.length).toBeGreaterThan(4)
  for (const [address, expectedCount] of expectedCounts) {
    await page.goto(address)
    await expect(heading(page)).toHaveText(expectedCount === 0 ? 'Keine Anbieter gefunden' : `${expectedCount} Anbieter gefunden`)
  }
  await page.goto(chosen)
  for (const name of ['Garten', 'ab 3 Sternen', 'Alle Preise']) await expect(filters.filter({ hasText: name })).toHaveText(name)
})

test('on a phone the filters are a bottom sheet that stays open while selecting', { tag: '@count' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, everywhere)
  const toggle = page.getByRole('button', { name: /^Filter( \(\d\))?$/ })
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await expect(sheet).toBeHidden()
  await toggle.press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Filter' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await expect(sheet.getByRole('button', { name: 'Filter schließen' })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(sheet).toBeHidden()
  await toggle.click()
  const place = async () => {
    const box = await sheet.boundingBox()
    return [box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]
  }
  // Waits for the animation.
  await expect.poll(place).toEqual([0, 390, 844])
  const handicraft = group(page, 'Bereich').getByRole('link', { name: /^Handwerk/ })
  const expectedCount = await countIn(handicraft)
  await handicraft.press('Enter')
  await expect(page).toHaveURL(/category=Handwerk/)
  const done = sheet.getByRole('button', { name: `${expectedCount} Anbieter anzeigen` })
  await expect(done).toBeInViewport()
  await expect(handicraft).toBeFocused()
  await done.click()
  await expect(sheet).toBeHidden()
  await expect(toggle).toBeFocused()
  await expect(toggle).toHaveText('Filter (1)')
})

test('the sheet is left by Escape, by its cross, and by a tap that opens nothing below it; the Tab key stays in it', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, everywhere)
  const toggle = page.getByRole('button', { name: 'Filter', exact: true })
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => sheet.getByRole('button', { name: 'Filter schließen' }).click(),
    () => page.mouse.click(60, 30),
  ]) {
    await toggle.click()
    await expect(sheet).toBeVisible()
    await leave()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(everywhere)
  }
  expect(context.pages()).toHaveLength(1)
  await toggle.click()
  await sheet.getByRole('button', { name: /Anbieter anzeigen$/ }).focus()
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('Tab')
    expect(await page.locator('main :focus:not(#filter *)').count()).toBe(0)
  }
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
})

test('keyboard users can skip the filters', async ({ page }) => {
  await openHydrated(page, everywhere)
  const skip = page.getByRole('link', { name: 'Filter überspringen' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('#ergebnisse :focus')).toHaveCount(1)
})

test('where the system brings its own colours, a chosen filter still looks different', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openHydrated(page, everywhere)
  const fill = (name: string) =>
    group(page, 'Umkreis')
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(await fill('Bundesweit')).not.toBe(await fill('50 km'))
})

test('sorting and paging by keyboard keeps the focus, and announces the results', async ({ page }) => {
  await openHydrated(page, everywhere)
  const news = page.getByRole('main').getByRole('status')
  await expect(news).toHaveText('')
  const byPrice = page.getByRole('navigation', { name: 'Sortierung' }).getByRole('link', { name: 'Preis' })
  await byPrice.press('Enter')
  await expect(byPrice).toHaveAttribute('aria-current', 'true')
  await expect(byPrice).toBeFocused()
  await expect(news).toHaveText(/^\d+ Anbieter gefunden$/)
  await page.getByRole('link', { name: 'Weitere Anbieter anzeigen' }).press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(heading(page)).toBeFocused()
  await page.getByRole('link', { name: 'Karte anzeigen' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Karte ausblenden' })).toBeFocused()
})

test('an unknown word is corrected, which is shown, and matches are highlighted', async ({ page }) => {
  await page.goto('/search?q=Gebäudereinigugn')
  const meant = page.getByText('Meinten Sie').getByRole('link')
  await expect(meant).toHaveText(/gebäudereinigung/i)
  await expect(page.getByRole('article').first().locator('mark').first()).toHaveText(/gebäudereinig/i)
  await page.getByText('Warum wird dieser Anbieter angezeigt?').first().click()
  await expect(page.getByRole('article').first()).toContainText('Er ist vom Fach: Gebäudereiniger.')
  await expect(page.getByRole('article').first()).toContainText(
    'Ob ein Anbieter für einen Plan mehr bezahlt, ändert die Reihenfolge nicht.',
  )
  await expectAccessibleEverywhere(page)
})

test('the radius is chosen among links', { tag: '@count' }, async ({ page }) => {
  await openHydrated(page, '/search?location=Kiel&umkreis=5&category=Garten')
  await group(page, 'Umkreis').getByRole('link', { name: '100 km' }).click()
  await expect(page).toHaveURL('/search?location=Kiel&category=Garten&umkreis=100')
})

test('an unknown place is reported, and the whole country is offered', async ({ page }) => {
  await page.goto('/search?location=Qwertzuiop')
  await expect(page.getByText('Den Ort „Qwertzuiop“ kennen wir nicht.')).toBeVisible()
  await page.getByRole('link', { name: /^Bundesweit/ }).click()
  await expect(heading(page)).toHaveText(/^\d+ Anbieter gefunden$/)
})

test('of places with one name the largest is meant, and the others are a link away', async ({ page }) => {
  await page.goto('/search?location=Frankfurt&umkreis=100')
  await expect(page.getByText(/um Frankfurt am Main[ .]/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Frankfurt (Oder)' }).click()
  await expect(page.getByText(/um Frankfurt \(Oder\)[ .]/).first()).toBeVisible()
})

test('the card and the profile tell the same distance', async ({ page, context }) => {
  await page.goto('/search?q=Altona&location=Lübeck&umkreis=bundesweit')
  const shownDistance = /ca\. \d+\skm/.exec((await page.getByRole('article').textContent()) ?? '')?.[0] ?? 'nothing'
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Profil ansehen' }).click()
  await expect((await opened).getByText(`${shownDistance} von Lübeck`)).toBeVisible()
})

test('the map shows the companies of the page by price; pins and cards belong together, and the search follows the map', async ({
  page,
}) => {
  await openHydrated(page, everywhere)
  await page.getByRole('link', { name: 'Karte anzeigen' }).click()
  await expect(page).toHaveURL(`${everywhere}&ansicht=karte`)
  const map = page.getByRole('group', { name: 'Karte der Anbieter auf dieser Seite' })
  const pins = map.getByRole('link')
  await expect(pins.first()).toBeVisible()
  const pin = map.getByRole('link', { name: /, (ab )?\d[\d.,]*\s€\/h$/ }).first()
  const [, name = ''] = /^(.*), (?:ab )?[\d.,]+\s€\/h$/.exec((await pin.getAttribute('aria-label')) ?? '') ?? []
  await pin.focus()
  const card = page.locator('article[data-pointed]')
  await expect(card.getByRole('heading')).toContainText(name)
  await pin.press('Enter')
  await expect(page).toHaveURL(/#anbieter-\d+$/)
  await expect(card).toBeInViewport()
  await page.locator('#anbieter-2').hover()
  await expect(page.locator('#anbieter-2')).toHaveAttribute('data-pointed', '')
  // Companies close to each other share a pin, which zooms in.
  const shown = await map.getAttribute('viewBox')
  await map
    .getByRole('link', { name: /^\d+ ab/ })
    .first()
    .press('Enter')
  await expect(map).not.toHaveAttribute('viewBox', shown ?? '')
  await page.getByRole('button', { name: 'Karte verkleinern' }).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowDown')
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: /^Hier suchen: / }).click()
  await expect(page).toHaveURL(/location=[^&]+.*ansicht=karte/)
  await expect(heading(page)).toHaveText(/Anbieter|gefunden/)
})

test('suggestions come while typing, by keys alone, and leave the field as it was typed', async ({ page }) => {
  await openHydrated(page, '/search')
  const words = page.getByLabel('Was brauchen Sie?')
  await words.press('r')
  await expect(words).toHaveAttribute('aria-expanded', 'false')
  await words.pressSequentially('ein')
  await expect(words).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(/^\d Vorschl(ag|äge), mit den Pfeiltasten wählbar$/)).toHaveCount(1)
  await expectAccessibleEverywhere(page)
  await words.press('ArrowDown')
  const active = page.getByRole('option', { selected: true })
  await expect(active).toHaveText(/^Reinigung/)
  await expect(words).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '')
  await words.press('ArrowUp')
  await expect(active).toHaveCount(0)
  await expect(words).toHaveValue('rein')
  await words.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await words.press('ArrowDown')
  await words.press('Enter')
  await expect(words).toHaveValue('Reinigung')
  await expect(page).toHaveURL('/search?q=Reinigung&location=')
})

test('places are suggested on the home page, too, and chosen with the pointer', async ({ page }) => {
  await openHydrated(page, '/')
  const place = page.getByLabel('Wo?')
  await place.pressSequentially('Frankfurt (')
  await page.getByRole('option', { name: 'Frankfurt (Oder)' }).click()
  await expect(place).toHaveValue('Frankfurt (Oder)')
  await expect(place).toBeFocused()
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('an answer to what was typed before is not shown', async ({ page }) => {
  await openHydrated(page, '/search')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/functions/v1/suggest-places', async (route) => {
    const isFirst = route.request().postData()?.includes('"Ha"')
    if (isFirst) await released
    await route.fulfill({ json: [{ label: isFirst ? 'zu spät' : 'Hannover', value: 'Hannover' }] }).catch(() => undefined)
  })
  const place = page.getByLabel('Wo?')
  const asked = page.waitForRequest(/suggest-places/)
  await place.pressSequentially('Ha')
  await asked
  await place.pressSequentially('nn')
  await expect(page.getByRole('option')).toHaveText(['Hannover'])
  release()
  await page.waitForTimeout(300)
  await expect(page.getByRole('option')).toHaveText(['Hannover'])
})

test('suggestions that arrive too late are not shown', async ({ page }) => {
  await openHydrated(page, '/search')
  const words = page.getByLabel('Was brauchen Sie?')
  await words.focus()
  await expect(words).toHaveRole('combobox')
  let asked = 0
  await page.route('**/functions/v1/suggest-words', async (route) => {
    asked += 1
    await new Promise((next) => setTimeout(next, 400))
    await route.continue().catch(() => undefined)
  })
  await words.pressSequentially('rein')
  await expect.poll(() => asked).toBeGreaterThan(0)
  await words.press('Tab')
  await page.waitForTimeout(900)
  await expect(words).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('option')).toHaveCount(0)
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const group = (page: Page, name: string) => page.getByRole('group', { name })
const countIn = async (link: Locator) => Number(/(\d+) Anbieter$/.exec((await link.textContent()) ?? '')?.[1])

/** Number matched in each card, in their order. */
async function numbersIn(page: Page, pattern: RegExp) {
  const texts = await page.getByRole('article').allTextContents()
  return texts.flatMap((text) => {
    const found = pattern.exec(text)
    return found ? [Number(found.slice(1).join('').replaceAll('.', ''))] : []
  })
}

const isAscending = (numbers: number[]) => numbers.length > 3 && numbers.every((one, at) => at === 0 || one >= (numbers[at - 1] ?? 0))
