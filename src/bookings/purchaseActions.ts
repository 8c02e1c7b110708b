import { serviceTitleOf } from '#src/companies/rules.ts'
import type { findCompanyForBooking } from '#src/companies/store.ts'
import { centsOfEuros } from '#src/kit/money.ts'
import { invalidInput } from '#src/kit/problems.ts'
import type { Transaction } from '#src/server/db.ts'
import { serviceProblems } from '#src/services/rules.ts'
import { lockOffered } from '#src/services/store.ts'
import { priceChanged, purchaseOf } from './purchaseRules.ts'
import type { BookingRequest } from './rules.ts'

type Company = NonNullable<Awaited<ReturnType<typeof findCompanyForBooking>>>

/**
 * What a request buys, at the prices of this moment. Throws serviceProblems.unknown, invalidInput at the field that does not fit, and
 * purchaseProblems.priceChanged when the amount that the customer saw is not what it costs.
 */
export async function readPurchase(tx: Transaction, { request, company }: { request: BookingRequest; company: Company }) {
  const amountCents = centsOfEuros(request.amount)
  if (amountCents === undefined) throw new Error('the schema let an amount with fractions of a cent through')
  const service = await findChosen(tx, request)
  const { optionIds, quantity, agreedWith } = request
  const offer = { service, hourlyRateCents: company.hourlyRateCents }
  const purchase = purchaseOf(offer, { optionIds, quantity, agreedWith, amountCents })
  if ('field' in purchase) throw invalidInput({ [purchase.field]: [purchase.text] })
  if (purchase.totalCents !== amountCents) throw priceChanged(purchase.totalCents)
  return {
    ...purchase,
    serviceTitle: service?.title ?? serviceTitleOf(company.category),
    serviceId: service?.id ?? null,
    catalogueId: service?.catalogueId ?? null,
  }
}

async function findChosen(tx: Transaction, { serviceId, companyId }: BookingRequest) {
  if (serviceId === undefined) return undefined
  const service = await lockOffered(tx, { id: serviceId, companyId })
  if (!service) throw serviceProblems.unknown()
  return service
}
