import { expect, test } from 'vitest'
import { readFacts, withFacts, without } from './facts.ts'

const facts = (id: string, date: string) => ({ id, date, lines: ['Fensterreinigung'] })

test('saved facts are removed a day after the appointment; malformed text is ignored', () => {
  const kept = JSON.stringify([
    facts('a', '2026-11-24'),
    facts('b', '2026-11-23'),
    facts('c', '2026-11-22'),
    { id: 'd' },
    7,
    { ...facts('e', 'bald') },
  ])
  expect(readFacts(kept, '2026-11-24').map(({ id }) => id)).toEqual(['a', 'b'])
  for (const broken of [null, '', '{', '{"a":1}', 'null']) expect(readFacts(broken, '2026-11-24')).toEqual([])
})

test('a booking is saved once, the newest first, up to twenty', () => {
  const many = Array.from({ length: 25 }, (_, at) => facts(String(at), '2026-11-24'))
  const kept = many.reduce<ReturnType<typeof withFacts>>((all, one) => withFacts(all, one), [])
  expect([kept.length, kept[0]?.id]).toEqual([20, '24'])
  expect(withFacts(kept, facts('10', '2026-11-30')).filter(({ id }) => id === '10')).toEqual([facts('10', '2026-11-30')])
  expect(without(kept, '24').length).toBe(19)
})
