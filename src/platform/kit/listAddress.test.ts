import { expect, test } from 'vitest'
import { emptyListOf, filterOf, hasFilter, type ListSpec, listParameters, readList } from './listAddress.ts'

const spec = {
  sorts: ['newest', 'oldest', 'amountDesc'],
  choices: { status: ['open', 'done'], kind: ['a'] },
  days: ['from', 'to'],
  searchLength: 10,
} as const satisfies ListSpec

const empty = { page: 1, sort: 'newest', status: '', kind: '', search: '', from: '', to: '' }
const read = (query: string) => readList(new URLSearchParams(query), spec)

test('a list and its URL convert into each other', () => {
  const list = { ...emptyListOf(spec), page: 3, sort: 'oldest', status: 'done', search: 'Müller & S', from: '2026-11-01' } as const
  const parameters = listParameters(list, spec)
  expect(parameters).toEqual({ page: '3', sort: 'oldest', status: 'done', search: 'Müller & S', from: '2026-11-01' })
  expect(readList(new URLSearchParams(parameters), spec)).toEqual(list)
})

test.each([
  '',
  'page=0',
  'page=-1',
  'page=1e9',
  'page=1.5',
  'page=',
  'page=zwei',
  'sort=random',
  'sort=constructor',
  'status=newest',
  'status=toString',
  'kind=open',
  'from=2026-02-30',
  'to=gestern',
  'search=12345678901',
  'search=%20%20',
  'search=%00',
  'unknown=x',
  '__proto__=x',
])('an address with "%s" is as one without', (query) => expect(read(query)).toEqual(empty))

test('the first of two equal parameters counts; blanks around a search are ignored', () => {
  expect(read('status=done&status=open&search=%20Anna%20')).toEqual({ ...empty, status: 'done', search: 'Anna' })
})

test('a list without choices, days and search has none', () => {
  expect(readList(new URLSearchParams('search=x&status=open&from=2026-11-01'), { sorts: ['newest'] })).toEqual({
    page: 1,
    sort: 'newest',
    search: '',
  })
})

test('an empty list has no parameters and no filter; page and order are no filter', () => {
  const list = emptyListOf(spec)
  expect([listParameters(list, spec), filterOf(list), hasFilter(list)]).toEqual([{}, {}, false])
  expect(hasFilter({ ...list, page: 2, sort: 'oldest' })).toBe(false)
  expect(hasFilter({ ...list, to: '2026-11-30' })).toBe(true)
  expect(filterOf({ ...list, page: 2, status: 'open', search: 'x' })).toEqual({ status: 'open', search: 'x' })
})
