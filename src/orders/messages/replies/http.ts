import { z } from 'zod'
import { rawEndpoint } from '#src/platform/server/calls/endpoint.ts'
import { receiveMail } from './actions.ts'

export const repliesHttp = [
  rawEndpoint({
    name: 'inbound-mail',
    path: '/webhooks/mail',
    allows: 'S',
    boundsItself: true,
    summary: 'Receives a reply by mail as JSON; verifies the signature before it parses the body.',
    answer: z.object({ received: z.literal(true) }),
    run: async (app, { content, headers }) => {
      await receiveMail(app, { headers, content: content.stream })
      return { received: true as const }
    },
  }),
] as const
