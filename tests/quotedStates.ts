import type { QuotedTexts } from './texts.ts'

/** The words of section 4 that people read for a state; the section quotes none of them. */
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
