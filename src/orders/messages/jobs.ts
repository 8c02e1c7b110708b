import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { mailUnread } from './mailActions.ts'
import { purgeThreads } from './retentionActions.ts'

export const messagesJobs = [
  job({ name: 'messages.mailUnread', everySeconds: 60, payload: z.object({}), run: mailUnread }),
  job({ name: 'messages.forget', everySeconds: 86_400, payload: z.object({}), run: purgeThreads }),
]
