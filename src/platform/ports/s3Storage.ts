import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { requireStorageKey } from './diskStorage.ts'
import { NothingStored, type Storage, type StoredFile } from './storage.ts'

export type S3Access = {
  bucket: string
  region: string
  endpoint?: string | undefined
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** Timeout without data from the storage, in ms. */
  silenceMs?: number
}

/**
 * Stores files in a bucket of Amazon S3, or of a compatible service if an endpoint is given (then with the bucket in the path). Without
 * keys the machine's role is used.
 */
export function s3Storage(access: S3Access): Storage {
  const client = openClient(access)
  const place = (key: string) => ({ Bucket: access.bucket, Key: requireStorageKey(key) })
  return {
    put: async (key, content, contentType) => {
      await client.send(new PutObjectCommand({ ...place(key), Body: content, ContentType: contentType, ContentLength: content.length }))
    },
    read: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(place(key))).catch(refuseMissing)
      if (!(Body instanceof Readable)) throw new Error('the object storage answered no stream')
      return Body
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(place(key)))
    },
    list: (prefix) => listBelow(client, { Bucket: access.bucket, Prefix: `${requireStorageKey(prefix)}/` }),
  }
}

function refuseMissing(error: unknown): never {
  throw error instanceof NoSuchKey ? new NothingStored('nothing under this key', { cause: error }) : error
}

const openClient = ({ region, endpoint, accessKeyId, secretAccessKey, silenceMs = 10_000 }: S3Access) =>
  new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // With the library's own limits, a storage that hangs would hold a request for 75 seconds.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: Math.min(3_000, silenceMs),
      socketTimeout: silenceMs,
      requestTimeout: 3 * silenceMs,
      throwOnRequestTimeout: true,
    },
    // Some S3-compatible storages refuse the newer checksums; the signature covers the request's bytes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

async function* listBelow(client: S3Client, place: { Bucket: string; Prefix: string }): AsyncIterable<StoredFile> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ ...place, ContinuationToken }))
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key && LastModified) yield { key: Key, storedAt: LastModified }
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}
