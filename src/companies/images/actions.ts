import { encodeGalleryPicture, encodeLogo } from '#src/files/pictureActions.ts'
import { fineLogo, smallPicture } from '#src/files/pictureRules.ts'
import { readBounded } from '#src/files/readActions.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { announce } from '#src/server/live.ts'
import { type CompanyImages, type ImageKind, imageLimits, imageProblems, imageTypes, type LogoCrop } from './rules.ts'
import { appendToGallery, findImages, listImagesOf, lockImages, markGalleryOrder, markLogo, removeFromGallery } from './store.ts'

const bucket = 'company-images'
const prefix = '/storage/v1/object/'
const limits = { types: Object.keys(imageTypes), pixels: imageLimits.pixels }

type NewImage = { companyId: string; kind: ImageKind; crop?: LogoCrop | undefined; content: ReadableStream<Uint8Array> }

/**
 * Takes a picture of the company: reads at most 5 MB, draws it anew in two sizes, stores these, and only then shows them. A crash between
 * leaves files that nobody knows, and the sweep takes them. A new logo takes the place of the old one; the gallery holds five. Throws
 * fileProblems for what is no such picture, imageProblems.galleryFull.
 */
export async function storeImage(app: App, { companyId, kind, crop, content }: NewImage): Promise<CompanyImages> {
  if (kind === 'gallery') await refuseFullGallery(app, companyId)
  const read = await readBounded(content, imageLimits.bytes)
  const drawn = kind === 'logo' ? await encodeLogo(read, limits, crop) : await encodeGalleryPicture(read, limits)
  const url = newUrl(app, { companyId, kind })
  await app.storage.put(keyOf(url), drawn.large, 'image/webp')
  await app.storage.put(keyOf(copyOf(url)), drawn.small, 'image/webp')
  return kind === 'logo' ? showLogo(app, { companyId, url }) : showInGallery(app, { companyId, url })
}

/** Told before anything is decoded; the statement that shows the picture counts again. */
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

/** Takes a picture of the company away, with every size of it. Throws imageProblems.unknown. */
export async function removeImage(app: App, { companyId, url }: { companyId: string; url: string }): Promise<CompanyImages> {
  const { after } = await changeImages(app, companyId, async (tx, now) => {
    const isLogo = (await findImages(tx, companyId))?.logoUrl === url
    return isLogo ? markLogo(tx, { companyId, url: null, now }) : removeFromGallery(tx, { companyId, url, now })
  })
  await removeFiles(app, url)
  return answerOf(after)
}

/** Puts the gallery into another order. Throws imageProblems.galleryChanged when these are not exactly its pictures. */
export async function orderGallery(app: App, { companyId, urls }: { companyId: string; urls: string[] }): Promise<CompanyImages> {
  const order = (tx: Transaction, now: Date) => markGalleryOrder(tx, { companyId, urls, now })
  const { after } = await changeImages(app, companyId, order, imageProblems.galleryChanged)
  return answerOf(after)
}

type Images = { logoUrl: string | null; galleryImages: string[] }
type Change = (tx: Transaction, now: Date) => Promise<Images | undefined>

/** One change under the lock of the company's row, told to whoever looks at its dashboard. */
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

/** Named by the moment (docs/spec.md#image-path), in nanoseconds whose last six digits are chance: no two are ever the same. */
function newUrl(app: App, { companyId, kind }: { companyId: string; kind: ImageKind }) {
  const chance = String(app.random(4).readUInt32BE() % 1_000_000).padStart(6, '0')
  return `${prefix}${bucket}/${companyId}/${kind}/${app.now().getTime()}${chance}.webp`
}

const keyOf = (url: string) => url.slice(prefix.length)
const copyOf = (url: string) => (url.includes('/logo/') ? fineLogo(url) : smallPicture(url))

/** A file that cannot be removed now is one that nobody shows: the sweep takes it. */
async function removeFiles(app: App, url: string) {
  for (const one of [url, copyOf(url)]) {
    await app.storage.remove(keyOf(one)).catch(() => app.log.warn({ key: keyOf(one) }, 'picture not removed'))
  }
}

/** Pictures younger than a day may be on their way to being shown; by the storage's own clock. */
const forgottenAfterMs = 86_400_000

/** Deletes pictures that no company shows: of an upload or a removal that was cut off. */
export async function sweepImages(app: App) {
  const batch: string[] = []
  for await (const { key, storedAt } of app.storage.list(bucket)) {
    if (app.now().getTime() - storedAt.getTime() > forgottenAfterMs) batch.push(key)
    if (batch.length >= 500) await removeUnshown(app, batch.splice(0))
  }
  await removeUnshown(app, batch)
}

async function removeUnshown(app: App, keys: readonly string[]) {
  const companyIds = [...new Set(keys.flatMap((key) => /^company-images\/([0-9a-f-]{36})\//.exec(key)?.[1] ?? []))]
  if (companyIds.length === 0) return
  const companies = await listImagesOf(app.db, companyIds)
  const shown = new Set(companies.flatMap(({ logoUrl, galleryImages }) => [logoUrl ?? '', ...galleryImages]).flatMap(keysOf))
  for (const key of keys) if (!shown.has(key)) await app.storage.remove(key)
}

const keysOf = (url: string) => (url === '' ? [] : companyFiles(url))

/** Where the sizes of a picture lie in the storage; nowhere for a picture that is not ours. */
export const companyFiles = (url: string) => (url.startsWith(`${prefix}${bucket}/`) ? [keyOf(url), keyOf(copyOf(url))] : [])
