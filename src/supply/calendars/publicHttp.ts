import { z } from 'zod'
import { policies } from '#src/platform/kit/settingOptions.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readFreeSlots } from './actions.ts'
import { holdSlot, releaseSlot, requireBookable } from './holdActions.ts'
import { holdRate, holdRequest, slotQuestion, slotRate, slotResponse } from './rules.ts'

export const calendarsHttp = [
  endpoint({
    name: 'get-free-slots',
    isReadOnly: true,
    allows: 'V',
    summary: 'Returns the free times of a company for a service, by day.',
    body: slotQuestion,
    answer: slotResponse,
    limits: ({ caller }) => [{ name: 'slots', key: caller.ip, ...slotRate }],
    run: async (app, { body, caller }) => {
      await requireBookable(app.db, body.companyId)
      return readFreeSlots(app, body, caller)
    },
  }),
  endpoint({
    name: 'hold-slot',
    allows: 'V',
    summary: 'Holds a free time for this browser while its customer fills in the form.',
    body: holdRequest,
    answer: z.object({ until: z.date(), policy: z.enum(policies) }),
    limits: ({ caller }) => [{ name: 'hold', key: caller.ip, ...holdRate }],
    run: (app, { body, caller }) => holdSlot(app, body, caller),
  }),
  command({
    name: 'release-slot',
    allows: 'V',
    summary: 'Releases the time that this browser holds at a company.',
    body: z.object({ companyId: z.uuid() }),
    limits: ({ caller }) => [{ name: 'slots', key: caller.ip, ...slotRate }],
    run: async (app, { body, caller }) => {
      await releaseSlot(app, body, caller)
    },
  }),
] as const
