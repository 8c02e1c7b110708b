import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { sweepAttachments } from './actions.ts'

export const filesJobs = [job({ name: 'files.sweep', everySeconds: 3600, payload: z.object({}), run: (app) => sweepAttachments(app) })]
