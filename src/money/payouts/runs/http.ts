import { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import { type AdminCaller, command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { downloadSepaFile, executeSepaFile, failSepaPayout, readSepaFiles, returnSepaPayout } from '../sepa/actions.ts'
import { runPayouts } from './actions.ts'
import { previewPayouts, reportRun } from './reportActions.ts'
import { returnReason, runRequest } from './rules.ts'

const summary = z.object({ successful: z.number(), failed: z.number(), total: z.number() })
const report = z.object({
  success: z.boolean(),
  message: z.string(),
  details: z.string(),
  summary,
  runId: z.string(),
  trigger: z.string(),
  startedAt: z.date(),
  finishedAt: z.date().nullable(),
  isFinished: z.boolean(),
})
const part = z.object({ companies: z.number(), bookings: z.number(), amountCents: z.number() })

const runNow = async (
  app: App,
  trigger: 'weekly' | 'hourly',
  { body, caller }: { body: z.infer<typeof runRequest>; caller: AdminCaller },
) => reportRun(app, await runPayouts(app, { trigger, includeUpcoming: body.includeUpcoming === true, caller }))

export const payoutHttp = [
  endpoint({
    name: 'process-weekly-payouts',
    allows: 'A2',
    summary: 'Pays out all companies now, like the weekly run; upcoming appointments only with `includeUpcoming`.',
    body: runRequest,
    answer: report,
    run: (app, request) => runNow(app, 'weekly', request),
  }),
  endpoint({
    name: 'process-hourly-payouts',
    allows: 'A2',
    summary: 'Pays out all companies now, like the hourly run; upcoming appointments only with `includeUpcoming`.',
    body: runRequest,
    answer: report,
    run: (app, request) => runNow(app, 'hourly', request),
  }),
  endpoint({
    name: 'admin-preview-payouts',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns the sums that a manual run would pay out now, upcoming ones and skipped companies with reasons; amounts in euros.',
    body: z.object({}),
    answer: z.object({ due: part, upcoming: part, skipped: z.array(part.extend({ cause: z.string(), text: z.string() })) }),
    run: (app) => previewPayouts(app),
  }),
  endpoint({
    name: 'admin-payout-run',
    allows: 'A2',
    summary: 'Returns the progress of a payout run.',
    body: z.object({ runId: z.uuid() }),
    answer: report,
    run: (app, { body }) => reportRun(app, body.runId),
  }),
  endpoint({
    name: 'admin-list-sepa-files',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns the bank files, newest first, with the status of their payouts; amounts in euros.',
    body: z.object({}),
    answer: z.array(
      z.object({
        id: z.string(),
        messageId: z.string(),
        transfers: z.number(),
        totalCents: z.number(),
        executionOn: z.string(),
        createdAt: z.date(),
        downloadedAt: z.date().nullable(),
        executedAt: z.date().nullable(),
        pending: z.number(),
        completed: z.number(),
        failed: z.number(),
      }),
    ),
    run: (app) => readSepaFiles(app),
  }),
  resource({
    name: 'sepa-file.xml',
    allows: 'A2',
    summary: 'Returns a bank file in the format pain.001.001.09 (query: `id`).',
    run: (app, { query, caller }) => downloadSepaFile(app, { caller, id: z.uuid().catch(nobody).parse(query.get('id')) }),
  }),
  command({
    name: 'admin-mark-sepa-file',
    allows: 'A2',
    summary: 'Marks a bank file as executed and completes its pending payouts.',
    body: z.object({ id: z.uuid(), as: z.literal('executed') }),
    run: (app, { body, caller }) => executeSepaFile(app, { caller, id: body.id }),
  }),
  command({
    name: 'admin-mark-payout-returned',
    allows: 'A2',
    summary: 'Marks a transfer as returned by the bank: its payout fails and its bookings are due again.',
    body: z.object({ payoutId: z.uuid(), reason: returnReason }),
    run: (app, { body, caller }) => returnSepaPayout(app, { caller, id: body.payoutId, reason: body.reason }),
  }),
  command({
    name: 'admin-fail-sepa-payout',
    allows: 'A2',
    summary: 'Marks a transfer as deleted by the bank before execution: its payout fails.',
    body: z.object({ payoutId: z.uuid(), bankDeletedIt: z.literal(true) }),
    run: (app, { body, caller }) => failSepaPayout(app, { caller, id: body.payoutId }),
  }),
] as const

/** Id of no run: a query without a run gets the same answer as one with an unknown run. */
const nobody = '00000000-0000-7000-8000-000000000000'
