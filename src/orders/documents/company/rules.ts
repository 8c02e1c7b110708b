import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

export const documentStates = ['issued', 'corrected', 'cancelled'] as const
export type DocumentState = (typeof documentStates)[number]
export const documentStateLabels: Record<DocumentState, string> = { issued: 'Gestellt', corrected: 'Korrigiert', cancelled: 'Storniert' }

export const documentPageSize = 25
/** Downloads per account and hour: enough for years of documents. */
export const documentRate = { max: 300, windowSeconds: 3_600 } as const

/** A document in the lists of its company and of the operator. */
export const documentView = z.object({
  id: z.uuid(),
  number: z.string(),
  subject: z.string(),
  issuedOn: z.string(),
  supplyFrom: z.string(),
  supplyTo: z.string(),
  netCents: z.number(),
  taxCents: z.number(),
  grossCents: z.number(),
  state: z.enum(documentStates),
  /** True if the PDF is stored. */
  hasFile: z.boolean(),
})
export type DocumentView = Wire<z.infer<typeof documentView>>

export const fileFormats = ['pdf', 'xml', 'xrechnung'] as const
export const documentQuery = z.object({ documentId: z.uuid(), as: z.enum(fileFormats).default('pdf') })

/** '2026-11' */
export const monthOfYear = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
/** Limits of downloading a month's documents as one file. */
export const monthQuery = z.object({ month: monthOfYear })
export const monthRate = { max: 30, windowSeconds: 3_600 } as const

export const documentProblems = problemsOf('documents', {
  unknown: [404, 'Diesen Beleg gibt es nicht.'],
  notStored: [409, 'Die Datei wird gerade erstellt. Bitte versuchen Sie es in einer Minute noch einmal.'],
  notCancellable: [409, 'Dieser Beleg ist schon storniert oder selbst eine Stornorechnung.'],
})

export const documentTexts = {
  title: 'Von uns an Sie',
  help: 'Rechnungen über Provision und Abonnement, als PDF mit eingebettetem XML (ZUGFeRD). Alles ist schon bezahlt oder verrechnet.',
  table: 'Tabelle der Belege',
  loading: 'Belege werden geladen…',
  notLoaded: 'Die Belege konnten nicht geladen werden',
  month: 'Alle Belege eines Monats',
  monthHelp: 'PDF mit eingebettetem XML, nach dem Tag der Rechnung.',
  none: 'Noch keine Belege',
  noneHelp: 'Rechnungen über Ihr Abonnement stehen hier nach jeder Zahlung, die über die Provision am 1. des nächsten Monats.',
} as const
