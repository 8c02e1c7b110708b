import { z } from 'zod'
import type { ListOf } from '#src/platform/kit/listAddress.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { documentStates, documentView } from '../company/rules.ts'

export const documentSorts = ['newest', 'oldest'] as const
export type DocumentSort = (typeof documentSorts)[number]
export const documentSortLabels: Record<DocumentSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const documentList = { sorts: documentSorts, choices: { state: documentStates }, searchLength: 100 } as const
export type DocumentList = ListOf<typeof documentList>

/** Document in the operator's list, with its company. */
export const adminDocument = documentView.extend({
  companyId: z.uuid(),
  companyName: z.string(),
  isCancellation: z.boolean(),
  isCancellable: z.boolean(),
  /** True if issued in the company's name to its customer. */
  isCustomers: z.boolean(),
})
export type AdminDocument = Wire<z.infer<typeof adminDocument>>

/** Document that could not be issued, and why. */
export const missingDocument = z.object({
  companyId: z.uuid(),
  companyName: z.string(),
  subject: z.string(),
  reasons: z.array(z.string()),
  foundAt: z.date(),
})

export const cancelReason = { min: 3, max: 300, text: 'Bitte geben Sie einen Grund mit 3 bis 300 Zeichen an.' } as const
export const cancelInput = z.object({
  documentId: z.uuid(),
  reason: z.string(cancelReason.text).trim().min(cancelReason.min, cancelReason.text).max(cancelReason.max, cancelReason.text),
  /** For a company's invoice: true issues the next one at once, false waits for the company. The operator's own are always reissued. */
  isReissued: z.boolean().default(true),
})
