import type { Locator, Page } from '@playwright/test'
import { openCalendar } from './appointmentHelpers.ts'
import { expectStep, orderLabel } from './dialogHelpers.ts'
import {
  addresses,
  awaitMails,
  consentToEarlyStart,
  expect,
  expectHydrated,
  newAddress,
  openHydrated,
  payWith,
  queryDatabase,
  test,
} from './fixtures.ts'
import { enterAsOwner } from './ownerHelpers.ts'

/*
 * The way from the home page to the payment page, or to the sent request for quotes, on a phone. A tap is a click, a tick, a field that is
 * filled in, or the key that submits. Bounds are on taps only: seconds are printed, because they depend on the machine.
 */

/** An island without other companies. */
const postcode = '26486'

const title = { fixed: 'Fenster putzen', estimate: 'Wohnung putzen', quote: 'Teppich reinigen' } as const

const mostTaps = { fixed: 12, estimate: 13, quote: 9 } as const

/** A company with a calendar that sells one service by each kind of price. */
async function openIslandCompany(page: Page) {
  const { companyId, companyName } = await enterAsOwner(page)
  await queryDatabase(
    `update companies set category = 'Reinigung', postcode = $2, location = $2 || ' Insel', town = 'Insel' where id = $1`,
    [companyId, postcode],
  )
  const services = [
    { title: title.fixed, id: 'fenster-putzen', kind: 'fixed', cents: 8900, unit: null },
    { title: title.estimate, id: 'wohnung-putzen', kind: 'from', cents: 400, unit: 'm²' },
    { title: title.quote, id: 'teppich-reinigen', kind: 'quote', cents: null, unit: null },
  ]
  for (const [position, { title, id, kind, cents, unit }] of services.entries())
    await queryDatabase(
      `insert into services
         (company_id, title, catalogue_id, price_kind, price_cents, unit, minutes, notice_hours, places, position, created_at, updated_at)
       values ($1, $2, (select id from catalogue_services where id = $3), $4, $5, $6, 60, 24, '{customer}', $7, now(), now())`,
      [companyId, title, id, kind, cents, unit, position],
    )
  await openCalendar(companyId)
  await page.context().clearCookies()
  await expect
    .poll(async () => queryDatabase('select 0 <> any(free) as is_known from search_companies where company_id = $1', [companyId]))
    .toEqual([{ is_known: true }])
  return { companyId, companyName }
}

/** Counts taps and seconds of a way. */
function startWay() {
  const from = Date.now()
  let taps = 0
  return {
    async tap(target: Locator) {
      taps += 1
      await target.click()
    },
    async fill(field: Locator, text: string) {
      taps += 1
      await field.fill(text)
    },
    async press(field: Locator, key: string) {
      taps += 1
      await field.press(key)
    },
    end(need: keyof typeof mostTaps) {
      const seconds = (Date.now() - from) / 1000
      console.info(`way ${need}: ${taps} taps, ${seconds.toFixed(1)} s`)
      expect(taps).toBeLessThanOrEqual(mostTaps[need])
    },
  }
}
type Way = ReturnType<typeof startWay>

/** Searches from the home page. */
async function find(page: Page, way: Way, words: string) {
  await way.fill(page.getByLabel('Was brauchen Sie?'), words)
  await way.fill(page.getByLabel('Wo?'), postcode)
  // On a phone the suggestions cover the button: the search key of the keyboard submits.
  await way.press(page.getByLabel('Wo?'), 'Enter')
}

/** Finds the company from the home page and opens its booking. */
async function search(page: Page, way: Way, { words, companyName }: { words: string; companyName: string }) {
  await find(page, way, words)
  await way.tap(page.getByRole('button', { name: `Jetzt buchen bei ${companyName}` }))
  const dialog = page.getByRole('dialog')
  await expectStep(dialog, 'Schritt 1 von 3')
  await expect(dialog.getByText(words, { exact: true }).first()).toBeInViewport()
  return dialog
}

/** First free time of the chosen day: on the first one the notice may leave only the evening. The input is invisible under its label. */
const firstTime = (dialog: Locator) =>
  dialog
    .getByRole('group', { name: /^(Vormittag|Nachmittag|Abend)$/ })
    .locator('label')
    .first()

