import { factsBlock, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '../mail/message.ts'

type Stalled = { to: string; occasion: string; job: string; minutes: number; waiting: number }

/** At most once an hour, while jobs wait that no worker takes. */
export const stalledJobsMail = ({ to, occasion, job, minutes, waiting }: Stalled): MailMessage => ({
  to,
  occasion,
  ...titled('Aufgaben im Hintergrund bleiben liegen', [
    text('Zahlungen, Auszahlungen und E-Mails werden gerade nicht oder zu langsam bearbeitet.'),
    factsBlock([
      ['Wartende Aufgaben', String(waiting)],
      ['Älteste Aufgabe', job],
      ['Sie wartet seit', `${minutes} Minuten`],
    ]),
    text(
      'Bitte prüfen Sie, ob die Server laufen und die Datenbank genug Verbindungen hat. Hilft nichts anderes, starten Sie die Server neu: Es geht dabei nichts verloren.',
    ),
  ]),
})
