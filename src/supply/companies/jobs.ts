import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { removeFiles, sweepArchives } from './closing/actions.ts'
import { sweepBusinessFiles } from './details/fileActions.ts'
import { requestDetails } from './details/requestActions.ts'
import { sweepEmailChanges } from './email/actions.ts'
import { sweepImages } from './images/actions.ts'
import { sweepVerification } from './verification/actions.ts'
import { endProofs } from './verification/proofActions.ts'

export const companiesJobs = [
  job({
    name: 'companies.sweepEmailChanges',
    everySeconds: 3_600,
    payload: z.object({}),
    run: async (app) => void (await sweepEmailChanges(app)),
  }),
  job({ name: 'companies.sweepImages', everySeconds: 3_600, payload: z.object({}), run: (app) => sweepImages(app) }),
  job({ name: 'companies.sweepVerification', everySeconds: 3_600, payload: z.object({}), run: sweepVerification }),
  job({ name: 'companies.endProofs', everySeconds: 3_600, payload: z.object({}), run: endProofs }),
  job({ name: 'companies.keepDetails', everySeconds: 600, payload: z.object({}), run: requestDetails }),
  job({
    name: 'companies.sweepBusinessFiles',
    everySeconds: 3_600,
    payload: z.object({}),
    run: async (app) => void (await sweepBusinessFiles(app)),
  }),
  job({
    name: 'companies.removeFiles',
    payload: z.object({ keys: z.array(z.string()) }),
    run: (app, { keys }) => removeFiles(app, keys),
  }),
  job({
    name: 'companies.sweepArchives',
    everySeconds: 86_400,
    payload: z.object({}),
    run: async (app) => {
      await sweepArchives(app)
    },
  }),
]
