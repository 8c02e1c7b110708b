import type { Page } from '@playwright/test'
import { agreed, checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { failedAnswer } from './dialogHelpers.ts'
import { addresses, expect, openHydrated, queryDatabase, soon, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
})

/** A calendar with an agreed appointment in two days at 14:00, and a second person. */
async function openDiary(page: Page, query = '') {
  const owner = await agreed(page)
  await queryDatabase(`insert into resources (company_id, kind, name, position) values ($1, 'person', 'Tarek Aydin', 1)`, [owner.companyId])
  await openHydrated(page, `/dashboard/kalender?tag=${soon()}${query}`)
  return owner
}

const blocks = (companyId: string) =>
  queryDatabase(
    `select
       to_char(lower(during) at time zone 'Europe/Berlin', 'HH24:MI') || '-' || to_char(upper(during) at time zone 'Europe/Berlin', 'HH24:MI') as at,
       resources.name,
       note
     from occupancies
     join resources on resources.id = resource_id
     where occupancies.company_id = $1 and occupancies.kind = 'block'
     order by resources.position`,
    [companyId],
  )

for (const screen of screens) {
  test(`a time is blocked by the dialog, refused where something lies, and freed at ${screen.width}`, async ({ page, allow }) => {
    allow(failedAnswer)
    await page.setViewportSize(screen)
    const { companyId } = await openDiary(page)
    await expect(page.getByRole('button', { name: /Katrin Bergmann/ })).toBeVisible()
    await page.getByRole('button', { name: 'Zeit sperren' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Für').selectOption('Alle')
    await dialog.getByLabel('Von').fill('13')
    await dialog.getByLabel('Bis').fill('12')
    await dialog.getByRole('button', { name: 'Zeit sperren' }).click()
    await expect(dialog.getByText('Das Ende muss nach dem Anfang liegen')).toBeVisible()
    await dialog.getByLabel('Bis').fill('14:30')
    await dialog.getByRole('button', { name: 'Zeit sperren' }).click()
    await expect(dialog.getByText(/In dieser Zeit ist schon etwas eingetragen: 14:00 bis 15:00 Uhr \(Meike Petersen\)/)).toBeVisible()
    await checkAccessibility(page, screen)
    expect(await blocks(companyId)).toEqual([])
    await dialog.getByLabel('Bis').fill('13:45 Uhr')
    await dialog.getByLabel('Vermerk').fill('Teambesprechung')
    await dialog.getByRole('button', { name: 'Zeit sperren' }).click()
    await expect(dialog).toBeHidden()
    const block = page.getByRole('button', { name: /Gesperrt: Teambesprechung/ })
    await expect(block.first()).toBeVisible()
    expect(await blocks(companyId)).toEqual([
      { at: '13:00-13:45', name: 'Meike Petersen', note: 'Teambesprechung' },
      { at: '13:00-13:45', name: 'Tarek Aydin', note: 'Teambesprechung' },
    ])
    await checkAccessibility(page, screen)
    await block.first().click()
    await dialog.getByRole('button', { name: 'Sperre aufheben' }).click()
    await expect(dialog).toBeHidden()
    await expect(block).toHaveCount(0)
    expect(await blocks(companyId)).toEqual([])

    await page.getByRole('button', { name: /Katrin Bergmann/ }).click()
    await expect(dialog.getByRole('heading', { name: /^Buchung/ })).toBeVisible()
    await expect(dialog.getByText('Schmale Gasse 12, 22767 Hamburg')).toBeVisible()
  })
}

test('day, week and list are shown, and the keys lead through them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDiary(page)
  const entry = page.getByRole('button', { name: /Katrin Bergmann/ })
  await expect(page.getByRole('heading', { name: 'Tarek Aydin' })).toBeVisible()
  // Checked at once: a controlled choice that waits for the URL would jump back for a moment.
  const isChosen = await page.getByLabel('Woche', { exact: true }).evaluate((choice: HTMLInputElement) => {
    choice.click()
    return choice.checked
  })
  expect(isChosen).toBe(true)
  await expect(page.getByRole('heading', { name: /KW \d+$/ })).toBeVisible()
  await expect(entry).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Liste', { exact: true }).check()
  await expect(page.getByText('Frei: Tarek Aydin')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Tag', { exact: true }).check()
  await page
    .getByRole('button', { name: /^\w+, \d+\. \w+.*Termin/ })
    .first()
    .focus()
  await page.keyboard.press('j')
  await expect(entry).toBeFocused()
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Verschieben: Katrin Bergmann' })).toBeVisible()
  await dialog.getByRole('radio', { name: '15:30' }).check()
  await dialog.getByRole('button', { name: 'Termin vorschlagen' }).click()
  await expect(page.getByText('Ihr Vorschlag ist gesendet')).toBeVisible()
  await expect(page.getByRole('button', { name: /15:30–16:30 · Ihr Vorschlag/ })).toBeVisible()
  await entry.first().focus()
  await page.keyboard.press('s')
  await expect(dialog.getByRole('heading', { name: 'Zeit sperren' })).toBeVisible()
  await page.keyboard.press('Escape')
  await entry.first().focus()
  await page.keyboard.press('h')
  await expect(page.getByText(/, heute$/)).toBeVisible()
})

test('a week leads to the day in which more lies at one time than it can show', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const { companyId } = await openDiary(page)
  await queryDatabase(`insert into resources (company_id, kind, name, position) values ($1, 'person', 'Svenja Lorenz', 2)`, [companyId])
  await queryDatabase(
    `insert into occupancies (company_id, resource_id, during, core, kind, note, created_at)
     select $1, id, time, time, 'block', 'Messe ' || position, now() + position * interval '1 second'
     from resources, tstzrange($2::date + time '10:00', $2::date + time '11:00') as time
     where company_id = $1`,
    [companyId, soon()],
  )
  const monday = new Date(soon()).getUTCDay() === 1
  const other = new Date(Date.parse(soon()) + (monday ? 86_400_000 : -86_400_000)).toISOString().slice(0, 10)
  await openHydrated(page, `/dashboard/kalender?tag=${other}&ansicht=woche`)
  await page.getByRole('button', { name: /weitere, Tag ansehen/ }).click()
  await expect(page).toHaveURL(new RegExp(`tag=${soon()}&ansicht=tag`))
  for (const position of [0, 1, 2]) await expect(page.getByRole('button', { name: `Gesperrt: Messe ${position}` })).toBeVisible()
})

test('a time is blocked and an appointment moved by dragging, each through its dialog', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2000 })
  const { companyId } = await openDiary(page)
  const entry = page.getByRole('button', { name: /Katrin Bergmann/ })
  const box = await entry.boundingBox()
  if (!box) throw new Error('the appointment is not drawn')
  const hour = 64
  // From 14:00 to 16:00.
  await page.mouse.move(box.x + 40, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 20 + 2 * hour, { steps: 6 })
  await expect(page.getByText('16:00–17:00')).toBeVisible()
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Gewünscht: .* 16:00 Uhr/)).toBeVisible()
  await expect(dialog.getByRole('radio', { name: '16:00' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // In the other person's column, from 9:00 to 10:30.
  const other = await page.getByRole('list', { name: 'Tarek Aydin' }).locator('..').boundingBox()
  if (!other) throw new Error('the column is not drawn')
  const top = box.y - 5 * hour
  await page.mouse.move(other.x + 40, top + 2)
  await page.mouse.down()
  await page.mouse.move(other.x + 40, top + 2 + 1.5 * hour, { steps: 6 })
  await page.mouse.up()
  await expect(dialog.getByLabel('Von')).toHaveValue('09:00')
  await expect(dialog.getByLabel('Bis')).toHaveValue('10:30')
  await dialog.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(dialog).toBeHidden()
  expect(await blocks(companyId)).toEqual([{ at: '09:00-10:30', name: 'Tarek Aydin', note: '' }])
})

for (const screen of screens) {
  test(`the dashboard begins with today and this week: whom to call, where to go, done; the operator reads the calendar at ${screen.width}`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(screen)
    const { companyId, bookingId } = await agreed(page)
    const midnight = `date_trunc('day', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin'`
    const start = `greatest(${midnight}, date_trunc('minute', now() - interval '20 minutes'))`
    await queryDatabase(`update appointments set starts_at = ${start}, ends_at = ${start} + interval '1 hour' where booking_id = $1`, [
      bookingId,
    ])
    const span = `tstzrange(${start}, ${start} + interval '1 hour')`
    await queryDatabase(`update occupancies set during = ${span}, core = ${span} where booking_id = $1`, [bookingId])
    await queryDatabase(`update bookings set customer_phone = '+49 171 2345678' where id = $1`, [bookingId])
    await openHydrated(page, '/dashboard')
    const today = page.getByRole('region', { name: /^Heute, / })
    await expect(today).toContainText('Läuft')
    await checkAccessibility(page, screen)
    await expect(today.getByRole('link', { name: 'Anrufen Katrin Bergmann' })).toHaveAttribute('href', /^tel:\+49\d+$/)
    await expect(today.getByRole('button', { name: 'Adresse kopieren Katrin Bergmann' })).toBeVisible()
    await today.getByRole('button', { name: 'Katrin Bergmann', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: /^Buchung/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await today.getByRole('button', { name: 'Durchgeführt' }).click()
    await page.getByRole('button', { name: 'Als durchgeführt melden' }).click()
    await expect(today.getByRole('button', { name: 'Durchgeführt' })).toHaveCount(0)
    await expect(today).toContainText('Durchgeführt')
    await today.getByRole('link', { name: 'Zum Kalender' }).click()
    await expect(page).toHaveURL(/\/dashboard\/kalender/)

    const operator = await (await browser.newContext({ viewport: screen, baseURL: addresses.product })).newPage()
    await enterAsOperator(operator)
    await openHydrated(operator, `/admin/manage-providers?provider=${companyId}`)
    await operator.getByRole('button', { name: 'Kalender' }).click()
    const dialog = operator.getByRole('dialog', { name: /^Kalender: / })
    await expect(dialog).toContainText('Katrin Bergmann')
    await expect(dialog.getByRole('button', { name: 'Zeit sperren' })).toHaveCount(0)
    await checkAccessibility(operator, screen)
    await dialog.getByRole('button', { name: 'Nächste Woche' }).click()
    await expect(dialog).not.toContainText('Katrin Bergmann')
    await operator.context().close()
  })
}

test('a company without hours is shown how to set up a calendar', async ({ page }) => {
  const owner = await enterAsOwner(page)
  await passCode(owner.email)
  await openHydrated(page, '/dashboard/kalender')
  await expect(page.getByRole('heading', { name: 'Noch kein Kalender' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zeiten eintragen' })).toBeVisible()
  await checkAccessibility(page)
})
