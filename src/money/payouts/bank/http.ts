import { z } from 'zod'
import { act, type Caller, endpoint, type Limit } from '#src/platform/server/calls/endpoint.ts'
import { readBankDetails, requestBankUpdate } from './actions.ts'
import { confirmBankUpdate, undoBankUpdate } from './linkActions.ts'
import { bankForm } from './rules.ts'
import { resendTargetConfirmation } from './targetActions.ts'
import { bankLimits, changesADay, linkPages } from './texts.ts'

const account = z.object({
  account_holder: z.string(),
  bank_account: z.string(),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
})
const told = z.object({ success: z.literal(true), message: z.string() })
/** A missing token gets its own error message, like a wrong one. */
const link = z.object({ token: z.string().max(2_048).default('') })

const linkLimits = ({ caller }: { caller: Caller }): Limit[] => [{ name: 'bank-link:ip', key: caller.ip, ...bankLimits.linksPerIp }]

export const bankHttp = [
  endpoint({
    name: 'get-bank-details',
    isReading: true,
    allows: 'P2',
    summary: 'Bank details of the own company, masked; a change that waits for its link; why payouts wait',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({
      bankDetails: account.nullable(),
      pending: account.extend({ expiresAt: z.date() }).nullable(),
      waits: z.array(
        z.object({
          cause: z.enum(['noBankDetails', 'recentlyChanged', 'held', 'detailsMissing']),
          text: z.string(),
          until: z.string().nullable(),
        }),
      ),
    }),
    run: (app, { caller }) => readBankDetails(app, caller.companyId),
  }),
  act({
    name: 'request-bank-details-update',
    allows: 'P2',
    stepUpMinutes: 10,
    summary: 'Keeps new bank details until the link in a mail to the account is opened',
    body: z.object({ companyId: z.uuid(), bankDetails: bankForm }),
    limits: ({ caller }) => [{ name: 'bank-change', key: caller.companyId, ...bankLimits.changesPerDay, says: changesADay }],
    run: (app, { body, caller }) => requestBankUpdate(app, { caller, details: body.bankDetails }),
  }),
  act({
    name: 'resend-payout-account-link',
    allows: 'P2',
    stepUpMinutes: 10,
    summary: 'Mails the link again that makes the connected account the payout target',
    body: z.object({ companyId: z.uuid() }),
    limits: ({ caller }) => [{ name: 'bank-change', key: caller.companyId, ...bankLimits.changesPerDay, says: changesADay }],
    run: (app, { caller }) => resendTargetConfirmation(app, caller),
  }),
  endpoint({
    name: 'verify-bank-update',
    allows: 'T',
    summary: 'Opens the link of a bank change, once: the new bank details count from now on',
    leadsTo: `${linkPages.confirm}?done=1`,
    body: link,
    answer: told,
    limits: linkLimits,
    run: (app, { body, caller }) => confirmBankUpdate(app, { ...body, caller }),
  }),
  endpoint({
    name: 'undo-bank-update',
    allows: 'T',
    summary: "'Das war ich nicht': takes a bank change back, ends all sessions, holds payouts",
    leadsTo: `${linkPages.undo}?done=1`,
    body: link,
    answer: told,
    limits: linkLimits,
    run: (app, { body, caller }) => undoBankUpdate(app, { ...body, caller }),
  }),
] as const
