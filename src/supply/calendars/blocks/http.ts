import { command } from '#src/platform/server/calls/endpoint.ts'
import { blockTime, freeBlock } from './actions.ts'
import { blockBody, blockId } from './rules.ts'

export const blocksHttp = [
  command({
    name: 'block-time',
    allows: 'P2',
    summary: 'Blocks a time of the company, or of one of its people, so that it cannot be booked.',
    body: blockBody,
    run: (app, { body, caller }) => blockTime(app, { ...body, companyId: caller.companyId }),
  }),
  command({
    name: 'unblock-time',
    allows: 'P2',
    summary: 'Removes a blocked time of the company.',
    body: blockId,
    run: (app, { body, caller }) => freeBlock(app, { ...body, companyId: caller.companyId }),
  }),
] as const
