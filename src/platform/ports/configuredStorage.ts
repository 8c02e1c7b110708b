import { join } from 'node:path'
import { diskStorage } from './diskStorage.ts'
import type { Storage } from './storage.ts'

type Place = {
  DATA_DIR: string
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Opens the configured storage of uploads: a bucket, or a folder of DATA_DIR. */
export async function configuredStorage(place: Place): Promise<Storage> {
  if (!place.S3_BUCKET) return diskStorage(join(place.DATA_DIR, 'files'))
  // The library of the object storage is heavy, and storage on a disk does not need it.
  const { s3Storage } = await import('./s3Storage.ts')
  return s3Storage({
    bucket: place.S3_BUCKET,
    region: place.S3_REGION,
    endpoint: place.S3_ENDPOINT,
    accessKeyId: place.S3_ACCESS_KEY_ID,
    secretAccessKey: place.S3_SECRET_ACCESS_KEY,
  })
}
