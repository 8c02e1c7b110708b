import { openSemaphore } from '#src/platform/server/semaphore.ts'
import { largeView, type PictureCrop, type PictureView, pictureSizes, previewSize } from './pictureRules.ts'
import { attachmentLimits, fileProblems, tooManyPixels } from './rules.ts'
import { typeOfBytes } from './typeActions.ts'

/** Picture library, loaded with the first picture: it costs 8 MB and 25 ms, which most servers do not need in their first minutes. */
export const openPictureLibrary = async () => (await import('sharp')).default

/** A picture of some megabytes may need hundreds of megabytes while it is decoded, so only two are decoded at a time. */
export const decodeInTurn = openSemaphore(2)

/** Stored versions of one picture, both WebP: `large` under its own name, `small` as the copy next to it. */
export type EncodedPicture = { large: Buffer; small: Buffer }

/** For flat and photographic pictures alike; more effort would cost seconds and save few bytes. */
const webp = { quality: 82, effort: 3 }

type Limits = { types: readonly string[]; pixels: number }

/**
 * Re-encodes a gallery picture in both sizes, without metadata, appended bytes and further frames. Throws fileProblems.wrongType if its
 * first bytes are of no permitted type, tooManyPixels, damaged if it cannot be read.
 */
export async function encodeGalleryPicture(content: Buffer, limits: Limits): Promise<EncodedPicture> {
  await judge(content, limits)
  const draw = (box: Box) => fitInto(content, box, limits)
  return decodeInTurn(async () => readable(async () => ({ large: await draw(pictureSizes.large), small: await draw(pictureSizes.small) })))
}

type Box = { width: number; height: number }

const fitInto = async (content: Buffer, box: Box, limits: Pick<Limits, 'pixels'>) =>
  (await upright(content, limits))
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp(webp)
    .toBuffer()

/** Draws the copy for phones from a stored gallery picture. */
export const encodeMedium = (large: Buffer) =>
  decodeInTurn(() => fitInto(large, pictureSizes.medium, { pixels: pictureSizes.large.width * pictureSizes.large.height }))

/** Crops a logo to a square (the middle by default), in the size of lists (`large`) and for high-density screens (`small`). */
export async function encodeLogo(content: Buffer, limits: Limits, crop?: PictureCrop): Promise<EncodedPicture> {
  await judge(content, limits)
  return decodeInTurn(() =>
    readable(async () => {
      const sharp = await openPictureLibrary()
      const whole = await (await upright(content, limits)).toBuffer({ resolveWithObject: true })
      const square = squareWithin(whole.info, crop)
      const draw = (side: number) => sharp(whole.data).extract(square).resize(side, side).webp(webp).toBuffer()
      return { large: await draw(pictureSizes.logo), small: await draw(pictureSizes.fineLogo) }
    }),
  )
}

const views = { small: { ...previewSize, fit: 'cover' }, large: { ...largeView, fit: 'inside', withoutEnlargement: true } } as const

/** Re-encodes a picture, which was checked when it was uploaded, for display. Throws fileProblems.damaged. */
export const encodePreview = (content: Buffer, view: PictureView = 'small') =>
  decodeInTurn(() =>
    readable(async () => (await upright(content, { pixels: attachmentLimits.imagePixels })).resize(views[view]).webp(webp).toBuffer()),
  )

/** The chosen square, moved and shrunk into the picture; by default the largest one in its middle. */
function squareWithin({ width, height }: { width: number; height: number }, crop?: PictureCrop) {
  const most = Math.min(width, height)
  const side = Math.max(1, Math.min(most, Math.round(crop?.size ?? most)))
  const within = (start: number, room: number) => Math.max(0, Math.min(room - side, Math.round(start)))
  const left = within(crop?.x ?? (width - side) / 2, width)
  const top = within(crop?.y ?? (height - side) / 2, height)
  return { left, top, width: side, height: side }
}

/** Checks type and size by the bytes, not by name or declared type, before any pixel is decoded. */
async function judge(content: Buffer, { types, pixels }: Limits) {
  if (!types.includes(typeOfBytes(content) ?? '')) throw fileProblems.wrongType()
  const sharp = await openPictureLibrary()
  const { width, height } = await readable(() => sharp(content, { limitInputPixels: false }).metadata())
  if (width * height > pixels) throw tooManyPixels(pixels)
}

/** First frame, rotated upright. */
async function upright(content: Buffer, { pixels }: Pick<Limits, 'pixels'>) {
  const sharp = await openPictureLibrary()
  return sharp(content, { failOn: 'error', limitInputPixels: pixels, pages: 1 }).autoOrient().timeout({ seconds: 30 })
}

async function readable<T>(draw: () => Promise<T>) {
  try {
    return await draw()
  } catch (cause) {
    throw Object.assign(fileProblems.damaged(), { cause })
  }
}
