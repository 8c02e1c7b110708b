import type { Storage } from '#src/platform/ports/storage.ts'
import type { App } from '#src/platform/server/app.ts'
import { demoId, readDemo } from './demoData.ts'
import { readPictureKey } from './pictureKeys.ts'
import { renderLogo, renderPicture } from './pictures.ts'

type Target = Pick<App, 'db'>
type Drawn = { large: Buffer; small: Buffer }

/**
 * The storage with the demo's pictures, each drawn and stored at its first request: drawing three hundred companies at once would take
 * minutes. A picture that its company no longer shows does not exist.
 */
export function drawnStorage(storage: Storage, { db }: Target): Storage {
  const drawing = new Map<string, Promise<void>>()
  return {
    ...storage,
    read: (key) =>
      storage.read(key).catch(async (error: unknown) => {
        const picture = readPictureKey(key)
        const category = picture && (await categoryOf(picture))
        if (!picture || !category) throw error
        const under = key.replace(/(-384|-480)?\.webp$/, '')
        const work = drawing.get(under) ?? draw(under, { ...picture, category }).finally(() => drawing.delete(under))
        drawing.set(under, work)
        await work
        return storage.read(key)
      }),
  }

  async function categoryOf({ id, url }: { id: string; url: string }) {
    const found = await db.selectFrom('companies').select(['category', 'logoUrl', 'galleryImages']).where('id', '=', id).executeTakeFirst()
    return found && [found.logoUrl, ...found.galleryImages].includes(url) ? found.category : undefined
  }

  async function draw(under: string, { id, kind, number, category }: PictureOf) {
    const subject = { category, seed: await seedOf(id) }
    const drawn: Drawn = kind === 'logo' ? logoOf(await renderLogo(subject)) : await renderPicture(subject, number)
    await storage.put(`${under}.webp`, drawn.large, 'image/webp')
    await storage.put(`${under}${kind === 'logo' ? '-384' : '-480'}.webp`, drawn.small, 'image/webp')
  }
}

type PictureOf = { id: string; kind: 'logo' | 'gallery'; number: number; category: Parameters<typeof renderLogo>[0]['category'] }

const logoOf = ({ plain, fine }: { plain: Buffer; fine: Buffer }): Drawn => ({ large: plain, small: fine })

let seeds: Promise<Map<string, string>> | undefined
/** The companies of demo.json look as they always did. */
async function seedOf(id: string) {
  seeds ??= readDemo().then(({ companies }) => new Map(companies.map((one) => [demoId('company', one.id), one.id])))
  return (await seeds).get(id) ?? id
}
