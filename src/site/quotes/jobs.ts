import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { advanceQuotes, purgeQuotes } from './advanceActions.ts'

export const quotesJobs = [
  job({ name: 'quotes.keep', everySeconds: 60, payload: z.object({}), run: advanceQuotes }),
  job({ name: 'quotes.forget', everySeconds: 86_400, payload: z.object({}), run: purgeQuotes }),
]
