import { buffer } from 'node:stream/consumers'
import type { App } from '#src/server/app.ts'
import { fileProblems } from './rules.ts'

const prefix = '/storage/v1/object/'
/** What a public picture may be called: company-images/{company}/{logo or gallery}/{name}.{ending}, no other key is ever read. */
const publicKey = /^company-images\/[0-9a-f-]{36}\/(?:logo|gallery)\/[\w-]{1,64}\.(?:webp|png|jpg|jpeg|gif)$/

/** A picture opened in a tab of its own is a page that the browser writes, with styles in it; nothing else may happen there. */
const pictureWall = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"

/** A company's picture as an answer, cacheable for a year because a new picture gets a new name. Throws fileProblems.unknown. */
export async function openCompanyImage(app: App, path: string): Promise<Response> {
  const key = path.slice(prefix.length)
  if (!publicKey.test(key)) throw fileProblems.unknown()
  // Pictures are small; a stream that nobody reads to its end would keep its file open.
  const content = await app.storage.read(key).then(buffer, () => {
    throw fileProblems.unknown()
  })
  const ending = key.slice(key.lastIndexOf('.') + 1).replace('jpg', 'jpeg')
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': `image/${ending}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': pictureWall,
    },
  })
}
