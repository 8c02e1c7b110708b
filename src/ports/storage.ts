import type { Readable } from 'node:stream'

/** There is nothing under the key: never was, or was removed. Any other failure to read is the storage's own. */
export class NothingStored extends Error {}

/** Where uploaded files lie. Keys are relative paths such as 'attachments/{id}'. Keepers: diskStorage.ts, s3Storage.ts. */
export type Storage = {
  /** Stores the bytes under the key, replacing what was there; durable when it returns. */
  put(key: string, content: Buffer, contentType: string): Promise<void>
  /** Throws NothingStored. */
  read(key: string): Promise<Readable>
  /** Forgets the key; an unknown one is no error. */
  remove(key: string): Promise<void>
  /** Everything under a prefix, with the moment it was stored by the storage's own clock. */
  list(prefix: string): AsyncIterable<StoredFile>
}

export type StoredFile = { key: string; storedAt: Date }
