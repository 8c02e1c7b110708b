import { centsOf } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import type { ServiceView } from './schemas.ts'

/** Converts a public service from its wire format. */
export const serviceOfWire = (service: Wire<ServiceView>): ServiceView => {
  const { catalogue_id, price_kind, price, price_to, minutes_per_unit, is_spread, deposit_percent, rest_parts, options, ...same } = service
  return {
    ...same,
    catalogueId: catalogue_id,
    priceKind: price_kind,
    priceCents: price === null ? null : centsOf(price),
    priceToCents: price_to === null ? null : centsOf(price_to),
    minutesPerUnit: minutes_per_unit,
    isSpread: is_spread,
    depositPercent: deposit_percent,
    restParts: rest_parts,
    options: options.map(({ id, option_group, title, surcharge }) => ({
      id,
      optionGroup: option_group,
      title,
      surchargeCents: centsOf(surcharge),
    })),
  }
}
