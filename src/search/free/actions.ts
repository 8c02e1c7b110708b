import { fitsPart } from '#src/calendars/dayParts.ts'
import { readNextStarts } from '#src/calendars/hints/actions.ts'
import { berlinDay } from '#src/kit/dates.ts'
import type { Database } from '#src/server/db.ts'
import type { FoundCompany, MeantTime } from '../query/rules.ts'
import { anyTime, meantOn } from './rules.ts'

/** So many free times stand on a card. */
const mostStarts = 3

type Shown = { companies: FoundCompany[]; time: MeantTime | null }

/**
 * The next free times of each shown company, from the wanted day on and at the wanted part of it, computed from the calendars in one
 * statement: none when nobody shown has one. Whoever has none at that part has those that follow.
 */
export async function addStarts<Answer extends Shown>(db: Database, answer: Answer, now: Date): Promise<Answer> {
  const asked = answer.companies.flatMap(({ id, free, offered }) => (free ? [{ companyId: id, serviceId: offered?.id ?? null }] : []))
  if (asked.length === 0) return answer
  const { day, part } = answer.time ?? anyTime
  const today = berlinDay(now)
  const firstDay = meantOn(day, today) ?? today
  const found = await readNextStarts(db, asked, { now, firstDay, most: mostStarts, fits: (start) => fitsPart(part, start) })
  return { ...answer, companies: answer.companies.map((one) => ({ ...one, free: found.get(one.id) ?? null })) }
}
