import { buffer } from 'node:stream/consumers'
import { NothingStored } from '#src/ports/storage.ts'
import type { App } from '#src/server/app.ts'
import { pictureCaching } from './pictureRules.ts'
import { fileProblems } from './rules.ts'

const prefix = '/storage/v1/object/'
/** What a public picture may be called: company-images/{company}/{logo or gallery}/{name}.{ending}, no other key is ever read. */
const publicKey = /^company-images\/[0-9a-f-]{36}\/(?:logo|gallery)\/[\w-]{1,64}\.(?:webp|png|jpg|jpeg|gif)$/

/** A picture opened in a tab of its own is a page that the browser writes, with styles in it; nothing else may happen there. */
const pictureWall = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"

/**
 * A company's picture as an answer. It may be removed at any time, so caches ask again after an hour. A name is made from the moment of the
 * upload and never again: whoever knows one under which nothing lies is told that it is gone. Throws fileProblems.unknown, imageGone.
 */
export async function openCompanyImage(app: App, path: string): Promise<Response> {
  const key = path.slice(prefix.length)
  if (!publicKey.test(key)) throw fileProblems.unknown()
  // Pictures are small; a stream that nobody reads to its end would keep its file open.
  const content = await app.storage.read(key).then(buffer, (error: unknown) => {
    throw error instanceof NothingStored ? fileProblems.imageGone() : error
  })
  const ending = key.slice(key.lastIndexOf('.') + 1).replace('jpg', 'jpeg')
  return new Response(new Uint8Array(content), {
    headers: { 'content-type': `image/${ending}`, 'cache-control': pictureCaching, 'content-security-policy': pictureWall },
  })
}
