import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { mailDiscrepancies } from './discrepancyActions.ts'
import { refreshMethodApprovals } from './methodActions.ts'
import { fetchTransactions, readUndeliveredEvents } from './reconciliation/actions.ts'
import { auditNightly } from './reconciliation/auditActions.ts'
import { convergeObject, reconcilePayments } from './reconciliation/convergeActions.ts'
import { convergedObject } from './reconciliation/rules.ts'
import { performRefund } from './refundActions.ts'
import { approvalsSeconds, booksSeconds, reconcileSeconds } from './rules.ts'

export const paymentsJobs = [
  job({
    name: 'payments.converge',
    payload: z.object({ objectType: convergedObject, objectId: z.string() }),
    run: convergeObject,
  }),
  job({
    name: 'payments.refund',
    payload: z.object({ refundId: z.uuid() }),
    run: (app, { refundId }) => performRefund(app, refundId),
  }),
  job({ name: 'payments.reconcile', everySeconds: reconcileSeconds, payload: z.object({}), run: reconcilePayments }),
  job({ name: 'payments.readBooks', everySeconds: booksSeconds, payload: z.object({}), run: fetchTransactions }),
  job({ name: 'payments.readEvents', everySeconds: booksSeconds, payload: z.object({}), run: readUndeliveredEvents }),
  // Also enqueued at each start.
  job({ name: 'payments.readMethods', everySeconds: approvalsSeconds, payload: z.object({}), run: refreshMethodApprovals }),
  // Enqueued with each discrepancy as well; the schedule mails those that the hourly limit delayed.
  job({ name: 'payments.mailBreaks', everySeconds: 60, payload: z.object({}), run: mailDiscrepancies }),
  job({ name: 'payments.audit', everySeconds: 600, payload: z.object({}), run: auditNightly }),
]
