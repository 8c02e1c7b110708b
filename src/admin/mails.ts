import type { MailMessage } from '#src/server/mail/mail.ts'

/** The operator's code for the second gate, to the configured address. `occasion` is new for each code. */
export const adminCodeMail = ({ to, code, occasion }: { to: string; code: string; occasion: string }): MailMessage => ({
  to,
  occasion,
  subject: 'Ihr Code für die Verwaltung',
  blocks: [
    { kind: 'heading', text: 'Ihr Code für die Verwaltung' },
    { kind: 'text', text: 'Geben Sie diesen Code auf der Anmeldeseite der Verwaltung ein:' },
    { kind: 'heading', text: code },
    { kind: 'text', text: 'Der Code gilt 10 Minuten und nur für die Anmeldung, die ihn angefordert hat. Ein neuer Code ersetzt ihn.' },
    {
      kind: 'text',
      text: 'Haben Sie keinen Code angefordert? Dann kennt jemand das Admin-Passwort. Ändern Sie es und geben Sie den Code niemandem weiter.',
    },
  ],
})
