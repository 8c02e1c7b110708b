import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './stage.ts'

const red = { r: 200, g: 30, b: 40 }
const blue = { r: 20, g: 60, b: 200 }

/** A picture, 800 × 600: its left half is red, the right one blue, so that a piece of it tells where it was cut. */
export async function picture(name: string) {
  const right = await sharp({ create: { width: 400, height: 600, channels: 3, background: blue } })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: red } })
    .composite([{ input: right, left: 400, top: 0 }])
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Which half the middle of a stored picture comes from. */
export async function middleOf(page: Page, address: string) {
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('image/webp')
  const { data, info } = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return { color: (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue', width: info.width, height: info.height }
}

/** Lets files fall onto a place, as from the desk. */
export async function dropFiles(target: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const packed = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString('base64') }))
  await target.evaluate((place, contents) => {
    const data = new DataTransfer()
    for (const { name, mimeType, content } of contents) {
      const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    for (const kind of ['dragover', 'drop']) {
      place.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }))
    }
  }, packed)
}

export const logoPart = (page: Page) => page.getByRole('region', { name: 'Logo' })
export const galleryPart = (page: Page) => page.getByRole('region', { name: 'Galerie' })

/** Chooses a logo and takes the piece that the dialog offers. */
export async function uploadLogo(page: Page) {
  await logoPart(page)
    .locator('input[type=file]')
    .setInputFiles(await picture('logo.png'))
  await page.getByRole('dialog', { name: 'Ausschnitt wählen' }).getByRole('button', { name: 'Logo speichern' }).click()
  await expect(page.getByText('Logo gespeichert')).toBeVisible()
}

/** Where the gallery's pictures lie, in the order that is shown. */
export const galleryAddresses = (page: Page) =>
  galleryPart(page)
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
