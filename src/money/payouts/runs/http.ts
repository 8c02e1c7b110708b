import { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import { type AdminCaller, act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
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
    summary: 'Pays out all companies now, as the weekly run would; appointments that lie ahead only with includeUpcoming',
    body: runRequest,
    answer: report,
    run: (app, request) => runNow(app, 'weekly', request),
  }),
  endpoint({
    name: 'process-hourly-payouts',
    allows: 'A2',
    summary: 'Pays out all companies now, as the hourly run would; appointments that lie ahead only with includeUpcoming',
    body: runRequest,
    answer: report,
    run: (app, request) => runNow(app, 'hourly', request),
  }),
  endpoint({
    name: 'admin-preview-payouts',
    isReading: true,
    allows: 'A2',
    summary: 'What a manual run would pay out now, what of it lies ahead, whom it would leave out and why; amounts in euros',
    body: z.object({}),
    answer: z.object({ due: part, upcoming: part, skipped: z.array(part.extend({ cause: z.string(), text: z.string() })) }),
    run: (app) => previewPayouts(app),
  }),
  endpoint({
    name: 'admin-payout-run',
    allows: 'A2',
    summary: 'How far a payout run has come',
    body: z.object({ runId: z.uuid() }),
    answer: report,
    run: (app, { body }) => reportRun(app, body.runId),
  }),
  endpoint({
    name: 'admin-list-sepa-files',
    isReading: true,
    allows: 'A2',
    summary: 'The files for the bank, the newest first, with what became of their payouts; amounts in euros',
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
    summary: 'A file for the bank, pain.001.001.09: ?id=…',
    run: (app, { query, caller }) => downloadSepaFile(app, { caller, id: z.uuid().catch(nobody).parse(query.get('id')) }),
  }),
  act({
    name: 'admin-mark-sepa-file',
    allows: 'A2',
    summary: 'The bank has executed a file: its pending payouts are completed',
    body: z.object({ id: z.uuid(), as: z.literal('executed') }),
    run: (app, { body, caller }) => executeSepaFile(app, { caller, id: body.id }),
  }),
  act({
    name: 'admin-mark-payout-returned',
    allows: 'A2',
    summary: 'The bank sent a transfer of a file back: the payout has failed, its bookings are owed again',
    body: z.object({ payoutId: z.uuid(), reason: returnReason }),
    run: (app, { body, caller }) => returnSepaPayout(app, { caller, id: body.payoutId, reason: body.reason }),
  }),
  act({
    name: 'admin-fail-sepa-payout',
    allows: 'A2',
    summary: 'The bank deleted a transfer of a file before it was executed: the payout has failed',
    body: z.object({ payoutId: z.uuid(), bankDeletedIt: z.literal(true) }),
    run: (app, { body, caller }) => failSepaPayout(app, { caller, id: body.payoutId }),
  }),
] as const

/** Id of no run: a query without a run gets the same answer as one with an unknown run. */
const nobody = '00000000-0000-7000-8000-000000000000'
