import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { issueCustomers } from './customers/actions.ts'
import { remindHeld } from './customers/heldActions.ts'
import { sweepUploadedInvoices } from './customers/uploadActions.ts'
import { issueFees } from './fees/actions.ts'
import { issueSeconds } from './fees/drafts.ts'
import { renderDocument } from './files/actions.ts'
import { verifyDocuments } from './files/verifyActions.ts'

export const documentsJobs = [
  job({ name: 'documents.issueFees', everySeconds: issueSeconds, payload: z.object({}), run: issueFees }),
  job({
    name: 'documents.issueCustomers',
    everySeconds: 60,
    payload: z.object({ bookingId: z.uuid().optional() }),
    run: (app, asked) => issueCustomers(app, asked),
  }),
  job({
    name: 'documents.issueAllCustomers',
    everySeconds: 3_600,
    payload: z.object({}),
    run: (app) => issueCustomers(app, { isWhole: true }),
  }),
  job({
    name: 'documents.render',
    payload: z.object({ documentId: z.uuid() }),
    run: (app, { documentId }) => renderDocument(app, documentId),
  }),
  job({
    name: 'documents.sweepOwnInvoices',
    everySeconds: 3_600,
    payload: z.object({}),
    run: async (app) => void (await sweepUploadedInvoices(app)),
  }),
  job({ name: 'documents.remindHeld', everySeconds: 3_600, payload: z.object({}), run: remindHeld }),
  job({ name: 'documents.verify', everySeconds: 86_400, payload: z.object({}), run: verifyDocuments }),
]
