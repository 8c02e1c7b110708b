import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { NothingStored, type Storage, type StoredFile } from './storage.ts'

/**
 * Stores files under `folder`, which is created on demand. A file appears complete or not at all, and survives a power failure once `put`
 * has returned.
 */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, requireStorageKey(key))
  const unfinished = join(folder, unfinishedFolder)
  let cleaned: Promise<void> | undefined
  return {
    put: async (key, content) => {
      const path = pathOf(key)
      cleaned ??= removeAbandoned(unfinished)
      await cleaned
      await writeWhole({ path, unfinished, content })
    },
    read: async (key): Promise<Readable> => (await open(pathOf(key)).catch(refuseMissing)).createReadStream(),
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (prefix) => listBelow(folder, requireStorageKey(prefix)),
  }
}

/** No key begins with a dot, so unfinished files are never taken for stored ones. */
const unfinishedFolder = '.unfinished'

/** Checks that a key names a file below the storage: 'a/b-1.webp', never '..', '/etc', or a hidden name. Throws otherwise. */
export function requireStorageKey(key: string) {
  const isKey = key.length <= 512 && /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/.test(key)
  if (!isKey) throw new Error('not a storage key')
  return key
}

/** Removes unfinished files of killed processes, if older than an hour: younger ones may belong to a running process. */
async function removeAbandoned(unfinished: string) {
  for (const name of await readdir(unfinished).catch(emptyWhenMissing)) {
    const about = await stat(join(unfinished, name)).catch(() => undefined)
    if (about && Date.now() - about.mtimeMs > 3_600_000) await rm(join(unfinished, name), { force: true })
  }
}

async function writeWhole({ path, unfinished, content }: { path: string; unfinished: string; content: Buffer }) {
  const draft = join(unfinished, randomUUID())
  await Promise.all([mkdir(unfinished, { recursive: true }), mkdir(dirname(path), { recursive: true })])
  try {
    await writeDurably(draft, content)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

async function writeDurably(path: string, content: Buffer) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is durable once its folder is synced; Windows cannot open folders and needs no such call. */
async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function* listBelow(folder: string, prefix: string): AsyncIterable<StoredFile> {
  const found = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(emptyWhenMissing)
  for (const entry of found) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const about = await stat(path).catch(() => undefined)
    if (about) yield { key: relative(folder, path).split(sep).join('/'), storedAt: about.mtime }
  }
}

function refuseMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new NothingStored('nothing under this key', { cause: error }) : error
}

function emptyWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return []
  throw error
}
