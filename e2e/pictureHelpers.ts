import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './fixtures.ts'

/** Three stripes, 800 × 600: the color in the middle of a square crop shows whether it was cut left, in the middle or right. */
const stripes = { red: { left: 0, width: 320 }, green: { left: 320, width: 160 }, blue: { left: 480, width: 320 } }
const colors = ['red', 'green', 'blue'] as const

export async function picture(name: string) {
  const drawn = colors.map(async (color) => {
    const { left, width } = stripes[color]
    const input = await sharp({ create: { width, height: 600, channels: 3, background: color } })
      .png()
      .toBuffer()
    return { input, left, top: 0 }
  })
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'white' } })
    .composite(await Promise.all(drawn))
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** The color in the middle of a stored picture. */
export async function middleOf(page: Page, address: string) {
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('image/webp')
  const { data, info } = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  const light = [...data.subarray(at, at + 3)]
  return { color: colors[light.indexOf(Math.max(...light))], width: info.width, height: info.height }
}

/** Drops files onto an element, as from the desktop. */
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

/** Chooses a logo and accepts the proposed crop. */
export async function uploadLogo(page: Page) {
  await logoPart(page)
    .locator('input[type=file]')
    .setInputFiles(await picture('logo.png'))
  await page.getByRole('dialog', { name: 'Ausschnitt wählen' }).getByRole('button', { name: 'Logo speichern' }).click()
  await expect(page.getByText('Logo gespeichert')).toBeVisible()
}

/** URLs of the gallery's pictures, in the displayed order. */
export const galleryAddresses = (page: Page) =>
  galleryPart(page)
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
