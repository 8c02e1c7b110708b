import { useState } from 'react'
import { centsOf, eurosOf, parseEuro } from '#src/platform/kit/money.ts'
import { priceLimits, priceTexts, type ShownEstimate } from './rules.ts'

/**
 * Price and reason that a company types for an estimate. `check` returns the fields of the answer, or undefined and shows the errors at the
 * fields.
 */
export function usePrice(estimate: ShownEstimate | null) {
  const [typed, setTyped] = useState({ price: '', priceReason: '' })
  const [errors, setErrors] = useState<{ price?: string; priceReason?: string }>({})
  const priceCents = parseEuro(typed.price)
  const isAbove = estimate !== null && priceCents !== undefined && priceCents > centsOf(estimate.ceiling)

  function type(name: keyof typeof typed, value: string) {
    setTyped((last) => ({ ...last, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }

  function check() {
    if (!estimate) return {}
    const { min, max } = priceLimits.cents
    const priceReason = typed.priceReason.trim()
    const price = typed.price.trim() === '' ? priceTexts.missing : priceTexts.amount
    const isPrice = priceCents !== undefined && priceCents >= min && priceCents <= max
    const faults = {
      ...(isPrice ? {} : { price }),
      ...(isAbove && priceReason === '' ? { priceReason: priceTexts.reasonMissing(centsOf(estimate.ceiling)) } : {}),
      ...(priceReason.length > priceLimits.reason ? { priceReason: priceTexts.reason } : {}),
    }
    setErrors(faults)
    if (!isPrice || Object.keys(faults).length > 0) return undefined
    return { price: eurosOf(priceCents), ...(priceReason === '' ? {} : { priceReason }) }
  }
  return { typed, errors, type, check, refuse: setErrors, priceCents, isAbove }
}
export type PriceForm = ReturnType<typeof usePrice>
