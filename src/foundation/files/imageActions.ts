import { buffer } from 'node:stream/consumers'
import { NothingStored } from '#src/platform/ports/storage.ts'
import type { App } from '#src/platform/server/app.ts'
import { consumeLimits } from '#src/platform/server/calls/limits.ts'
import { encodeMedium } from './pictureActions.ts'
import { copyRate, mediumPicture, pictureCaching } from './pictureRules.ts'
import { fileProblems } from './rules.ts'

const prefix = '/storage/v1/object/'
/**
 * Keys of public pictures: company-images/{company}/{logo or gallery}/{name}.{ending}, and of their copies, whose names end with one width.
 * No other key is ever read, so there is no copy of a copy, and a picture has at most one copy per width.
 */
const publicKey = /^company-images\/[0-9a-f-]{36}\/(logo|gallery)\/([\w-]{1,64})\.(webp|png|jpg|jpeg|gif)$/
const copyOfCopy = /-(?:384|480|640)-(?:384|480|640)$/

const isPublic = (key: string) => {
  const [, , name] = publicKey.exec(key) ?? []
  return name !== undefined && !copyOfCopy.test(name)
}

/** Content security policy of a picture in a tab of its own: browsers wrap it in a page with inline styles; nothing else is allowed. */
const picturePolicy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"

/**
 * Response with a company's picture. It may be removed at any time, so caches revalidate after an hour. A name contains the time of the
 * upload and is never reused, so a well-formed name without a file means that the picture is gone. Throws fileProblems.unknown, imageGone.
 */
export async function openCompanyImage(app: App, path: string, ip: string): Promise<Response> {
  const key = path.slice(prefix.length)
  if (!isPublic(key)) throw fileProblems.unknown()
  // Reads the whole picture (it is small): a stream that is not read to its end would keep the file open.
  const content = (await readStored(app, key)) ?? (await addMedium(app, key, ip))
  if (!content) throw fileProblems.imageGone()
  const ending = key.slice(key.lastIndexOf('.') + 1).replace('jpg', 'jpeg')
  return new Response(new Uint8Array(content), {
    headers: { 'content-type': `image/${ending}`, 'cache-control': pictureCaching, 'content-security-policy': picturePolicy },
  })
}

const readStored = (app: App, key: string) =>
  app.storage.read(key).then(buffer, (error: unknown) => {
    if (error instanceof NothingStored) return undefined
    throw error
  })

/** Creates and stores the copy for phones on its first request; undefined for any other key, and if the picture is missing. */
async function addMedium(app: App, key: string, ip: string) {
  const ending = mediumPicture('.webp')
  if (!key.endsWith(ending) || publicKey.exec(key)?.[1] !== 'gallery') return undefined
  const largeKey = key.replace(ending, '.webp')
  const large = await readStored(app, largeKey)
  if (!large) return undefined
  await consumeLimits(app, [{ name: 'pictureCopies', key: ip, ...copyRate }])
  const medium = await encodeMedium(large)
  await app.storage.put(key, medium, 'image/webp')
  // The picture was removed meanwhile, before its copy existed: remove the copy.
  if (await readStored(app, largeKey)) return medium
  await app.storage.remove(key)
  return undefined
}
