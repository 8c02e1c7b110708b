import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { rawEndpoint } from '#src/platform/server/calls/endpoint.ts'
import { receiveEvent } from './actions.ts'

const webhookProblems = problemsOf('payments', { badSignature: [400, 'Die Signatur stimmt nicht.'] })

export const paymentsHttp = [
  rawEndpoint({
    name: 'payment-webhook',
    path: '/webhooks/stripe',
    allows: 'S',
    summary: 'Receives events of the PSP and verifies the signature of the raw body.',
    answer: z.object({ received: z.literal(true) }),
    run: async (app, { content, headers }) => {
      const body = await content.text()
      const event = await app.payments.readWebhook({ body, signature: headers.get('stripe-signature') ?? '', now: app.now() })
      if (!event) throw webhookProblems.badSignature()
      await receiveEvent(app, event)
      return { received: true as const }
    },
  }),
] as const
