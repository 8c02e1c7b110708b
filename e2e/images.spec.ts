import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleEverywhere, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOwner, loseCode, passCode } from './ownerHelpers.ts'
import { dropFiles, galleryAddresses, galleryPart, logoPart, middleOf, picture, uploadLogo } from './pictureHelpers.ts'

/** The browser itself logs refused and failed answers on the console. */
const refused = /Failed to load resource/
const images = '**/storage/v1/object/company-images/**'
const desk = { width: 1280, height: 900 }
test.beforeEach(({ allow }) => allow(refused))

test('a logo: refused by every cause, cut by keyboard and mouse, saved in the second attempt, removed', async ({ page }) => {
  await openImages(page)
  const logo = logoPart(page)
  const input = logo.locator('input[type=file]')
  await expect(logo.getByText('Noch kein Logo hinterlegt.')).toBeVisible()
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(logo.getByRole('alert')).toHaveText('Ungültiger DateitypNur JPEG, PNG, WebP und GIF Dateien sind erlaubt.')
  await input.setInputFiles({ name: 'groß.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(logo.getByRole('alert')).toHaveText('Datei zu großDie Datei darf maximal 5MB groß sein.')
  // Named like a picture, but its content is none.
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(logo.getByRole('alert')).toHaveText('Ungültiger DateitypNur JPEG, PNG, WebP und GIF Dateien sind erlaubt.')
  await expect(page.getByRole('dialog')).toBeHidden()

  const dialog = page.getByRole('dialog', { name: 'Ausschnitt wählen' })
  const save = dialog.getByRole('button', { name: 'Logo speichern' })
  await input.setInputFiles(await picture('logo.png'))
  await expect(save).toBeEnabled()
  await expect(logo.getByRole('alert')).toBeHidden()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(desk)
  await dialog.getByRole('group', { name: /Pfeiltasten verschieben das Bild/ }).focus()
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft')
  await page.route(images, (route) => route.abort())
  await save.click()
  await expect(logo.getByRole('alert')).toContainText('Logo konnte nicht gespeichert werden.')
  await expectAccessible(page)
  await page.unroute(images)
  await logo.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('Logo gespeichert')).toBeVisible()
  await expect(logo.getByRole('alert')).toBeHidden()
  await expect(input).toBeFocused()
  const first = await logoAddress(page)
  expect(await middleOf(page, first)).toEqual({ color: 'blue', width: 192, height: 192 })

  await input.setInputFiles(await picture('logo.png'))
  await expect(save).toBeEnabled()
  await dragCrop(page, 200)
  await dialog.getByLabel('Größe').press('ArrowRight')
  await expect(dialog.getByLabel('Größe')).toHaveAttribute('aria-valuetext', '105 Prozent')
  await save.click()
  await expect.poll(() => logoAddress(page)).not.toBe(first)
  expect((await middleOf(page, await logoAddress(page))).color).toBe('red')
  expect((await page.request.get(first)).status()).toBe(410)

  await page.route(images, (route) => (route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.fallback()))
  await remove(page, 'Logo')
  await expect(page.getByText('Das Bild konnte nicht entfernt werden.')).toBeVisible()
  await page.unroute(images)
  await remove(page, 'Logo')
  await expect(logo.getByText('Noch kein Logo hinterlegt.')).toBeVisible()
  await expect(input).toBeFocused()
})

test('the gallery: chosen and dropped, full, ordered by keyboard and mouse, removed, seen by visitors', async ({ page }) => {
  const { companyId, companyName } = await openImages(page)
  await uploadLogo(page)
  const gallery = galleryPart(page)
  await expect(gallery.getByText('Noch keine Bilder. Das erste Bild steht auch in der Suche.')).toBeVisible()

  const files = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => picture(`Bild ${n}.png`)))
  await gallery.locator('input[type=file]').setInputFiles(files.slice(0, 2))
  await expect(gallery.getByText('2 von 5')).toBeVisible()
  const wrong = [
    { name: 'Notiz.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    { name: 'Plakat.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
    { name: 'Getarnt.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
  ]
  await dropFiles(gallery.locator('label.drop'), [...wrong, ...files.slice(2)])
  await expect(gallery.getByText('5 von 5')).toBeVisible()
  const news = gallery.getByRole('list', { name: 'Neue Bilder' })
  await expect(news.getByRole('listitem').filter({ hasText: 'Notiz.txt' })).toContainText(
    'Ungültiger Dateityp Nur JPEG, PNG, WebP und GIF Dateien sind erlaubt.',
  )
  await expect(news.getByRole('listitem').filter({ hasText: 'Plakat.png' })).toContainText(
    'Datei zu groß Die Datei darf maximal 5MB groß sein.',
  )
  await expect(news.getByRole('listitem').filter({ hasText: 'Getarnt.png' })).toContainText(
    'Ungültiger Dateityp Nur JPEG, PNG, WebP und GIF Dateien sind erlaubt.',
  )
  const sixth = news.getByRole('listitem').filter({ hasText: 'Bild 6.png' })
  await expect(sixth).toContainText('Upload-Fehler Ihre Galerie hat schon 5 Bilder. Entfernen Sie zuerst eines.')
  await expect(gallery.locator('input[type=file]')).toHaveCount(0)
  for (const { name } of wrong) await news.getByRole('button', { name: `${name} aus der Liste nehmen` }).click()
  await expect(news.getByRole('listitem')).toHaveCount(1)
  await expect(gallery.getByText('Ihre Galerie hat schon 5 Bilder. Entfernen Sie zuerst eines.').first()).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(desk)

  const [a, b, c, d, e] = await galleryAddresses(page)
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/order-gallery') && answer.ok())
  await gallery.getByRole('button', { name: 'Bild 1 nach hinten' }).focus()
  const byKeyboard = saved()
  await page.keyboard.press('Enter')
  await byKeyboard
  await expect(gallery.getByRole('button', { name: 'Bild 2 nach hinten' })).toBeFocused()
  await expect(gallery.getByText('Bild steht jetzt an Stelle 2 von 5.')).toBeAttached()
  expect(await galleryAddresses(page)).toEqual([b, a, c, d, e])
  const byMouse = saved()
  await gallery.getByRole('img', { name: 'Bild 5' }).dragTo(gallery.getByRole('img', { name: 'Bild 1' }))
  await byMouse
  expect(await galleryAddresses(page)).toEqual([e, b, a, c, d])

  await remove(page, 'Bild 2')
  await expect(gallery.getByText('4 von 5')).toBeVisible()
  await expect(gallery.getByRole('button', { name: 'Bild 2 entfernen' })).toBeFocused()
  expect(await galleryAddresses(page)).toEqual([e, a, c, d])
  await sixth.getByRole('button', { name: 'Bild 6.png erneut hochladen' }).click()
  await expect(gallery.getByText('5 von 5')).toBeVisible()
  await page.reload()
  await expect(gallery.getByText('5 von 5')).toBeVisible()
  expect((await galleryAddresses(page)).slice(0, 4)).toEqual([e, a, c, d])

  await page.goto(`/service/${companyId}`)
  await expect(page.locator('img[src*="/gallery/"]')).toHaveCount(5)
  await page.goto(`/search?q=${encodeURIComponent(companyName)}`)
  const found = page.getByRole('article').filter({ hasText: companyName })
  await expect(found.locator(`img[src="${e}"]`)).toBeVisible()
  await expect(found.locator('img.logo')).toHaveJSProperty('complete', true)
})

test('an upload shows how far it is, and one that fails is tried again', async ({ page }) => {
  await openImages(page)
  const gallery = galleryPart(page)
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(images, async (route) => {
    await held
    await route.abort()
  })
  await gallery.locator('input[type=file]').setInputFiles(await picture('Bild 1.png'))
  await expect(gallery.getByRole('progressbar', { name: 'Bild 1.png wird hochgeladen' })).toBeVisible()
  await expectAccessible(page)
  letGo()
  await expect(gallery.getByText('Upload-Fehler')).toBeVisible()
  await page.unroute(images)
  await gallery.getByRole('button', { name: 'Bild 1.png erneut hochladen' }).click()
  await expect(gallery.getByText('1 von 5')).toBeVisible()
  await expect(gallery.getByRole('list', { name: 'Neue Bilder' })).toBeHidden()
})

test('a picture that another tab has removed, and a logo whose code is not entered', async ({ page }) => {
  const { email, companyId } = await openImages(page)
  await uploadLogo(page)
  const address = await logoAddress(page)
  // Removed while the confirmation is open: once notified, the page would not offer it any more.
  await remove(page, 'Logo', () => queryDatabase('update companies set logo_url = null where id = $1', [companyId]))
  await expect(page.getByText('Das Bild konnte nicht entfernt werden.')).toBeVisible()
  await queryDatabase('update companies set logo_url = $2 where id = $1', [companyId, address])

  await loseCode(email)
  const logo = logoPart(page)
  await logo.locator('input[type=file]').setInputFiles(await picture('logo.png'))
  await page.getByRole('button', { name: 'Logo speichern' }).click()
  await page.getByRole('dialog', { name: 'Zugriff bestätigen' }).getByRole('button', { name: 'Abbrechen' }).click()
  await expect(logo.getByRole('alert')).toContainText('Logo konnte nicht gespeichert werden.')
  await passCode(email)
  await logo.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => logoAddress(page)).not.toBe(address)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('the logo is cut by touch', async ({ page }) => {
    await openImages(page)
    await logoPart(page)
      .locator('input[type=file]')
      .setInputFiles(await picture('logo.png'))
    const save = page.getByRole('button', { name: 'Logo speichern' })
    await expect(save).toBeEnabled()
    const { x, y } = await middleOfCrop(page)
    const hand = await page.context().newCDPSession(page)
    await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (const way of [40, 80, 120]) await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + way, y }] })
    await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await save.tap()
    await expect(page.getByText('Logo gespeichert')).toBeVisible()
    expect((await middleOf(page, await logoAddress(page))).color).toBe('red')
  })
})

