import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { imageLimits } from './rules.ts'

const images = ['logoUrl', 'galleryImages'] as const

export const findImages = (db: Database | Transaction, companyId: string) =>
  db.selectFrom('companies').select(images).where('id', '=', companyId).executeTakeFirst()

/** Locks the company's row and returns its pictures. */
export const lockImages = (tx: Transaction, companyId: string) =>
  tx.selectFrom('companies').select(images).where('id', '=', companyId).forUpdate().executeTakeFirst()

export const markLogo = (tx: Transaction, { companyId, url, now }: { companyId: string; url: string | null; now: Date }) =>
  tx.updateTable('companies').set({ logoUrl: url, updatedAt: now }).where('id', '=', companyId).returning(images).executeTakeFirst()

/** Appends a picture; undefined if there are five already, even under parallel uploads. */
export const appendToGallery = (tx: Transaction, { companyId, url, now }: { companyId: string; url: string; now: Date }) =>
  tx
    .updateTable('companies')
    .set({ galleryImages: sql`array_append(gallery_images, ${url})`, updatedAt: now })
    .where('id', '=', companyId)
    .where(sql<number>`cardinality(gallery_images)`, '<', imageLimits.gallery)
    .returning(images)
    .executeTakeFirst()

/** Removes a picture from the gallery; undefined if it is not in it. */
export const removeFromGallery = (tx: Transaction, { companyId, url, now }: { companyId: string; url: string; now: Date }) =>
  tx
    .updateTable('companies')
    .set({ galleryImages: sql`array_remove(gallery_images, ${url})`, updatedAt: now })
    .where('id', '=', companyId)
    .where(sql<boolean>`${url} = any(gallery_images)`)
    .returning(images)
    .executeTakeFirst()

/** Reorders the gallery; undefined unless `urls` are exactly its pictures. */
export const markGalleryOrder = (tx: Transaction, { companyId, urls, now }: { companyId: string; urls: string[]; now: Date }) =>
  tx
    .updateTable('companies')
    .set({ galleryImages: urls, updatedAt: now })
    .where('id', '=', companyId)
    .where(sql<boolean>`
      (select array_agg(one order by one) from unnest(gallery_images) as one)
      is not distinct from (select array_agg(one order by one) from unnest(${urls}::text[]) as one)`)
    .returning(images)
    .executeTakeFirst()

export const listPictureTexts = (db: Database, companyId: string) =>
  db.selectFrom('pictureTexts').select(['url', 'caption']).where('companyId', '=', companyId).orderBy('url').execute()

type PictureText = { companyId: string; url: string; caption: string }
export const upsertPictureText = (tx: Transaction, text: PictureText) =>
  tx
    .insertInto('pictureTexts')
    .values(text)
    .onConflict((conflict) => conflict.columns(['companyId', 'url']).doUpdateSet({ caption: text.caption }))
    .execute()

export const deletePictureText = (tx: Transaction, { companyId, url }: Omit<PictureText, 'caption'>) =>
  tx.deleteFrom('pictureTexts').where('companyId', '=', companyId).where('url', '=', url).execute()

/** Pictures of several companies, for the sweep. */
export const listImagesOf = (db: Database, companyIds: readonly string[]) =>
  db
    .selectFrom('companies')
    .select(['id', ...images])
    .where('id', 'in', companyIds)
    .execute()
