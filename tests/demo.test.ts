import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { smallPicture } from '#src/files/pictureRules.ts'
import { demoId, readDemo } from '../scripts/demo/demoData.ts'
import { loadDemo } from '../scripts/demo/loadDemo.ts'
import { makeCompany } from './factories.ts'
import { openWorld } from './world.ts'

const { app, http } = await openWorld()
const counts = async () => ({
  companies: (await app.db.selectFrom('companies').select('id').execute()).length,
  reviews: (await app.db.selectFrom('reviews').select('id').execute()).length,
})
const keyOf = (url: string) => url.replace('/storage/v1/object/', '')
const failing = (key: string): typeof app.storage => ({
  ...app.storage,
  put: async (one, content, type) => {
    if (one === key) throw new Error('killed')
    await app.storage.put(one, content, type)
  },
})

describe('the demo', { timeout: 60_000 }, () => {
  test('fills an empty database once and for ever, with pictures that are served', async () => {
    const progress: [number, number][] = []
    expect(await loadDemo(app, (done, total) => progress.push([done, total]))).toBe(true)
    expect(progress.map(([done]) => done)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(await counts()).toEqual({ companies: 30, reviews: 40 })
    expect(await loadDemo(app)).toBe(false)

    const company = await app.db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', demoId('company', 'glanzwerk-altona'))
      .executeTakeFirstOrThrow()
    expect(company).toMatchObject({
      companyName: 'Glanzwerk Altona Gebäudereinigung',
      legalForm: 'GmbH',
      hourlyRateCents: 3_450,
      servicesOffered: ['Unterhaltsreinigung', 'Fensterreinigung', 'Treppenhausreinigung'],
      serviceRadiusKm: 25,
      plan: 'premium',
      verified: true,
      subscriptionStatus: 'active',
      subscriptionKind: 'granted',
      isListed: true,
    })
    expect(company.galleryImages).toHaveLength(5)
    for (const url of [company.logoUrl ?? '', ...company.galleryImages, ...company.galleryImages.map(smallPicture)]) {
      expect((await sharp(await buffer(await app.storage.read(keyOf(url)))).metadata()).format).toBe('webp')
    }
    const served = await http.fetch(new Request(`${app.config.publicUrl}${company.galleryImages[0]}`))
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])

    const demo = await readDemo()
    const companies = await app.db.selectFrom('companies').select(['id', 'verified']).execute()
    expect(companies.filter(({ verified }) => verified)).toHaveLength(demo.companies.filter(({ verified }) => verified).length)
    const review = await app.db
      .selectFrom('reviews')
      .selectAll()
      .where('companyId', '=', demoId('company', 'glanzwerk-altona'))
      .where('customerName', '=', 'Katrin B.')
      .executeTakeFirstOrThrow()
    expect(review).toMatchObject({
      rating: 5,
      isFromBooking: true,
      providerReply: 'Vielen Dank, Frau B.! Das geben wir gern ans Team weiter.',
    })
    expect(Math.round((app.now().getTime() - review.createdAt.getTime()) / 86_400_000)).toBe(6)
    expect(review.publishedAt).toEqual(review.createdAt)

    await app.db.deleteFrom('reviews').execute()
    await app.db.deleteFrom('companies').execute()
    expect(await loadDemo(app)).toBe(false)
  })

  test('leaves a database alone that has a company', async () => {
    await makeCompany(app)
    expect(await loadDemo(app)).toBe(false)
    expect(await counts()).toEqual({ companies: 1, reviews: 0 })
  })

  test('begins again after it was cut off, and is loaded once by two servers', async () => {
    const key = `company-images/${demoId('company', 'glanzwerk-altona')}/gallery/3.webp`
    await expect(loadDemo({ ...app, storage: failing(key) })).rejects.toThrow('killed')
    expect(await counts()).toEqual({ companies: 0, reviews: 0 })
    expect((await Promise.all([loadDemo(app), loadDemo(app)])).sort()).toEqual([false, true])
    expect(await counts()).toEqual({ companies: 30, reviews: 40 })
  })
})
