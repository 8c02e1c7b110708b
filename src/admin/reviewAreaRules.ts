/** Specification 8, "Admin", to the letter. */
export const reviewAreaTexts = {
  notDeleted: 'Fehler beim Löschen',
  notLoaded: 'Fehler beim Laden der Bewertungen',
  deleted: 'Bewertung gelöscht',
  kept: 'Einspruch entschieden: Die Bewertung bleibt',
} as const

/** Specification 7, "Polling". */
export const reviewReading = { everyMs: 30_000 } as const
