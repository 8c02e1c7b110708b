import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { smallPicture } from '#src/foundation/files/pictureRules.ts'
import { removeImage } from '#src/supply/companies/images/actions.ts'
import { demoId, readDemo } from '../scripts/demo/demoData.ts'
import { drawnStorage, loadDemo } from '../scripts/demo/loadDemo.ts'
import { makeCompany } from './factories.ts'
import { openTestApp } from './testApp.ts'

const { app, http } = await openTestApp()
app.storage = drawnStorage(app.storage, app)
const counts = async () => ({
  companies: (await app.db.selectFrom('companies').select('id').execute()).length,
  reviews: (await app.db.selectFrom('reviews').select('id').execute()).length,
  offering: (await app.db.selectFrom('services').select('companyId').distinct().execute()).length,
})
const keyOf = (url: string) => url.replace('/storage/v1/object/', '')
const glanzwerk = demoId('company', 'glanzwerk-altona')
const readCompany = () => app.db.selectFrom('companies').selectAll().where('id', '=', glanzwerk).executeTakeFirstOrThrow()

describe('the small demo', () => {
  test('fills an empty database once and for ever', async () => {
    expect(await loadDemo(app, 'small')).toBe(true)
    expect(await counts()).toEqual({ companies: 30, reviews: 40, offering: 27 })
    expect(await loadDemo(app, 'small')).toBe(false)
    expect(await readCompany()).toMatchObject({
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

    const demo = await readDemo()
    const companies = await app.db.selectFrom('companies').select(['id', 'verified']).execute()
    expect(companies.filter(({ verified }) => verified)).toHaveLength(demo.companies.filter(({ verified }) => verified).length)
    const review = await app.db
      .selectFrom('reviews')
      .selectAll()
      .where('companyId', '=', glanzwerk)
      .where('customerName', '=', 'Katrin B.')
      .executeTakeFirstOrThrow()
    expect(review).toMatchObject({
      rating: 5,
      isFromBooking: true,
      companyReply: 'Vielen Dank, Frau B.! Das geben wir gern ans Team weiter.',
    })
    expect(Math.round((app.now().getTime() - review.createdAt.getTime()) / 86_400_000)).toBe(6)
    expect(review.publishedAt).toEqual(review.createdAt)

    await app.db.deleteFrom('reviews').execute()
    await app.db.deleteFrom('companies').execute()
    expect(await loadDemo(app, 'small')).toBe(false)
  })

  test('draws a picture at its first request, and none that its company does not show', async () => {
    await loadDemo(app, 'small')
    const company = await readCompany()
    const ask = (url: string) => http.fetch(new Request(`${app.config.publicUrl}${url}`))
    expect(company.galleryImages).toHaveLength(5)
    for (const url of [company.logoUrl ?? '', ...company.galleryImages, ...company.galleryImages.map(smallPicture)]) {
      expect((await sharp(await buffer(await app.storage.read(keyOf(url)))).metadata()).format).toBe('webp')
    }
    const [first = '', second = ''] = company.galleryImages
    const both = await Promise.all([ask(first), ask(smallPicture(first))])
    expect(both.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'image/webp'],
      [200, 'image/webp'],
    ])
    await removeImage(app, { companyId: glanzwerk, url: second })
    expect((await ask(second)).status).not.toBe(200)
    const { id: stranger } = await makeCompany(app)
    expect((await ask(first.replace(glanzwerk, stranger))).status).not.toBe(200)
  })

  test('leaves a database alone that has a company', async () => {
    await makeCompany(app)
    expect(await loadDemo(app, 'living')).toBe(false)
    expect(await counts()).toEqual({ companies: 1, reviews: 0, offering: 0 })
  })

  test('is loaded once by two servers', async () => {
    expect((await Promise.all([loadDemo(app, 'small'), loadDemo(app, 'small')])).sort()).toEqual([false, true])
    expect(await counts()).toEqual({ companies: 30, reviews: 40, offering: 27 })
  })
})
