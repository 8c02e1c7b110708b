import { expect, test } from 'vitest'
import { filterOf, listParameters, readList } from '#src/platform/kit/listAddress.ts'
import { listFilter } from '#src/platform/server/pages.ts'
import { bookingList, emptyList } from './listRules.ts'

test('a list of bookings and its URL convert into each other, and the call takes its filter', () => {
  const list = { ...emptyList, page: 3, sort: 'dateAsc', status: 'confirmed', search: 'Müller & Söhne', from: '2026-11-01' } as const
  const parameters = listParameters(list, bookingList)
  expect(parameters).toEqual({ page: '3', sort: 'dateAsc', status: 'confirmed', search: 'Müller & Söhne', from: '2026-11-01' })
  expect(readList(new URLSearchParams(parameters), bookingList)).toEqual(list)
  expect(listFilter(bookingList).parse(filterOf(list))).toEqual({ status: 'confirmed', search: 'Müller & Söhne', from: '2026-11-01' })
})

test.each(['sort=random', 'status=paid', 'payment=confirmed', 'from=2026-02-30', `search=${'x'.repeat(101)}`])(
  'an address with %s is as one without',
  (query) => expect(readList(new URLSearchParams(query), bookingList)).toEqual(emptyList),
)
