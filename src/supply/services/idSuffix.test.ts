import { expect, test } from 'vitest'
import { findByIdSuffix, idSuffixOf } from './idSuffix.ts'

const services = ['019a-11aa22', '019b-33aa22', '019c-44bb66'].map((id) => ({ id }))

test('a suffix is as long as necessary, and finds its service regardless of the order', () => {
  expect(services.map(({ id }) => idSuffixOf(id, services))).toEqual(
    ['11aa22', '33aa22', 'bb66'].map((mark, at) => (at < 2 ? mark.slice(1) : mark)),
  )
  for (const { id } of services) {
    for (const ordered of [services, services.toReversed()]) expect(findByIdSuffix(ordered, idSuffixOf(id, services))?.id).toBe(id)
  }
})

test('a whole id is a suffix, too; an empty one finds the first service, an unknown one none', () => {
  const [first] = services
  expect([findByIdSuffix(services, '019b-33aa22'), findByIdSuffix(services, ''), findByIdSuffix(services, 'ffff')]).toEqual([
    services[1],
    first,
    undefined,
  ])
})
