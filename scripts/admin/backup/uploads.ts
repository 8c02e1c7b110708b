import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { storageKeyOf } from '#src/orders/documents/files/rules.ts'
import { requireStorageKey } from '#src/platform/ports/diskStorage.ts'
import { NothingStored, type Storage } from '#src/platform/ports/storage.ts'
import { companyFiles } from '#src/supply/companies/images/actions.ts'
import { type Manifest, parts } from './manifest.ts'

/** `isCopy`: a smaller picture, which may not exist and is drawn again. */
type Named = { key: string; isCopy: boolean }

/** Storage keys that the database names, as the given connection sees it. Previews are drawn again, so they are not named. */
export async function listNamed(client: pg.ClientBase): Promise<Named[]> {
  const tables = await client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns where table_schema = 'public' and column_name = 'storage_key'`,
  )
  const keys: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ key: string }>(`select storage_key as key from ${name} where storage_key is not null`)
    keys.push(...rows.map(({ key }) => key))
  }
  const documents = await client.query<{ pdf: string; xml: string }>(
    'select pdf_sha256 as pdf, xml_sha256 as xml from documents where pdf_sha256 is not null',
  )
  for (const { pdf, xml } of documents.rows) keys.push(storageKeyOf(pdf, 'pdf'), storageKeyOf(xml, 'xml'))
  const pictures = await client.query<{ url: string }>(
    'select url from companies cross join unnest(gallery_images || logo_url) as url where url is not null',
  )
  const pictureFiles = pictures.rows.flatMap(({ url }) => companyFiles(url).map((key, at) => ({ key, isCopy: at > 0 })))
  return [...keys.map((key) => ({ key, isCopy: false })), ...pictureFiles]
}

/** Copies the named files into the backup. Returns the keys that the storage lacks. */
export async function copyUploads(storage: Storage, folder: string, named: readonly Named[]): Promise<string[]> {
  const missing: string[] = []
  for (const { key, isCopy } of named) {
    const path = join(folder, parts.uploads, requireStorageKey(key))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      if (!(error instanceof NothingStored)) throw error
      if (!isCopy) missing.push(key)
    }
  }
  return missing
}

/** Stores the uploads of a backup. */
export async function storeUploads(storage: Storage, folder: string, { files }: Manifest) {
  const start = `${parts.uploads}/`
  const uploads = files.filter(({ path }) => path.startsWith(start))
  for (const { path } of uploads) {
    const key = path.slice(start.length)
    await storage.put(key, await readFile(join(folder, path)), typeOf(key))
  }
  return uploads.length
}

/** Served files have the type of their row; the storage's own matters only to its console. */
const typeOf = (key: string) =>
  key.endsWith('.webp') ? 'image/webp' : key.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream'
