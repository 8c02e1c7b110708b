import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { CommandError } from '../commands.ts'
import { codeOf } from '../doctor/findings.ts'

/** Description of a backup, written last: a folder without it is incomplete. */
const manifest = z.object({
  takenAt: z.string(),
  version: z.string(),
  postgres: z.string(),
  newestMigration: z.string(),
  /** Ids of DATA_KEYS, without which encrypted columns are lost. The keys themselves are backed up apart from this. */
  dataKeys: z.array(z.string()),
  /** Uploads that the database names and the storage lacks, mostly deleted while the backup ran. */
  missing: z.array(z.string()),
  /** All other files of the folder. */
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

export const manifestName = 'manifest.json'
/** Folder of the database's dump, and of the uploads by their storage keys. */
export const parts = { database: 'database', uploads: 'uploads' } as const

/** Files under a folder with their checksums, sorted by path. */
export async function listFiles(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: Manifest['files'] = []
  for (const path of paths.sort()) {
    const name = relative(folder, path).split(sep).join('/')
    if (name !== manifestName) files.push({ path: name, bytes: (await stat(path)).size, sha256: await sha256Of(path) })
  }
  return files
}

async function sha256Of(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Reads the manifest of a backup and compares every file with it. */
export async function readChecked(folder: string): Promise<Manifest> {
  const read = manifest.parse(JSON.parse(await readManifest(folder)))
  const found = new Map((await listFiles(folder)).map((file) => [file.path, file]))
  for (const { path, bytes, sha256 } of read.files) {
    const file = found.get(path)
    if (!file) throw new CommandError(`The backup lacks ${path}: take another one.`)
    if (file.bytes !== bytes || file.sha256 !== sha256) throw new CommandError(`${path} of the backup was changed: take another one.`)
  }
  return read
}

/** Finds the newest backup: the given folder, or the newest of the backups in it. */
export async function findNewestBackup(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new CommandError(`${folder} cannot be read (${codeOf(error)}).`)
  })
  if (entries.some(({ name }) => name === manifestName)) return folder
  const found: { path: string; takenAt: string }[] = []
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const path = join(folder, entry.name)
    const text = await readFile(join(path, manifestName), 'utf8').catch(() => undefined)
    if (text !== undefined) found.push({ path, takenAt: manifest.parse(JSON.parse(text)).takenAt })
  }
  const newest = found.toSorted((one, other) => (one.takenAt < other.takenAt ? 1 : -1))[0]
  if (!newest) throw new CommandError(`${folder} has no ${manifestName}, nor has a folder in it: take a backup first.`)
  return newest.path
}

async function readManifest(folder: string) {
  try {
    return await readFile(join(folder, manifestName), 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new CommandError(`${folder} has no ${manifestName}: it is no backup, or one that was cut off.`)
  }
}
