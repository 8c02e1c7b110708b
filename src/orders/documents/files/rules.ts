import { type DocumentFacts, type DocumentKind, isCorrection } from '../facts.ts'

/** Name under which programs look for the XML inside a PDF. */
export const attachedName = 'factur-x.xml'

/** Storage key by content hash: identical files are stored once, and a changed file is detected. */
export const storageKeyOf = (sha256: string, ending: 'pdf' | 'xml') => `documents/${sha256}.${ending}`

export const documentFile = (number: string, ending: 'pdf' | 'xml') => `${number}.${ending}`

const words: Record<DocumentKind, string> = {
  commission: 'Rechnung',
  subscription: 'Rechnung',
  operatorCorrection: 'Rechnungskorrektur',
  customerInvoice: 'Rechnung',
  customerAdvance: 'Abschlagsrechnung',
  customerCorrection: 'Rechnungskorrektur',
}
/** Title of the document. */
export const documentWord = ({ kind, isCancellation }: { kind: DocumentKind; isCancellation: boolean }) =>
  isCancellation ? 'Stornorechnung' : words[kind]

/** Subject of the document in lists. */
export const subjectLabels: Record<DocumentKind, string> = {
  commission: 'Provision',
  subscription: 'Abonnement',
  operatorCorrection: 'Korrektur',
  customerInvoice: 'Rechnung',
  customerAdvance: 'Abschlag',
  customerCorrection: 'Korrektur',
}
export const subjectOf = ({ kind, facts }: { kind: DocumentKind; facts: DocumentFacts }) =>
  isCorrection(kind) && facts.corrects ? `Korrektur zu ${facts.corrects.number}` : subjectLabels[kind]
