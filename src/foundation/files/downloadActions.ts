import { buffer } from 'node:stream/consumers'
import { NothingStored } from '#src/platform/ports/storage.ts'
import type { App } from '#src/platform/server/app.ts'
import { encodePreview } from './pictureActions.ts'
import { type PictureView, pictureViews } from './pictureRules.ts'
import { fileProblems } from './rules.ts'

/**
 * Response with a stored file: always a download, never displayed on the site's own origin (docs/spec.md#attachments). Throws
 * fileProblems.unknown.
 */
export async function sendFile(app: App, file: { name: string; contentType: string; storageKey: string }) {
  const content = await readStored(app, file.storageKey)
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, percent)}`
  return send(content, { 'content-type': file.contentType, 'content-disposition': disposition })
}

type Viewed = { file: { name: string; contentType: string; storageKey: string }; view: PictureView | undefined }

/** Response with a stored file as a download, or with a view of a stored picture. Throws fileProblems.unknown. */
export const sendViewed = (app: App, { file, view }: Viewed) => (view ? sendPreview(app, file, view) : sendFile(app, file))

/** Parses `view` from a query; undefined for the file itself. Throws fileProblems.unknown. */
export function readView(query: URLSearchParams): PictureView | undefined {
  const asked = query.get('view')
  if (asked === null) return undefined
  const view = pictureViews.find((one) => one === asked)
  if (!view) throw fileProblems.unknown()
  return view
}

/** Response with a stored picture, re-encoded. Throws fileProblems.unknown, even for a file that is no picture. */
export async function sendPreview(app: App, file: { contentType: string; storageKey: string }, view?: PictureView) {
  if (!file.contentType.startsWith('image/')) throw fileProblems.unknown()
  return send(await encodePreview(await readStored(app, file.storageKey), view), { 'content-type': 'image/webp' })
}

const send = (content: Buffer, headers: Record<string, string>) =>
  new Response(new Uint8Array(content), {
    headers: { ...headers, 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" },
  })

/** Reads the whole file (at most 10 MB): a stream that is not read to its end would keep the file open. */
const readStored = (app: App, key: string) =>
  app.storage.read(key).then(buffer, (error: unknown) => {
    throw error instanceof NothingStored ? fileProblems.unknown() : error
  })

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
