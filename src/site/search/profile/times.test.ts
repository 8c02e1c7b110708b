import { expect, test } from 'vitest'
import { barOf, hoursOf, hoursText } from './times.ts'

const span = (weekday: number, from: number, to: number, resourceId: string | null = null) => ({
  weekday,
  minutes: { from, to },
  resourceId,
})

test('opening hours are the company’s spans in order, each once, in words and as bars from 6 to 22', () => {
  const [monday, tuesday] = hoursOf({ hours: [span(1, 780, 1_020), span(1, 480, 720), span(1, 480, 720), span(2, 300, 600, 'someone')] })
  expect(hoursText(monday ?? [])).toBe('08:00–12:00, 13:00–17:00')
  expect(hoursText(tuesday ?? [])).toBe('geschlossen')
  expect((monday ?? []).map(barOf)).toEqual([
    { x: 120, width: 240 },
    { x: 420, width: 240 },
  ])
  expect(barOf({ from: 300, to: 1_440 })).toEqual({ x: 0, width: 960 })
})
