import { expect, test } from 'vitest'
import { bookingListParameters, emptyList, filterOf, hasFilter, parseBookingList } from './listRules.ts'

test('a list and its address say the same', () => {
  const list = { ...emptyList, page: 3, sort: 'dateAsc', status: 'confirmed', search: 'Müller & Söhne', from: '2026-11-01' } as const
  const parameters = bookingListParameters(list)
  expect(parameters).toEqual({ page: '3', sort: 'dateAsc', status: 'confirmed', search: 'Müller & Söhne', from: '2026-11-01' })
  expect(parseBookingList(new URLSearchParams(parameters))).toEqual(list)
})

test.each([
  'page=0',
  'page=-1',
  'page=1e9',
  'page=1.5',
  'sort=random',
  'status=paid',
  'payment=confirmed',
  'from=2026-02-30',
  `search=${'x'.repeat(101)}`,
])('an address with %s is as one without', (query) => expect(parseBookingList(new URLSearchParams(query))).toEqual(emptyList))

test('an empty list has no parameters and no filter', () => {
  expect([
    bookingListParameters(emptyList),
    filterOf(emptyList),
    hasFilter(emptyList),
    hasFilter({ ...emptyList, to: '2026-11-30' }),
  ]).toEqual([{}, {}, false, true])
})
