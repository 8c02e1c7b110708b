import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { sweepMailings } from './actions.ts'
import { mailingLimits } from './rules.ts'
import { sendMailing, watchMailings } from './sendActions.ts'

export const mailingsJobs = [
  job({
    name: 'mailings.send',
    lane: 'mails',
    payload: z.object({ mailingId: z.uuid() }),
    run: (app, { mailingId }) => sendMailing(app, mailingId),
  }),
  job({ name: 'mailings.watch', everySeconds: mailingLimits.watchSeconds, payload: z.object({}), run: watchMailings }),
  job({ name: 'mailings.sweep', everySeconds: 3_600, payload: z.object({}), run: sweepMailings }),
]
