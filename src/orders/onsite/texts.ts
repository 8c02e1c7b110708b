/** Steps of running work as its company enters them (docs/spec.md#running-work). */
export const workSteps = ['start', 'pause', 'continue', 'end'] as const
export type WorkStep = (typeof workSteps)[number]
export const workStepTexts: Record<WorkStep, string> = {
  start: 'Arbeit beginnen',
  pause: 'Pause',
  continue: 'Weiter',
  end: 'Arbeit beenden',
}

/** State that follows from the steps. */
export type WorkState = 'none' | 'running' | 'paused' | 'ended'
export const workStateTexts: Record<WorkState, string> = {
  none: 'Noch nicht begonnen',
  running: 'Arbeit läuft',
  paused: 'Pause',
  ended: 'Arbeit beendet',
}
export const workStateTones = { none: 'off', running: 'good', paused: 'waiting', ended: 'off' } as const

/** Kinds of photos of a job, without receipts of supplements. */
export const photoKinds = ['before', 'after'] as const
export type PhotoKind = (typeof photoKinds)[number]
export const photoKindTexts: Record<PhotoKind, string> = { before: 'Vorher', after: 'Nachher' }

/**
 * Limits of running work: minutes by which a phone's clock may be ahead, hours for which a step may wait for a connection, days after the
 * job's end in which steps and photos are accepted, steps of a job. Of photos: number for each kind, hours in which the company may delete
 * one, days of their retention.
 */
export const workLimits = {
  clockMinutes: 5,
  waitHours: 48,
  daysAfterEnd: 7,
  steps: 100,
  photos: 8,
  deleteHours: 24,
  retentionDays: 365,
} as const

/** Texts of the company's and the customer's page. */
export const workTexts = {
  company: {
    title: 'Arbeit vor Ort',
    hint: 'Ihr Kunde sieht auf seiner Buchungsseite, dass Sie arbeiten, und am Ende die Stunden.',
    waiting: 'Wird gesendet, sobald Sie wieder online sind.',
    refused: 'Der Schritt wurde nicht gespeichert',
    photos: 'Fotos',
    photosHint: `Bis zu ${workLimits.photos} Fotos je Art, für Ihren Kunden sichtbar. Bitte keine Personen. Löschen können Sie ein Foto ${workLimits.deleteHours} Stunden lang.`,
    upload: 'Foto hinzufügen',
    types: 'Erlaubt sind JPEG und PNG.',
    uploadFailed: 'Das Foto wurde nicht gespeichert',
    uploaded: 'Das Foto ist gespeichert',
    remove: 'Foto löschen',
    removed: 'Das Foto ist gelöscht',
    removeFailed: 'Das Foto wurde nicht gelöscht',
    retry: 'Erneut versuchen',
  },
  customer: {
    title: 'Arbeit vor Ort',
    running: (company: string, since: string) => `${company} arbeitet seit ${since}.`,
    paused: (company: string, since: string) => `${company} macht seit ${since} eine Pause.`,
    ended: (at: string) => `Beendet am ${at}.`,
    hours: 'Gearbeitet',
    photos: 'Fotos Ihres Anbieters',
    retention: 'Die Fotos werden ein Jahr nach dem Hochladen gelöscht.',
  },
} as const
