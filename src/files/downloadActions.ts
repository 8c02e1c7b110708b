import { buffer } from 'node:stream/consumers'
import { NothingStored } from '#src/ports/storage.ts'
import type { App } from '#src/server/app.ts'
import { fileProblems } from './rules.ts'

/**
 * A stored file as a response: always a download, never displayed under our origin (docs/spec.md#attachments). Throws
 * fileProblems.unknown.
 */
export async function sendFile(app: App, file: { name: string; contentType: string; storageKey: string }) {
  // Read at once (at most 10 MB): a stream that is not read to its end would keep the file open.
  const content = await app.storage.read(file.storageKey).then(buffer, (error: unknown) => {
    throw error instanceof NothingStored ? fileProblems.unknown() : error
  })
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': file.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, percent)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