/** Opens the pictures of a new company, signed in and past the code. */
async function openImages(page: Page) {
  const owner = await enterAsOwner(page)
  await passCode(owner.email)
  await openHydrated(page, '/dashboard/bilder')
  await expect(logoPart(page)).toBeVisible()
  return owner
}

const logoAddress = async (page: Page) => (await logoPart(page).locator('img.logo').getAttribute('src')) ?? ''

/** `meanwhile`: action between the confirmation dialog and its answer. */
async function remove(page: Page, name: string, meanwhile?: () => Promise<unknown>) {
  await page.getByRole('button', { name: `${name} entfernen` }).click()
  const question = page.getByRole('alertdialog', { name: `${name} entfernen?` })
  await expect(question.getByRole('button', { name: 'Behalten' })).toBeFocused()
  await meanwhile?.()
  await question.getByRole('button', { name: 'Entfernen' }).click()
  await expect(question).toBeHidden()
}

async function middleOfCrop(page: Page) {
  const box = await page.locator('.logo-crop').boundingBox()
  if (!box) throw new Error('the dialog shows no picture')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags the picture with the mouse. */
async function dragCrop(page: Page, way: number) {
  const { x, y } = await middleOfCrop(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + way, y, { steps: 4 })
  await page.mouse.up()
}
