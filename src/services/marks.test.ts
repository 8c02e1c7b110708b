import { expect, test } from 'vitest'
import { findMarked, markOf } from './marks.ts'

const services = ['019a-11aa22', '019b-33aa22', '019c-44bb66'].map((id) => ({ id }))

test('a mark is as long as it has to be, and names its service alone, wherever that stands', () => {
  expect(services.map(({ id }) => markOf(id, services))).toEqual(
    ['11aa22', '33aa22', 'bb66'].map((mark, at) => (at < 2 ? mark.slice(1) : mark)),
  )
  for (const { id } of services) {
    for (const ordered of [services, services.toReversed()]) expect(findMarked(ordered, markOf(id, services))?.id).toBe(id)
  }
})

test('a whole id is a mark, too; none is the first service, and a foreign one nobody', () => {
  const [first] = services
  expect([findMarked(services, '019b-33aa22'), findMarked(services, ''), findMarked(services, 'ffff')]).toEqual([
    services[1],
    first,
    undefined,
  ])
})
