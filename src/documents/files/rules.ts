import { type DocumentFacts, type DocumentKind, isCorrection } from '../facts.ts'

/** The name by which programs look for the XML inside a PDF. */
export const attachedName = 'factur-x.xml'

/** Where a file lies: under what it holds, so that the same file is stored once and a changed one is found. */
export const storageKeyOf = (sha256: string, ending: 'pdf' | 'xml') => `documents/${sha256}.${ending}`

export const documentFile = (number: string, ending: 'pdf' | 'xml') => `${number}.${ending}`

const words: Record<DocumentKind, string> = {
  commission: 'Rechnung',
  subscription: 'Rechnung',
  operatorCorrection: 'Rechnungskorrektur',
  customerInvoice: 'Rechnung',
  customerCorrection: 'Rechnungskorrektur',
}
/** What the paper is called at its head. */
export const documentWord = ({ kind, isCancellation }: { kind: DocumentKind; isCancellation: boolean }) =>
  isCancellation ? 'Stornorechnung' : words[kind]

/** What a document is for, in lists. */
export const subjectWords: Record<DocumentKind, string> = {
  commission: 'Provision',
  subscription: 'Abonnement',
  operatorCorrection: 'Korrektur',
  customerInvoice: 'Rechnung',
  customerCorrection: 'Korrektur',
}
export const subjectOf = ({ kind, facts }: { kind: DocumentKind; facts: DocumentFacts }) =>
  isCorrection(kind) && facts.corrects ? `Korrektur zu ${facts.corrects.number}` : subjectWords[kind]
