import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { purgeAlerts } from './actions.ts'

export const demandJobs = [job({ name: 'demand.purgeAlerts', everySeconds: 86_400, payload: z.object({}), run: purgeAlerts })]
