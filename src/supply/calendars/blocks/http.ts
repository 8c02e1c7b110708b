import { act } from '#src/platform/server/calls/endpoint.ts'
import { blockTime, freeBlock } from './actions.ts'
import { blockBody, blockId } from './rules.ts'

export const blocksHttp = [
  act({
    name: 'block-time',
    allows: 'P2',
    summary: 'Takes a time of the own company, or of one of its people, so that nobody can book it',
    body: blockBody,
    run: (app, { body, caller }) => blockTime(app, { ...body, companyId: caller.companyId }),
  }),
  act({
    name: 'unblock-time',
    allows: 'P2',
    summary: 'Frees a blocked time of the own company',
    body: blockId,
    run: (app, { body, caller }) => freeBlock(app, { ...body, companyId: caller.companyId }),
  }),
] as const
