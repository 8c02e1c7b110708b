import { z } from 'zod'
import { legalPages } from '#src/platform/kit/legalPages.ts'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { declareWithdrawal, readContract } from './actions.ts'
import { adminWithdrawal, adminWithdrawalDetails, decisionRequest, withdrawalList } from './listRules.ts'
import { assignWithdrawal, decideWithdrawal, readWithdrawal, readWithdrawals } from './operatorActions.ts'
import { declaration, declarationRates } from './rules.ts'

export const withdrawalsHttp = [
  endpoint({
    name: 'get-withdrawal-contract',
    isReading: true,
    allows: 'T',
    summary: 'The booking behind the link of a mail, as the form of the withdrawal shows it',
    // A missing token gets the same problem as a wrong one.
    body: z.object({ token: z.string().max(200).default('') }),
    limits: ({ caller }) => [{ name: 'withdrawal-contract:ip', key: caller.ip, ...declarationRates.reading }],
    answer: z.object({
      bookingNumber: z.string(),
      serviceTitle: z.string(),
      companyName: z.string(),
      bookingDate: z.string(),
      bookingTime: z.string(),
      customerName: z.string(),
      customerEmail: z.string(),
    }),
    run: (app, { body }) => readContract(app, body.token),
  }),
  endpoint({
    name: 'declare-withdrawal',
    allows: 'V',
    summary: 'Takes a declaration of withdrawal (§ 356a BGB), whatever it says; what becomes of it is told by mail',
    isCreating: true,
    leadsTo: `${legalPages.withdrawal.path}?eingegangen=1`,
    body: declaration,
    answer: z.object({ success: z.literal(true), receivedAt: z.date() }),
    limits: ({ caller }) => [{ name: 'withdrawal:ip', key: caller.ip, ...declarationRates.perIp }],
    victimLimits: ({ email }) => ({
      limits: [{ name: 'withdrawal:address', key: email, ...declarationRates.perAddress }],
      provenBy: email,
    }),
    run: async (app, { body, caller, countCreated }) => {
      const receivedAt = await declareWithdrawal(app, { declaration: body, requestId: caller.requestId, countCreated })
      return { success: true as const, receivedAt }
    },
  }),
  endpoint({
    name: 'admin-list-withdrawals',
    isReading: true,
    allows: 'A2',
    summary: 'A page of all declarations of withdrawal, and how many match',
    body: listBody(withdrawalList),
    answer: pageAnswer(adminWithdrawal),
    run: (app, { body }) => readWithdrawals(app, body),
  }),
  endpoint({
    name: 'admin-read-withdrawal',
    isReading: true,
    allows: 'A2',
    summary: 'A declaration of withdrawal with its booking, or with those that it may mean',
    body: z.object({ withdrawalId: z.uuid() }),
    answer: adminWithdrawalDetails,
    run: (app, { body }) => readWithdrawal(app, body.withdrawalId),
  }),
  act({
    name: 'admin-assign-withdrawal',
    allows: 'A2',
    summary: 'Names the booking of an open declaration of withdrawal that has none',
    body: z.object({ withdrawalId: z.uuid(), bookingId: z.uuid() }),
    run: (app, { body, caller }) => assignWithdrawal(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
  endpoint({
    name: 'admin-decide-withdrawal',
    allows: 'A2',
    summary: 'Accepts an open declaration, which cancels and refunds its booking, or rejects it; the declarer reads the reason',
    body: decisionRequest,
    answer: z.object({ success: z.literal(true), refundCents: z.number().nullable() }),
    run: async (app, { body, caller }) => {
      const { refundCents } = await decideWithdrawal(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId })
      return { success: true as const, refundCents }
    },
  }),
] as const
