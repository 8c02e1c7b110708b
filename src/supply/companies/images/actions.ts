import { removeOrphans } from '#src/foundation/files/actions.ts'
import { encodeGalleryPicture, encodeLogo } from '#src/foundation/files/pictureActions.ts'
import { fineLogo, mediumPicture, smallPicture } from '#src/foundation/files/pictureRules.ts'
import { readBounded } from '#src/foundation/files/readActions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { type CompanyImages, type ImageKind, imageLimits, imageProblems, imageTypes, type LogoCrop } from './rules.ts'
import {
  appendToGallery,
  deletePictureText,
  findImages,
  listImagesOf,
  listPictureTexts,
  lockImages,
  markGalleryOrder,
  markLogo,
  removeFromGallery,
  upsertPictureText,
} from './store.ts'

const bucket = 'company-images'
const prefix = '/storage/v1/object/'
const limits = { types: Object.keys(imageTypes), pixels: imageLimits.pixels }

type NewImage = { companyId: string; kind: ImageKind; crop?: LogoCrop | undefined; content: ReadableStream<Uint8Array> }

/**
 * Adds a picture to a company: reads at most 5 MB, re-encodes it in two sizes, stores the files, and then the row. A crash in between
 * leaves files without a row, which the sweep deletes. A new logo replaces the old one; the gallery holds five. Throws fileProblems for an
 * invalid picture, imageProblems.galleryFull.
 */
export async function storeImage(app: App, { companyId, kind, crop, content }: NewImage): Promise<CompanyImages> {
  if (kind === 'gallery') await refuseFullGallery(app, companyId)
  const read = await readBounded(content, imageLimits.bytes)
  const drawn = kind === 'logo' ? await encodeLogo(read, limits, crop) : await encodeGalleryPicture(read, limits)
  const url = newUrl(app, { companyId, kind })
  await app.storage.put(keyOf(url), drawn.large, 'image/webp')
  const copy = kind === 'logo' ? fineLogo(url) : smallPicture(url)
  await app.storage.put(keyOf(copy), drawn.small, 'image/webp')
  return kind === 'logo' ? showLogo(app, { companyId, url }) : showInGallery(app, { companyId, url })
}

/** Refuses early, before anything is decoded; the statement that adds the picture counts again. */
async function refuseFullGallery(app: App, companyId: string) {
  const known = await findImages(app.db, companyId)
  if ((known?.galleryImages.length ?? 0) >= imageLimits.gallery) throw imageProblems.galleryFull()
}

async function showLogo(app: App, { companyId, url }: { companyId: string; url: string }) {
  const { before, after } = await changeImages(app, companyId, (tx, now) => markLogo(tx, { companyId, url, now }))
  if (before.logoUrl) await removeFiles(app, before.logoUrl)
  return answerOf(after)
}

async function showInGallery(app: App, { companyId, url }: { companyId: string; url: string }) {
  try {
    const { after } = await changeImages(
      app,
      companyId,
      (tx, now) => appendToGallery(tx, { companyId, url, now }),
      imageProblems.galleryFull,
    )
    return answerOf(after)
  } catch (error) {
    await removeFiles(app, url)
    throw error
  }
}

/** Removes a picture of the company in every size. Throws imageProblems.unknown. */
export async function removeImage(app: App, { companyId, url }: { companyId: string; url: string }): Promise<CompanyImages> {
  const { after } = await changeImages(app, companyId, async (tx, now) => {
    const isLogo = (await findImages(tx, companyId))?.logoUrl === url
    return isLogo ? markLogo(tx, { companyId, url: null, now }) : removeFromGallery(tx, { companyId, url, now })
  })
  await removeFiles(app, url)
  return answerOf(after)
}

/** Reorders the gallery. Throws imageProblems.galleryChanged unless `urls` are exactly its pictures. */
export async function orderGallery(app: App, { companyId, urls }: { companyId: string; urls: string[] }): Promise<CompanyImages> {
  const order = (tx: Transaction, now: Date) => markGalleryOrder(tx, { companyId, urls, now })
  const { after } = await changeImages(app, companyId, order, imageProblems.galleryChanged)
  return answerOf(after)
}

/** Stores or clears the alternative text of a gallery picture. Throws imageProblems.unknown. */
export const describePicture = (app: App, text: { companyId: string; url: string; caption: string }) =>
  app.db.transaction().execute(async (tx) => {
    const images = await lockImages(tx, text.companyId)
    if (!images?.galleryImages.includes(text.url)) throw imageProblems.unknown()
    if (text.caption === '') await deletePictureText(tx, text)
    else await upsertPictureText(tx, text)
  })

/** Alternative texts of a company's pictures. */
export const readPictureTexts = async (app: App, companyId: string) => ({ texts: await listPictureTexts(app.db, companyId) })

type Images = { logoUrl: string | null; galleryImages: string[] }
type Change = (tx: Transaction, now: Date) => Promise<Images | undefined>

/** Applies one change under the company's row lock; sends a live event to its open dashboards. */
async function changeImages(app: App, companyId: string, change: Change, refusal = imageProblems.unknown) {
  return app.db.transaction().execute(async (tx) => {
    const before = await lockImages(tx, companyId)
    const after = before && (await change(tx, app.now()))
    if (!before || !after) throw refusal()
    await announce(tx, { companyId, kind: 'company', id: companyId })
    return { before, after }
  })
}

const answerOf = ({ logoUrl, galleryImages }: Images): CompanyImages => ({ logo_url: logoUrl, gallery_images: galleryImages })

/** Names a picture by the time (docs/spec.md#image-path): nanoseconds whose last six digits are random, so that names are unique. */
function newUrl(app: App, { companyId, kind }: { companyId: string; kind: ImageKind }) {
  const chance = String(app.random(4).readUInt32BE() % 1_000_000).padStart(6, '0')
  return `${prefix}${bucket}/${companyId}/${kind}/${app.now().getTime()}${chance}.webp`
}

const keyOf = (url: string) => url.slice(prefix.length)
const copiesOf = (url: string) => (url.includes('/logo/') ? [fineLogo(url)] : [smallPicture(url), mediumPicture(url)])

/** If a removal fails, no company shows the file any more, so the sweep deletes it later. */
async function removeFiles(app: App, url: string) {
  for (const one of [url, ...copiesOf(url)]) {
    await app.storage.remove(keyOf(one)).catch(() => app.log.warn({ key: keyOf(one) }, 'picture not removed'))
  }
}

/** Deletes pictures that no company shows, left by an interrupted upload or removal. */
export async function sweepImages(app: App) {
  await removeOrphans(app, { folder: bucket, findKnown: (keys) => listShown(app, keys) })
}

async function listShown(app: App, keys: readonly string[]) {
  const companyIds = [...new Set(keys.flatMap((key) => /^company-images\/([0-9a-f-]{36})\//.exec(key)?.[1] ?? []))]
  const companies = companyIds.length === 0 ? [] : await listImagesOf(app.db, companyIds)
  const shown = companies.flatMap(({ logoUrl, galleryImages }) => [logoUrl ?? '', ...galleryImages]).flatMap(companyFiles)
  return shown.map((storageKey) => ({ storageKey }))
}

/** Storage keys of all sizes of a picture; none for a picture on another site. */
export const companyFiles = (url: string) => (url.startsWith(`${prefix}${bucket}/`) ? [url, ...copiesOf(url)].map(keyOf) : [])
