import type { DocumentKind } from './facts.ts'
import { isCorrection } from './facts.ts'

export type RangeKind = 'invoice' | 'correction'

/** Corrections have their own number range. */
export const rangeOf = (kind: DocumentKind): RangeKind => (isCorrection(kind) ? 'correction' : 'invoice')

/** Place of a number: its range, and the position in it. */
export type NumberPlace = { prefix: string | null; kind: RangeKind; year: number; position: number }

/** 'RE-2026-000042' and 'RK-2026-000003' for the operator; 'P7K2-2026-00017' and 'P7K2-K-2026-00003' in a company's name. */
export function documentNumber({ prefix, kind, year, position }: NumberPlace) {
  if (prefix === null) return `${kind === 'invoice' ? 'RE' : 'RK'}-${year}-${String(position).padStart(6, '0')}`
  return `${prefix}-${kind === 'invoice' ? '' : 'K-'}${year}-${String(position).padStart(5, '0')}`
}

/** Finds all numbers of documents in a text, such as the subjects in a mail server's log. */
export const readDocumentNumbers = (text: string): NumberPlace[] =>
  [...text.matchAll(/\b(?:(RE|RK)|([2-9A-HJKMNP-TV-Z]{5})(-K)?)-(20\d\d)-(\d{5,8})\b/g)].map(
    ([, own, code, correction, year, position]) => ({
      prefix: own ? null : (code ?? ''),
      kind: own === 'RK' || correction ? 'correction' : 'invoice',
      year: Number(year),
      position: Number(position),
    }),
  )
