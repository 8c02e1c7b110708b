import type { App } from '#src/platform/server/app.ts'
import { offerAddress } from '../offers/rules.ts'
import { landingAddress } from './rules.ts'
import { addressesPerPart, indexText, partAddress, partText, publicPages, type SitemapEntry, type SitemapPart } from './sitemap.ts'
import { countSitemap, findProfileBefore, listPlaceEntries, listProfileEntries, listServiceEntries } from './sitemapStore.ts'

/** Writes the index of all parts with content. */
export async function writeSitemapIndex(app: App) {
  const counts = await countSitemap(app.db)
  const partsOf = (part: SitemapPart, addresses: number) =>
    Array.from({ length: Math.ceil(addresses / addressesPerPart) }, (_part, index) => partAddress(part, index + 1))
  return indexText(app.config.publicUrl, [
    ...partsOf('seiten', publicPages.length),
    ...partsOf('orte', counts.places),
    ...partsOf('leistungen', counts.services),
    ...partsOf('anbieter', counts.profiles),
  ])
}

/**
 * Writes a part as it is read from the database, batch by batch: 50,000 addresses are never in memory at once. Undefined for a part without
 * content.
 */
export async function openSitemapPart(app: App, { part, number }: { part: SitemapPart; number: number }) {
  const batches = batchesOf[part](app, (number - 1) * addressesPerPart)
  const first = await batches.next()
  if (first.done || first.value.length === 0) return undefined
  const texts = textOf(app, first.value, batches)
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    pull: async (reader) => {
      const { value, done } = await texts.next()
      if (done) return reader.close()
      reader.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await texts.return(undefined)
    },
  })
}

async function* textOf({ config }: App, first: SitemapEntry[], others: Batches) {
  const entriesOf = (batch: SitemapEntry[]) => batch.map((entry) => partText.entry(config.publicUrl, entry)).join('')
  yield partText.head + entriesOf(first)
  for await (const batch of others) yield entriesOf(batch)
  yield partText.foot
}

type Batches = AsyncGenerator<SitemapEntry[], void>
const batchSize = 2_000

const batchesOf: Record<SitemapPart, (app: App, offset: number) => Batches> = {
  async *seiten(_app, offset) {
    yield publicPages.slice(offset, offset + addressesPerPart).map((path) => ({ path }))
  },
  async *orte({ db }, offset) {
    const rows = await listPlaceEntries(db, { offset, limit: addressesPerPart })
    yield rows.map(({ category, townSlug, changedAt }) => ({ path: landingAddress(category, townSlug ?? undefined), changedAt }))
  },
  async *leistungen({ db }, offset) {
    const rows = await listServiceEntries(db, { offset, limit: addressesPerPart })
    yield rows.map(({ catalogueId, townSlug, changedAt }) => ({ path: offerAddress(catalogueId, townSlug ?? undefined), changedAt }))
  },
  async *anbieter({ db }, offset) {
    let after = await findProfileBefore(db, offset)
    for (let left = addressesPerPart; left > 0; ) {
      const rows = await listProfileEntries(db, { after, limit: Math.min(batchSize, left) })
      yield rows.map(({ id, changedAt }) => ({ path: `/service/${id}`, changedAt }))
      if (rows.length < batchSize) return
      left -= rows.length
      after = rows.at(-1)?.id
    }
  },
}
