/** Texts of the mailed code before the dashboard (docs/spec.md#dashboard-code), to the letter where quoted there. */
export const stepUpTexts = {
  title: 'Dashboard-Zugriff',
  send: 'Code senden',
  sending: 'Code wird gesendet…',
  sendAgain: 'Code erneut senden',
  sent: (email: string) => ({ title: 'Code gesendet', text: `Ein 6-stelliger Code wurde an ${email} gesendet.` }),
  sendFailed: (detail: string) => `Fehler beim Senden des Codes: ${detail}`,
  label: '6-stelliger Code',
  hint: 'Der Code gilt 10 Minuten.',
  back: 'Zurück',
  confirm: 'Bestätigen',
  incomplete: 'Bitte geben Sie den vollständigen 6-stelligen Code ein.',
  wrong: 'Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.',
  granted: { title: 'Zugriff gewährt', text: 'Dashboard-Zugriff erfolgreich verifiziert!' },
  /** Shown if the code is needed again during work in the dashboard. */
  again: 'Zugriff bestätigen',
  whyAgain: 'Zu Ihrer Sicherheit ist noch einmal ein Code nötig. Ihre Eingaben bleiben erhalten.',
} as const

/** Code of the error that requires the one-time code (docs/spec.md#dashboard-code). */
export const stepUpCode = 'step_up_required'
