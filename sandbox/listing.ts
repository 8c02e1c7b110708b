import type Stripe from 'stripe'
import { invalidRequest, missingObject } from './problems.ts'

type Listed = { id: string; created?: number }
type ListParams = { limit?: number; starting_after?: string; ending_before?: string; created?: Stripe.RangeQueryParam | number }

/** One page in Stripe's order (newest first) of those objects that pass the filter; `items` are given oldest first. */
export function listPage<T extends Listed>(input: {
  items: T[]
  params: ListParams
  noun: string
  url: string
  keep: (item: T) => boolean
}): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  const { params, noun } = input
  const limit = params.limit ?? 10
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw invalidRequest(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'} (it currently is '${limit}').`,
      { param: 'limit' },
    )
  }
  if (params.starting_after && params.ending_before)
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.')
  const newestFirst = input.items.filter((item) => isCreatedWithin(item, params.created) && input.keep(item)).reverse()
  const positionOf = (id: string, param: string) => {
    const position = newestFirst.findIndex((item) => item.id === id)
    if (position < 0) throw missingObject(noun, id, param)
    return position
  }
  const page = { object: 'list', url: input.url } as const
  if (params.ending_before) {
    const end = positionOf(params.ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { ...page, data: newestFirst.slice(start, end), has_more: start > 0 }
  }
  const start = params.starting_after ? positionOf(params.starting_after, 'starting_after') + 1 : 0
  return { ...page, data: newestFirst.slice(start, start + limit), has_more: start + limit < newestFirst.length }
}

function isCreatedWithin(item: Listed, range: Stripe.RangeQueryParam | number | undefined): boolean {
  if (range === undefined || item.created === undefined) return true
  if (typeof range === 'number') return item.created === range
  if (range.gt !== undefined && item.created <= range.gt) return false
  if (range.gte !== undefined && item.created < range.gte) return false
  if (range.lt !== undefined && item.created >= range.lt) return false
  return range.lte === undefined || item.created <= range.lte
}
