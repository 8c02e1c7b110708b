import { z } from 'zod'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { asNamed } from '#src/platform/server/calls/wire.ts'
import { pageFields, pageResponse, readId, readQuery } from '#src/platform/server/pages.ts'
import { previewMailing, resumeMailing, startMailing, stopMailing } from './actions.ts'
import { sendEmail } from './emailActions.ts'
import { readCandidates, readMailings, readProgress, readResults, writeResults } from './resultActions.ts'
import { emailRequest, mailingForm } from './rules.ts'
import { mailingStatuses } from './texts.ts'

const ok = { success: true } as const
const results = z.enum(['sent', 'failed', 'waiting']).optional()

const mailingView = z.object({
  id: z.uuid(),
  subject: z.string(),
  status: z.enum(mailingStatuses),
  total: z.number(),
  sent: z.number(),
  failed: z.number(),
  optedOut: z.number(),
  startedAt: z.date(),
  endedAt: z.date().nullable(),
})
const progress = mailingView.extend({
  message: z.string(),
  waiting: z.number(),
  current: z.object({ company: z.string(), position: z.number() }).nullable(),
  waitsUntil: z.date().nullable(),
  isUnreachable: z.boolean(),
})
const result = z.object({
  id: z.uuid(),
  position: z.number(),
  company: z.string(),
  email: z.string(),
  success: z.boolean().nullable(),
  messageId: z.string().optional(),
  error: z.string().optional(),
  attempts: z.number(),
  processedAt: z.date().nullable(),
  nextTryAt: z.date().nullable(),
})
const candidate = z.object({ company: z.string(), contactPerson: z.string(), email: z.string(), optedOut: z.boolean() })

export const mailingsHttp = [
  endpoint({
    name: 'send-email',
    allows: 'A2',
    summary: 'Sends one mail of a known type to a registered company and returns its Message-ID.',
    isCreating: true,
    body: emailRequest,
    answer: asNamed(z.object({ success: z.literal(true), messageId: z.string() })),
    run: (app, { body, caller }) => sendEmail(app, body, caller),
  }),
  endpoint({
    name: 'admin-list-mailing-recipients',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of the companies that a mailing would go to (verified and listed), and the number that opted out.',
    body: z.object(pageFields),
    answer: pageResponse(candidate).extend({ recipients: z.number(), optedOut: z.number() }),
    run: (app, { body }) => readCandidates(app, body),
  }),
  endpoint({
    name: 'admin-preview-mailing',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns the preview of a mailing as HTML and text, and the number of recipients; sends nothing.',
    body: mailingForm,
    answer: z.object({
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      company: z.string(),
      recipients: z.number(),
      optedOut: z.number(),
    }),
    run: (app, { body }) => previewMailing(app, body),
  }),
  endpoint({
    name: 'admin-start-mailing',
    allows: 'A2',
    summary: 'Starts a mailing to all companies in the background; `recipients` is the number shown to the operator.',
    isCreating: true,
    body: mailingForm.extend({ recipients: z.number().int().min(1).optional() }),
    answer: z.object({ success: z.literal(true), mailingId: z.uuid(), recipients: z.number() }),
    run: async (app, { body: { recipients: expected, ...letter }, caller }) => {
      const { id, recipients } = await startMailing(app, { letter, expected, caller })
      return { ...ok, mailingId: id, recipients }
    },
  }),
  endpoint({
    name: 'admin-mailing',
    allows: 'A2',
    summary: 'Returns the progress of a mailing; without an id, of the running or newest one.',
    body: z.object({ mailingId: z.uuid().optional() }),
    answer: z.object({ mailing: progress.nullable() }),
    run: (app, { body }) => readProgress(app, body.mailingId),
  }),
  endpoint({
    name: 'admin-list-mailing-results',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of a mailing's recipients with their results, optionally only failed, sent or waiting ones.",
    body: z.object({ ...pageFields, mailingId: z.uuid(), result: results }),
    answer: pageResponse(result),
    run: (app, { body }) => readResults(app, body),
  }),
  resource({
    name: 'admin-mailing-results.csv',
    allows: 'A2',
    summary: "Returns a mailing's recipients as a CSV file for a German spreadsheet (query: `mailingId`, `result`).",
    run: (app, { query }) =>
      writeResults(app, { mailingId: readId(query, 'mailingId'), ...readQuery(query, z.object({ result: results })) }),
  }),
  endpoint({
    name: 'admin-list-mailings',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of all mailings, newest first.',
    body: z.object(pageFields),
    answer: pageResponse(mailingView),
    run: (app, { body }) => readMailings(app, body),
  }),
  command({
    name: 'admin-stop-mailing',
    allows: 'A2',
    summary: 'Stops the running mailing; mails that are already handed over still arrive.',
    body: z.object({ mailingId: z.uuid() }),
    run: (app, { body, caller }) => stopMailing(app, { id: body.mailingId, caller }),
  }),
  endpoint({
    name: 'admin-resume-mailing',
    allows: 'A2',
    summary: 'Resumes a stopped mailing, or sends again to its failed recipients, all or one of them.',
    body: z.object({ mailingId: z.uuid(), which: z.enum(['rest', 'failed']), recipientId: z.uuid().optional() }),
    answer: z.object({ success: z.literal(true), recipients: z.number() }),
    run: async (app, { body: { mailingId: id, which, recipientId }, caller }) => ({
      ...ok,
      ...(await resumeMailing(app, { id, which, recipientId, caller })),
    }),
  }),
] as const