/** First free time of the day that is chosen already, name, address, and both next steps. */
async function fillIn(dialog: Locator, way: Way) {
  await way.tap(firstTime(dialog))
  await way.fill(dialog.getByLabel('Name'), 'Katrin Bergmann')
  await way.fill(dialog.getByLabel('E-Mail'), newAddress())
  await way.fill(dialog.getByLabel('Wohin soll der Anbieter kommen?'), `Schmale Gasse 12, ${postcode} Insel`)
  await way.tap(dialog.getByRole('button', { name: 'Weiter' }))
  await expectStep(dialog, 'Schritt 2 von 3')
  await way.tap(dialog.getByRole('button', { name: 'Weiter' }))
  await expectStep(dialog, 'Schritt 3 von 3')
  await way.tap(dialog.getByLabel(/^Ich verlange ausdrücklich/))
}

test('the ways of three needs to the payment page, or to the sent request, stay short on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { companyName } = await openIslandCompany(page)

  await test.step('a fixed price by calendar', async () => {
    await openHydrated(page, '/')
    const way = startWay()
    const dialog = await search(page, way, { words: title.fixed, companyName })
    await expect(dialog.getByText(/^Mit .*Karte, .*, im letzten Schritt$/)).toBeVisible()
    await expect(dialog.getByText('Sofort gebucht, Bestätigung per E-Mail')).toBeVisible()
    await expect(dialog.getByText('Bei Ihnen vor Ort').first()).toBeVisible()
    await fillIn(dialog, way)
    await way.tap(dialog.getByRole('button', { name: orderLabel }))
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    way.end('fixed')
  })

  await test.step('an estimate', async () => {
    await openHydrated(page, '/')
    const way = startWay()
    const dialog = await search(page, way, { words: title.estimate, companyName })
    await way.fill(dialog.getByLabel('Anzahl (m²)'), '60')
    await expect(dialog.getByRole('status', { name: 'Schätzung' })).toContainText('etwa 240 bis 360')
    await expect(dialog.getByText(/^Mit .*Karte, .*, abgebucht wird nur der bestätigte Preis$/)).toBeVisible()
    await fillIn(dialog, way)
    await way.tap(dialog.getByRole('button', { name: 'Zahlungspflichtig anfragen' }))
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    way.end('estimate')
  })

  await test.step('a request for quotes, confirmed by mail', async () => {
    const email = newAddress()
    await openHydrated(page, '/')
    const way = startWay()
    await find(page, way, title.quote)
    await way.tap(page.getByRole('link', { name: `Angebot anfordern bei ${companyName}` }))
    await expect(page).toHaveURL(/angebot-anfordern/)
    await expectHydrated(page)
    await way.fill(page.getByLabel('Was soll gemacht werden?'), 'Ein Teppich aus Wolle, etwa 12 m², mit Flecken.')
    await expect(page.getByLabel('Postleitzahl')).toHaveValue(postcode)
    await way.fill(page.getByLabel('Name', { exact: true }), 'Katrin Bergmann')
    await way.fill(page.getByLabel('E-Mail'), email)
    await way.tap(page.getByRole('button', { name: 'Angebot anfordern' }))
    await expect(page.getByText('Bitte prüfen Sie Ihre E-Mails')).toBeVisible()
    const [mail] = await awaitMails(({ to, subject }) => to === email && subject.startsWith('Bitte bestätigen Sie Ihre Anfrage'), 1)
    await page.goto(/https?:\S+\/angebote\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '')
    await way.tap(page.getByRole('button', { name: 'Anfrage bestätigen und absenden' }))
    await expect(page.getByText('Ihre Anfrage ist unterwegs')).toBeVisible()
    way.end('quote')
  })
})

test('a draft continues in a second tab, and ends there once it is paid in the first', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { companyId } = await openIslandCompany(page)
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: `Buchen ${title.fixed}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(newAddress())

  const second = await context.newPage()
  await openHydrated(second, `/service/${companyId}`)
  await second.getByRole('button', { name: 'Buchung fortsetzen' }).click()
  await expect(second.getByRole('dialog').getByLabel('Name')).toHaveValue('Katrin Bergmann')
  await second.reload()
  await expect(second.getByText('Sie haben eine Buchung begonnen.')).toBeVisible()

  await firstTime(dialog).click()
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill(`Schmale Gasse 12, ${postcode} Insel`)
  for (const step of ['Schritt 2 von 3', 'Schritt 3 von 3']) {
    await dialog.getByRole('button', { name: 'Weiter' }).click()
    await expectStep(dialog, step)
  }
  await consentToEarlyStart(page)
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  await payWith(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
  await expect(second.getByText('Sie haben eine Buchung begonnen.')).toHaveCount(0)
})
