import { z } from 'zod'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { declareWithdrawal, readContract } from './actions.ts'
import { adminWithdrawal, adminWithdrawalDetails, decisionRequest, withdrawalList } from './listRules.ts'
import { assignWithdrawal, decideWithdrawal, readWithdrawal, readWithdrawals } from './operatorActions.ts'
import { declaration, declarationRates } from './rules.ts'

export const withdrawalsHttp = [
  endpoint({
    name: 'get-withdrawal-contract',
    isReadOnly: true,
    allows: 'T',
    summary: "Returns the booking of a mail's link, for the withdrawal form.",
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
    summary: 'Creates a declaration of withdrawal (§ 356a BGB) with any content; a mail tells the outcome.',
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
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of all declarations of withdrawal and the number of matches.',
    body: listBody(withdrawalList),
    answer: pageResponse(adminWithdrawal),
    run: (app, { body }) => readWithdrawals(app, body),
  }),
  endpoint({
    name: 'admin-read-withdrawal',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a declaration of withdrawal with its booking or its possible bookings.',
    body: z.object({ withdrawalId: z.uuid() }),
    answer: adminWithdrawalDetails,
    run: (app, { body }) => readWithdrawal(app, body.withdrawalId),
  }),
  command({
    name: 'admin-assign-withdrawal',
    allows: 'A2',
    summary: 'Assigns a booking to an open declaration of withdrawal that has none.',
    body: z.object({ withdrawalId: z.uuid(), bookingId: z.uuid() }),
    run: (app, { body, caller }) => assignWithdrawal(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
  endpoint({
    name: 'admin-decide-withdrawal',
    allows: 'A2',
    summary: 'Accepts an open declaration, cancelling and refunding its booking, or rejects it with a reason.',
    body: decisionRequest,
    answer: z.object({ success: z.literal(true), refundCents: z.number().nullable() }),
    run: async (app, { body, caller }) => {
      const { refundCents } = await decideWithdrawal(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId })
      return { success: true as const, refundCents }
    },
  }),
] as const
