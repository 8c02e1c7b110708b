import type { QuotedTexts } from './texts.ts'

/** The words that people read for a state. */
export const stateTexts: QuotedTexts = {
  payout: {
    issue: 5,
    texts: {
      ausstehend: 'Ausstehend',
      abgeschlossen: 'Abgeschlossen',
      fehlgeschlagen: 'Fehlgeschlagen',
    },
  },
}
