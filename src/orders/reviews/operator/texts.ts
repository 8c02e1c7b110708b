/** Texts of docs/spec.md#area-reviews, verbatim. */
export const reviewAreaTexts = {
  notDeleted: 'Fehler beim Löschen',
  notLoaded: 'Fehler beim Laden der Bewertungen',
  deleted: 'Bewertung gelöscht',
  kept: 'Einspruch entschieden: Die Bewertung bleibt',
} as const

/** Polling interval (docs/spec.md#polling). */
export const reviewPolling = { everyMs: 30_000 } as const
