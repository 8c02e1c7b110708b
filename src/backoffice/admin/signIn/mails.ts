import { text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'

/** Mail with the code of the second sign-in step, to the configured address. `occasion` is new for each code. */
export const adminCodeMail = ({ to, code, occasion }: { to: string; code: string; occasion: string }): MailMessage => ({
  to,
  occasion,
  ...titled('Ihr Code für die Verwaltung', [
    text('Geben Sie diesen Code auf der Anmeldeseite der Verwaltung ein:'),
    { kind: 'code', text: code },
    text('Der Code gilt 10 Minuten und nur für die Anmeldung, die ihn angefordert hat. Ein neuer Code ersetzt ihn.'),
    text(
      'Haben Sie keinen Code angefordert? Dann kennt jemand das Admin-Passwort. Ändern Sie es und geben Sie den Code an niemanden weiter.',
    ),
  ]),
})

/** Mail about a sign-in locked by too many wrong passwords. At most once an hour. */
export const lockedMail = ({ to, occasion }: { to: string; occasion: string }): MailMessage => ({
  to,
  occasion,
  ...titled('Zu viele Anmeldeversuche in der Verwaltung', [
    text('An der Anmeldung zur Verwaltung wurde so oft ein Passwort eingegeben, dass dort für 15 Minuten keines mehr angenommen wird.'),
    text(
      'In einem Browser, in dem Sie schon angemeldet waren, können Sie sich weiterhin anmelden: Seine Versuche werden getrennt gezählt.',
    ),
    text('Waren Sie das nicht? Dann versucht jemand, das Passwort zu erraten. Solange niemand es kennt, ist nichts zu tun.'),
  ]),
})

/** Mail with the signed-in operator's code for actions that need a fresh one. `occasion` is new for each code. */
export const freshCodeMail = ({ to, code, occasion }: { to: string; code: string; occasion: string }): MailMessage => ({
  to,
  occasion,
  ...titled('Ihr Code zum Bestätigen', [
    text('In der Verwaltung sollen Bankdaten eines Anbieters unmaskiert angezeigt werden. Geben Sie dort diesen Code ein:'),
    { kind: 'code', text: code },
    text('Der Code gilt 10 Minuten und nur für die Sitzung, die ihn angefordert hat. Ein neuer Code ersetzt ihn.'),
    text('Waren Sie das nicht? Dann melden Sie sich ab, ändern Sie das Admin-Passwort und geben Sie den Code an niemanden weiter.'),
  ]),
})
