import { type Cents, centsOfEuros } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { agreedTitleOf } from '#src/supply/companies/rules.ts'
import type { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { firstChoice } from '#src/supply/services/pricing.ts'
import { serviceProblems } from '#src/supply/services/rules.ts'
import { lockFirstOffered, lockOffered } from '#src/supply/services/store.ts'
import type { BillingAddress } from './billing/rules.ts'
import { upsertBilling } from './billing/store.ts'
import { insertEstimate } from './estimateStore.ts'
import { findInsiderBrowser } from './insiders/store.ts'
import { insertItems } from './itemStore.ts'
import type { BookingRequest } from './order/rules.ts'
import { priceChanged, purchaseOf, purchaseTexts } from './purchaseRules.ts'
import { insertBooking } from './store.ts'
import { isEarlyStartVersion } from './withdrawalRules.ts'

type Company = NonNullable<Awaited<ReturnType<typeof findCompanyForBooking>>>

/** Order with the recipient of its invoice, if that is not the customer. */
export type Billed = BookingRequest & { billingAddress?: BillingAddress | undefined }

/** Purchase: title, service, items, and their sum. */
export type Bought = Awaited<ReturnType<typeof readPurchase>>
type Writing = {
  request: Billed
  purchase: Bought
  dueCents?: Cents | undefined
  requestHash: string
  expiresAt: Date
  now: Date
  callerHash?: string
}

/**
 * Inserts a pending booking with its items and its billing address; `dueCents`: deposit that it charges instead of the whole price.
 * Undefined if the same request already has a booking that waits for payment. Does not take the time (holdAppointment).
 */
export async function writeBooking(tx: Transaction, { request, purchase, dueCents, requestHash, expiresAt, now, callerHash }: Writing) {
  const { items, totalCents, lowCents, isByRequest: _, terms: __, ...bought } = purchase
  const isInsider = callerHash !== undefined && (await findInsiderBrowser(tx, { companyId: request.companyId, callerHash }))
  const inserted = await insertBooking(tx, {
    ...bought,
    companyId: request.companyId,
    requestHash,
    insider: isInsider ? 'visitor' : null,
    customerName: request.customerName,
    customerEmail: request.customerEmail,
    customerPhone: request.customerPhone ?? '',
    location: request.location,
    description: request.description ?? '',
    bookingDate: request.date,
    bookingTime: request.time,
    amountCents: dueCents ?? totalCents,
    customerKind: request.customerKind ?? 'consumer',
    earlyStartVersion: earlyStartOf(request),
    expiresAt,
    createdAt: now,
    updatedAt: now,
  })
  if (!inserted) return undefined
  await insertItems(tx, { bookingId: inserted.id, items })
  if (lowCents !== undefined) await insertEstimate(tx, { bookingId: inserted.id, lowCents, ceilingCents: totalCents })
  if (request.billingAddress) await upsertBilling(tx, { bookingId: inserted.id, address: request.billingAddress, now })
  return inserted
}

/** Version of the consent text that a consumer accepted, stored as evidence. */
function earlyStartOf({ customerKind, earlyStartConsent }: BookingRequest) {
  if (customerKind === 'business' || !earlyStartConsent) return null
  return isEarlyStartVersion(earlyStartConsent.version) ? earlyStartConsent.version : null
}

/**
 * Purchase of a request, at current prices. Throws serviceProblems.unknown, invalidInput at the field that does not fit, and
 * purchaseProblems.priceChanged if the amount that the customer saw differs from the price.
 */
export async function readPurchase(tx: Transaction, { request, company }: { request: BookingRequest; company: Company }) {
  const amountCents = centsOfEuros(request.amount)
  if (amountCents === undefined) throw new Error('the schema let an amount with fractions of a cent through')
  const service = await findChosen(tx, request)
  const isNamed = request.serviceId !== undefined
  const { quantity, agreedWith } = request
  const optionIds = request.optionIds ?? (service && !isNamed ? firstChoice(service).optionIds : undefined)
  const offer = { service, isNamed, hourlyRateCents: company.hourlyRateCents }
  const purchase = purchaseOf(offer, { optionIds, quantity, agreedWith, amountCents })
  if ('field' in purchase) throw invalidInput({ [purchase.field]: [purchase.text] })
  if (purchase.totalCents !== amountCents) throw priceChanged(purchase.totalCents)
  const { minimumCents } = (await readSettings(tx)).safety
  if (service && amountCents < minimumCents) throw invalidInput({ amount: [purchaseTexts.belowMinimum(minimumCents)] })
  return {
    ...purchase,
    serviceTitle: service?.title ?? agreedTitleOf(company.category),
    serviceId: service?.id ?? null,
    catalogueId: service?.catalogueId ?? null,
    /** Deposit and instalments that the service asks for. */
    terms: service ? { priceKind: service.priceKind, depositPercent: service.depositPercent, restParts: service.restParts } : null,
  }
}

/**
 * Locks the service of the request, or the company's first visible one (docs/spec.md#default-service). Undefined at a company without
 * services.
 */
async function findChosen(tx: Transaction, { serviceId, companyId }: BookingRequest) {
  if (serviceId === undefined) return lockFirstOffered(tx, companyId)
  const service = await lockOffered(tx, { id: serviceId, companyId })
  if (!service) throw serviceProblems.unknown()
  return service
}
