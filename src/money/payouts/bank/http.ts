import { z } from 'zod'
import { type Caller, command, endpoint, type Limit } from '#src/platform/server/calls/endpoint.ts'
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
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's masked bank details, a change that awaits confirmation, and the reason why payouts wait.",
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
  command({
    name: 'request-bank-details-update',
    allows: 'P2',
    stepUpMinutes: 10,
    summary: 'Stores new bank details until the link mailed to the account is opened.',
    body: z.object({ companyId: z.uuid(), bankDetails: bankForm }),
    limits: ({ caller }) => [{ name: 'bank-change', key: caller.companyId, ...bankLimits.changesPerDay, says: changesADay }],
    run: (app, { body, caller }) => requestBankUpdate(app, { caller, details: body.bankDetails }),
  }),
  command({
    name: 'resend-payout-account-link',
    allows: 'P2',
    stepUpMinutes: 10,
    summary: 'Mails the link again that makes the connected account the payout target.',
    body: z.object({ companyId: z.uuid() }),
    limits: ({ caller }) => [{ name: 'bank-change', key: caller.companyId, ...bankLimits.changesPerDay, says: changesADay }],
    run: (app, { caller }) => resendTargetConfirmation(app, caller),
  }),
  endpoint({
    name: 'verify-bank-update',
    allows: 'T',
    summary: 'Confirms a bank change by its link, once; the new bank details apply from then on.',
    leadsTo: `${linkPages.confirm}?done=1`,
    body: link,
    answer: told,
    limits: linkLimits,
    run: (app, { body, caller }) => confirmBankUpdate(app, { ...body, caller }),
  }),
  endpoint({
    name: 'undo-bank-update',
    allows: 'T',
    summary: "Reverts a bank change ('Das war ich nicht'), ends all sessions and holds payouts.",
    leadsTo: `${linkPages.undo}?done=1`,
    body: link,
    answer: told,
    limits: linkLimits,
    run: (app, { body, caller }) => undoBankUpdate(app, { ...body, caller }),
  }),
] as const
