import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { mailBreaks } from './breakActions.ts'
import { readBooks, readUndeliveredEvents } from './reconciliation/actions.ts'
import { auditNightly } from './reconciliation/auditActions.ts'
import { convergeObject, reconcilePayments } from './reconciliation/convergeActions.ts'
import { performRefund } from './refundActions.ts'
import { booksSeconds, convergedObjects, reconcileSeconds } from './rules.ts'

export const paymentsJobs = [
  job({
    name: 'payments.converge',
    payload: z.object({ objectType: z.enum(convergedObjects), objectId: z.string() }),
    run: convergeObject,
  }),
  job({
    name: 'payments.refund',
    payload: z.object({ refundId: z.uuid() }),
    run: (app, { refundId }) => performRefund(app, refundId),
  }),
  job({ name: 'payments.reconcile', everySeconds: reconcileSeconds, payload: z.object({}), run: reconcilePayments }),
  job({ name: 'payments.readBooks', everySeconds: booksSeconds, payload: z.object({}), run: readBooks }),
  job({ name: 'payments.readEvents', everySeconds: booksSeconds, payload: z.object({}), run: readUndeliveredEvents }),
  // Enqueued with each discrepancy as well; the schedule mails those that the hourly limit delayed.
  job({ name: 'payments.mailBreaks', everySeconds: 60, payload: z.object({}), run: mailBreaks }),
  job({ name: 'payments.audit', everySeconds: 600, payload: z.object({}), run: auditNightly }),
]
