import { type Insertable, sql } from 'kysely'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { demoMarker } from '#src/server/settings.ts'
import type { Companies, Reviews } from '#src/server/tables.d.ts'
import { type DemoCompany, type DemoReview, demoId, readDemo } from './demoData.ts'
import { galleryNumbers, renderLogo, renderPicture } from './pictures.ts'

type Target = Pick<App, 'db' | 'storage' | 'now'>
type Progress = (done: number, total: number) => void

/**
 * Fills an empty database with the demo's companies and reviews, and the storage with pictures drawn for them. Does nothing where companies
 * are or the demo ever was. Killed half-way, it begins again at the next start: files are written first and overwritten, all rows come in
 * one transaction. `onProgress` hears of every finished company. Answers whether anything was loaded.
 */
export async function loadDemo(app: Target, onProgress: Progress = () => undefined) {
  if (!(await isEmpty(app.db))) return false
  const { companies, reviews } = await readDemo()
  await drawAll(app, companies, onProgress)
  return app.db.transaction().execute(async (tx) => {
    // Of two servers that start at once, one loads.
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(tx)
    if (!(await isEmpty(tx))) return false
    await insertRows(tx, { companies, reviews, now: app.now() })
    return true
  })
}

async function isEmpty(db: App['db'] | Transaction) {
  const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  const mark = await db.selectFrom('settings').select('key').where('key', '=', demoMarker).executeTakeFirst()
  return company === undefined && mark === undefined
}

/** Several companies at a time: while one picture is encoded, the other core draws the next. After a failure nobody goes on. */
async function drawAll(app: Target, companies: DemoCompany[], onProgress: Progress) {
  const waiting = [...companies]
  let done = 0
  const drawNext = async () => {
    for (let company = waiting.shift(); company; company = waiting.shift()) {
      await drawCompany(app, company).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
      done += 1
      onProgress(done, companies.length)
    }
  }
  const drawers = await Promise.allSettled([drawNext(), drawNext(), drawNext(), drawNext()])
  for (const drawer of drawers) if (drawer.status === 'rejected') throw drawer.reason
}

async function drawCompany({ storage }: Target, { id, category }: DemoCompany) {
  const subject = { category, seed: id }
  const logo = await renderLogo(subject)
  await storage.put(logoKey(id, '0'), logo.plain, 'image/webp')
  await storage.put(logoKey(id, '0-384'), logo.fine, 'image/webp')
  for (const number of galleryNumbers) {
    const { large, small } = await renderPicture(subject, number)
    await storage.put(galleryKey(id, `${number}`), large, 'image/webp')
    await storage.put(galleryKey(id, `${number}-480`), small, 'image/webp')
  }
}

const logoKey = (id: string, name: string) => `company-images/${demoId('company', id)}/logo/${name}.webp`
const galleryKey = (id: string, name: string) => `company-images/${demoId('company', id)}/gallery/${name}.webp`
const urlOf = (key: string) => `/storage/v1/object/${key}`

async function insertRows(tx: Transaction, { companies, reviews, now }: { companies: DemoCompany[]; reviews: DemoReview[]; now: Date }) {
  const companyRows = companies.map((company) => companyRow(company, now))
  await tx.insertInto('companies').values(companyRows).execute()
  const reviewRows = reviews.map((review, index) => reviewRow({ review, index, now }))
  await tx.insertInto('reviews').values(reviewRows).execute()
  await tx
    .insertInto('settings')
    .values([
      { key: demoMarker, value: JSON.stringify(now), updatedAt: now },
      // Who tries the demo wants to see money move today.
      { key: 'firstPayoutHoldDays', value: '0', updatedAt: now },
    ])
    .execute()
}

const companyRow = (company: DemoCompany, now: Date): Insertable<Companies> => ({
  id: demoId('company', company.id),
  companyName: company.company_name,
  legalForm: company.rechtsform,
  category: company.category,
  description: company.description,
  location: company.location,
  postcode: company.plz,
  town: company.ort,
  federalState: company.bundesland,
  street: company.strasse,
  serviceRadiusKm: company.radius_km,
  servicesOffered: company.leistungen,
  contactPerson: company.contact_person,
  email: company.email,
  phone: company.phone,
  website: company.website,
  hourlyRateCents: company.hourly_rate === null ? null : Math.round(company.hourly_rate * 100),
  isSmallBusiness: company.kleinunternehmer,
  craftChamber: company.handwerksrolle?.kammer ?? null,
  craftTrade: company.handwerksrolle?.gewerbe ?? null,
  plan: company.plan,
  premium: company.premium,
  verified: company.verified,
  subscriptionStatus: 'active',
  subscriptionKind: 'granted',
  logoUrl: urlOf(logoKey(company.id, '0')),
  galleryImages: galleryNumbers.map((number) => urlOf(galleryKey(company.id, `${number}`))),
  createdAt: now,
  updatedAt: now,
})

function reviewRow({ review, index, now }: { review: DemoReview; index: number; now: Date }): Insertable<Reviews> {
  const writtenAt = new Date(now.getTime() - review.days_ago * 86_400_000)
  return {
    id: demoId('review', `${review.company}/${index}`),
    companyId: demoId('company', review.company),
    customerName: review.customer_name,
    customerEmail: review.customer_email,
    rating: review.rating,
    comment: review.comment,
    isFromBooking: review.verified_booking,
    providerReply: review.provider_reply ?? null,
    createdAt: writtenAt,
    publishedAt: writtenAt,
  }
}
