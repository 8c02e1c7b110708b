import type { Insertable } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'
import type { Companies, Reviews } from '#src/platform/server/tables.d.ts'
import { type DemoCompany, type DemoReview, demoId, readDemo } from './demoData.ts'
import { demoPictures } from './pictureKeys.ts'

/** Only the companies and reviews of demo.json: no bookings, no payments. */
export async function insertSmallDemo(tx: Transaction, now: Date) {
  const { companies, reviews } = await readDemo()
  await insertCompanies(tx, companies, now)
  await tx
    .insertInto('reviews')
    .values(reviews.map((review, index) => reviewRow({ review, index, now })))
    .execute()
}

export const insertCompanies = (tx: Transaction, companies: readonly DemoCompany[], now: Date) =>
  tx
    .insertInto('companies')
    .values(companies.map((company) => companyRow(company, now)))
    .execute()

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
  craftChamber: company.handwerksrolle?.kammer ?? null,
  craftTrade: company.handwerksrolle?.gewerbe ?? null,
  plan: company.plan,
  premium: company.premium,
  verified: company.verified,
  subscriptionStatus: 'active',
  subscriptionKind: 'granted',
  ...demoPictures(demoId('company', company.id)),
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
    companyReply: review.company_reply ?? null,
    createdAt: writtenAt,
    publishedAt: writtenAt,
  }
}
