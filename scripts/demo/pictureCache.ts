import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPictureLibrary } from '#src/foundation/files/pictureActions.ts'
import { productFolder } from '#src/platform/server/productFolder.ts'

const folder = fileURLToPath(new URL('.cache/demo', productFolder))

/**
 * The encoded picture from the cache, or newly encoded and cached for the next start: drawing all of the demo takes ten seconds. `recipe`
 * holds everything that determines the picture, so that a changed drawing is a new picture.
 */
export async function cachePicture(recipe: object, encode: () => Promise<Buffer>) {
  const { versions } = await openPictureLibrary()
  const file = join(folder, `${createHash('sha256').update(JSON.stringify(versions)).update(JSON.stringify(recipe)).digest('hex')}.webp`)
  const cached = await readFile(file).catch(() => undefined)
  if (cached) return cached
  const picture = await encode()
  // If the cache is not writable, the picture is rendered again next time.
  await store(file, picture).catch(() => undefined)
  return picture
}

/** Written under another name and renamed when complete: several starts may draw at once, and any of them may be killed. */
async function store(file: string, picture: Buffer) {
  await mkdir(folder, { recursive: true })
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, picture)
  await rename(unfinished, file)
}
