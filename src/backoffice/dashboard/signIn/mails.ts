import { text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { codeMinutes } from '../rules.ts'

/** Mail with the dashboard code, to the signed-in person's own address. `occasion` is new for each code. */
export const dashboardCodeMail = ({ to, code, occasion }: { to: string; code: string; occasion: string }): MailMessage => ({
  to,
  occasion,
  ...titled('Ihr Code für das Dashboard', [
    text('Geben Sie diesen Code dort ein, wo Sie ihn angefordert haben:'),
    { kind: 'code', text: code },
    text(`Der Code gilt ${codeMinutes} Minuten und nur für das Gerät, das ihn angefordert hat. Ein neuer Code ersetzt ihn.`),
    text(
      'Haben Sie keinen Code angefordert? Dann ist jemand mit Ihrem Passwort angemeldet. Setzen Sie bitte ein neues und geben Sie den Code an niemanden weiter.',
    ),
  ]),
})
