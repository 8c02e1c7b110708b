import { expect, test } from 'vitest'
import { requirePlain } from './pageData.ts'

test('plain data are what JSON says again; an absent value may be undefined', () => {
  expect(() => requirePlain({ a: [1, 'b', null, { c: true }], d: undefined, e: { f: [] } })).not.toThrow()
})

test.each([
  ['a date', { at: new Date(0) }, 'data.at'],
  ['undefined in a list', { list: [1, undefined] }, 'data.list.1'],
  ['a map', { of: [{ known: new Map() }] }, 'data.of.0.known'],
  ['a large number', { count: 1n }, 'data.count'],
  ['no number', [Number.NaN], 'data.0'],
  ['a promise', { later: Promise.resolve(1) }, 'data.later'],
  ['a function', { act: () => 1 }, 'data.act'],
])('%s is not plain', (_, data, at) => expect(() => requirePlain(data)).toThrow(`${at} is no plain JSON`))
