import { type MailingStatus, mailingTexts } from './texts.ts'

/**
 * Polling intervals of the operator's mailings. The tab is polled every 30 seconds (docs/spec.md#polling), more often while a mailing
 * runs.
 */
export const mailingAreaLimits = { everyMs: 30_000, progressMs: 1_500, resultsMs: 5_000 } as const

export const mailingAreaTexts = {
  formTitle: 'Rund-Mail schreiben',
  subject: 'Betreff',
  message: 'Nachricht',
  messageHint: 'Anrede und Abmeldelink werden automatisch ergänzt. Leerzeilen trennen Absätze.',
  preview: 'Vorschau',
  send: 'Rund-Mail senden',
  sending: 'Wird vorbereitet…',
  sendNow: 'Jetzt senden',
  cancel: 'Abbrechen',
  question: (recipients: number) =>
    recipients === 1 ? 'Rund-Mail an einen Anbieter senden?' : `Rund-Mail an ${recipients.toLocaleString('de-DE')} Anbieter senden?`,
  consequence:
    'Gesendete E-Mails lassen sich nicht zurückholen. Der Versand läuft auf dem Server weiter, auch wenn Sie diese Seite schließen.',
  leftOut: (optedOut: number) =>
    optedOut === 1
      ? 'Ein Anbieter hat Rund-Mails abbestellt und bekommt keine.'
      : `${optedOut.toLocaleString('de-DE')} Anbieter haben Rund-Mails abbestellt und bekommen keine.`,
  started: 'Der Versand hat begonnen',
  isRunning: 'Zurzeit läuft eine Rund-Mail. Sie können schon die nächste schreiben und sie danach senden.',
  stop: 'Anhalten',
  stopQuestion: 'Rund-Mail anhalten?',
  stopConsequence: 'Eine E-Mail, die gerade unterwegs ist, kommt noch an. Die übrigen warten, bis Sie den Versand fortsetzen.',
  stopped: 'Der Versand ist angehalten',
  goOn: 'Fortsetzen',
  resumed: 'Der Versand geht weiter',
  again: 'Erneut senden',
  allAgain: 'Alle fehlgeschlagenen erneut senden',
  notDone: 'Das hat nicht geklappt',
  notLoaded: 'Die Rund-Mails konnten nicht geladen werden',
  loading: 'Rund-Mails werden geladen…',
} as const

/** 'Sonnenglanz GmbH (12 von 200)', or the reason of a pause, or the final result. */
export function progressText(mailing: {
  status: MailingStatus
  total: number
  sent: number
  failed: number
  waiting: number
  current: { company: string; position: number } | null
  is_unreachable: boolean
}) {
  const { status, total, sent, failed, waiting, current } = mailing
  if (status === 'stopped') return `Angehalten nach ${(total - waiting).toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')}`
  if (status === 'finished') return endText({ sent, failed })
  if (mailing.is_unreachable) return mailingTexts.unreachable
  if (current) return mailingTexts.progress(current.company, current.position, total)
  if (waiting > 0) return `${waiting.toLocaleString('de-DE')} ${waiting === 1 ? 'E-Mail wartet' : 'E-Mails warten'} auf einen neuen Versuch`
  return 'Der Versand wird abgeschlossen…'
}

/** The final message (docs/spec.md#mailings): all sent, or the numbers of sent and failed mails. */
export const endText = ({ sent, failed }: { sent: number; failed: number }) =>
  failed === 0 ? mailingTexts.allSent(sent) : mailingTexts.someFailed(sent, failed)
