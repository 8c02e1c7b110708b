import { taxedAs } from '#src/orders/documents/customers/lines.ts'
import type { DocumentParty } from '#src/orders/documents/facts.ts'
import { randomOf } from './randomCalendars.ts'

export const customerCases = [
  'customer 19 %',
  'customer 7 %',
  'customer 0 %',
  'customer small',
  'customer exempt',
  'customer mixed',
  'customer discount',
  'customer partial refund',
  'customer full refund',
  'customer cancellation',
  'customer reverse',
  'customer advance',
  'customer final',
] as const
export type CustomerCase = (typeof customerCases)[number]

const cares = ['labour', 'travel', 'material', 'other'] as const

/** A booking with its split lines, as its company is taxed; deterministic by seed. */
export function openHistory(seed: number, what: CustomerCase | undefined = undefined) {
  const random = randomOf(seed * 7 + 1)
  const rng = (limit: number) => Math.floor(random() * limit)
  const status = what === 'customer small' ? 'small' : what === 'customer exempt' ? 'exempt' : undefined
  const statuses = ['regular', 'regular', 'regular', 'small', 'exempt'] as const
  const profile = {
    status: status ?? (what === undefined ? (statuses[rng(5)] ?? 'regular') : 'regular'),
    exemptionText: 'Umsatzsteuerfrei nach § 4 Nr. 21 UStG.',
  }
  const rates: Partial<Record<CustomerCase, number>> = { 'customer 19 %': 1_900, 'customer 7 %': 700, 'customer 0 %': 0 }
  const rate = what && rates[what]
  const count = what === 'customer mixed' ? 3 : 1 + rng(5)
  const amounts = Array.from({ length: count }, () => 100 + rng([500, 30_000, 200_000][rng(3)] ?? 500))
  const drafted = amounts.map((grossCents, place) => ({
    text: `Zeile ${place + 1}`,
    grossCents,
    taxBasisPoints: rate ?? [1_900, 700, 0][what === 'customer mixed' ? place : rng(3)] ?? 1_900,
    care: cares[rng(4)] ?? 'other',
  }))
  const party = (name: string): DocumentParty => ({
    ...{ id: 'P7K2A', name, street: 'Große Straße 3', postcode: '22767', town: 'Hamburg', country: 'DE' },
    ...{ vatId: null, taxNumber: null, contactName: 'Meike Petersen', phone: '+49 40 66969101', email: 'kontakt@glanzwerk.example' },
  })
  const isVat = profile.status !== 'small' || rng(2) === 0
  const seller = { ...party('Glanzwerk „Altona“ & Söhne'), ...(isVat ? { vatId: 'DE136695976' } : { taxNumber: '22/815/08156' }) }
  const isReverse = what === 'customer reverse'
  const buyer = { ...party('Ayşe Demir'), vatId: isReverse ? 'DE123456788' : null }
  return {
    rng,
    amountCents: amounts.reduce((sum, cents) => sum + cents, 0),
    lines: taxedAs(drafted, { ...profile, isReverse }),
    service: {
      serviceOn: '2026-11-20',
      serviceUntil: '2026-11-20',
      paidOn: '2026-11-12',
      isConsumer: !isReverse && rng(3) > 0,
      category: 'Reinigung' as const,
    },
    written: { today: '2026-11-21', operatorName: 'Handschlag GmbH', seller, buyer, buyerReference: null },
  }
}
