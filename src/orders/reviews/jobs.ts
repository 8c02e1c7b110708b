import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { inviteCustomers } from './invitationActions.ts'
import { invitationTimes } from './invitationRules.ts'
import { sweepReviews } from './writingActions.ts'

export const reviewsJobs = [
  job({ name: 'reviews.invite', everySeconds: invitationTimes.everySeconds, payload: z.object({}), run: inviteCustomers }),
  job({ name: 'reviews.sweep', everySeconds: 3_600, payload: z.object({}), run: sweepReviews }),
]
