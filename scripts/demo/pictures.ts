import { openPictureLibrary } from '#src/foundation/files/pictureActions.ts'
import { pictureSizes } from '#src/foundation/files/pictureRules.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { drawLogo, drawPicture } from './art.ts'
import { cachePicture } from './pictureCache.ts'

type Subject = { category: Category; seed: string }

/** Pixels of what the pages show. */
const large = { width: 1200, height: 900 }
const small = { width: 480, height: 360 }
/** Flat shapes keep their edges at this quality; more effort would cost seconds at the first start and save few bytes. */
const webp = { quality: 80, effort: 2 }
const logoWebp = { lossless: true, effort: 2 }

/** One picture of a gallery in both sizes, as WebP. */
export async function renderPicture(subject: Subject, number: number) {
  const svg = drawPicture(subject, number, large)
  let pixels: ReturnType<typeof pixelsOf> | undefined
  const drawn = async () => {
    pixels ??= pixelsOf(svg)
    return (await pixels).clone()
  }
  const [largeFile, smallFile] = await Promise.all([
    cachePicture({ svg, webp }, async () => (await drawn()).webp(webp).toBuffer()),
    cachePicture({ svg, webp, small }, async () =>
      (await drawn()).resize(small.width, small.height, { kernel: 'cubic' }).webp(webp).toBuffer(),
    ),
  ])
  return { large: largeFile, small: smallFile }
}

/** The company's logo in both sizes, as WebP. */
export async function renderLogo(subject: Subject) {
  const draw = (side: number) => {
    const svg = drawLogo(subject, side)
    return cachePicture({ svg, logoWebp }, async () => (await openPictureLibrary())(Buffer.from(svg)).webp(logoWebp).toBuffer())
  }
  return { plain: await draw(pictureSizes.logo), fine: await draw(pictureSizes.fineLogo) }
}

/** A category's tile for the home page, 480 × 270, as a small WebP. */
export const renderCategory = async (category: Category, seed: string) =>
  (await openPictureLibrary())(Buffer.from(drawPicture({ category, seed }, 0, { width: 480, height: 270 })))
    .webp({ quality: 72, effort: 6 })
    .toBuffer()

/** The SVG is drawn once; both sizes are made from its pixels. */
async function pixelsOf(svg: string) {
  const sharp = await openPictureLibrary()
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}
