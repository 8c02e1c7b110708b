import type { Readable } from 'node:stream'

/** No file under the key: it was never stored, or was removed. Any other read error is a failure of the storage. */
export class NothingStored extends Error {}

/** Port to the storage of uploaded files. Keys are relative paths such as 'attachments/{id}'. Adapters: diskStorage.ts, s3Storage.ts. */
export type Storage = {
  /** Stores the bytes under the key, replacing an earlier file; durable when it returns. */
  put(key: string, content: Buffer, contentType: string): Promise<void>
  /** Throws NothingStored. */
  read(key: string): Promise<Readable>
  /** Deletes the file; no error for an unknown key. */
  remove(key: string): Promise<void>
  /** All files under a prefix, with the time of storage by the storage's own clock. */
  list(prefix: string): AsyncIterable<StoredFile>
}

export type StoredFile = { key: string; storedAt: Date }
