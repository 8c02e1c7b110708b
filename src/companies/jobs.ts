import { z } from 'zod'
import { job } from '#src/server/jobs.ts'
import { sweepImages } from './imageActions.ts'

export const companiesJobs = [
  job({ name: 'companies.sweepImages', everySeconds: 3_600, payload: z.object({}), run: (app) => sweepImages(app) }),
]
