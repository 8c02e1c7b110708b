import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { figureLimits } from './rules.ts'
import { writeFigures } from './store.ts'
import { troubleText } from './troubleTexts.ts'

/** Counts answer times and repeat customers of all companies; once a day, so that a change does not reveal a single booking. */
export async function countFigures({ db, now }: Pick<App, 'db' | 'now'>) {
  const today = berlinDay(now())
  await writeFigures(db, { since: berlinInstant(addDays(today, -figureLimits.days), '00:00'), today })
}

/** Text of the page 'Wenn etwas schiefgeht', with the deadlines of the settings. */
export async function readTroubleText(db: Database) {
  const { appointments, safety } = await readSettings(db)
  return troubleText({ answerHours: appointments.answerHours, ...safety })
}
