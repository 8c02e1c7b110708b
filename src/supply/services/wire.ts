import { centsOf } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import type { ShownService } from './schemas.ts'

/** Converts a public service from its wire format. */
export const serviceOfWire = (service: Wire<ShownService>): ShownService => {
  const { catalogue_id, price_kind, price, options, ...same } = service
  return {
    ...same,
    catalogueId: catalogue_id,
    priceKind: price_kind,
    priceCents: price === null ? null : centsOf(price),
    options: options.map(({ id, option_group, title, surcharge }) => ({
      id,
      optionGroup: option_group,
      title,
      surchargeCents: centsOf(surcharge),
    })),
  }
}
