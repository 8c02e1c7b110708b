import { button, factsBlock, heading, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { claimLimits } from './claims/rules.ts'

type CompanyAdded = {
  to: string
  occasion: string
  companyName: string
  contactPerson: string
  /** Claim code: 8 digits, shown in two halves. */
  dashboardCode: string
  dashboardUrl: string
}

/** Mail with the claim code to a company that the operator created. `occasion` is new for each code. */
export const companyAddedMail = ({ to, occasion, ...told }: CompanyAdded): MailMessage => ({
  to,
  occasion,
  subject: `Ihr Anbieterprofil ist eingerichtet: ${told.companyName}`,
  blocks: [
    heading('Ihr Anbieterprofil ist eingerichtet'),
    text(`Guten Tag, wir haben für Sie ein Profil angelegt. Es ist kostenfrei und mit Premium freigeschaltet.`),
    factsBlock([
      ['Firma', told.companyName],
      ['Ansprechpartner', told.contactPerson],
      ['E-Mail der Firma', to],
    ]),
    text('Mit diesem Code übernehmen Sie das Profil in Ihr eigenes Konto:'),
    { kind: 'code', text: `${told.dashboardCode.slice(0, 4)} ${told.dashboardCode.slice(4)}` },
    text(
      `Melden Sie sich an oder registrieren Sie sich, öffnen Sie das Dashboard und geben Sie dort die E-Mail der Firma und den Code ein. Der Code gilt ${claimLimits.days} Tage und nur einmal, nach ${claimLimits.tries} falschen Versuchen brauchen Sie einen neuen.`,
    ),
    button('Zum Dashboard', told.dashboardUrl),
    text('Geben Sie den Code an niemanden weiter. Kennen Sie uns nicht? Dann brauchen Sie nichts zu tun.'),
  ],
})

/** Mail to the owner, or invited owner, of a company that the operator closed; once per company. */
export const companyClosedMail = ({ to, companyId, companyName }: { to: string; companyId: string; companyName: string }): MailMessage => ({
  to,
  occasion: `company:closed:${companyId}`,
  ...titled('Ihr Anbieterprofil wurde gelöscht', [
    text(`Guten Tag, das Profil von ${companyName} ist nicht mehr zu sehen und kann nicht mehr gebucht werden.`),
    text(
      'Termine, die noch bevorstehen, werden storniert und den Kundinnen und Kunden erstattet. Was Ihnen für erbrachte Leistungen zusteht, zahlen wir aus. Ein laufendes Abonnement endet.',
    ),
    text('Haben Sie Fragen oder sind Sie damit nicht einverstanden? Dann schreiben Sie bitte unserem Support.'),
  ]),
})

type Suspended = { to: string; companyId: string; companyName: string; publicUrl: string; at: Date }

/** Mail to the owner of a suspended company, with the reason written for the owner (Art. 4 P2B regulation). */
export const companySuspendedMail = ({
  to,
  companyId,
  companyName,
  reason,
  publicUrl,
  at,
}: Suspended & { reason: string }): MailMessage => ({
  to,
  occasion: `company:suspended:${companyId}:${at.getTime()}`,
  ...titled('Ihr Anbieterprofil ist gesperrt', [
    text(
      `Guten Tag, wir haben das Profil von ${companyName} gesperrt. Es ist nicht mehr zu sehen und kann nicht gebucht werden. Bestehende Buchungen bleiben, Auszahlungen warten, bis die Sperre aufgehoben ist.`,
    ),
    factsBlock([['Grund', reason]]),
    text('Haben Sie Fragen oder sind Sie damit nicht einverstanden? Dann schreiben Sie bitte unserem Support.'),
    button('Support kontaktieren', `${publicUrl}/support`),
  ]),
})

/** Mail to the owner when the suspension is lifted. */
export const companyReleasedMail = ({ to, companyId, companyName, publicUrl, at }: Suspended): MailMessage => ({
  to,
  occasion: `company:released:${companyId}:${at.getTime()}`,
  ...titled('Ihr Anbieterprofil ist nicht mehr gesperrt', [
    text(
      `Guten Tag, wir haben die Sperre von ${companyName} aufgehoben. Das Profil ist wieder zu sehen, solange Ihr Abonnement läuft, und Auszahlungen gehen weiter.`,
    ),
    button('Zum Dashboard', `${publicUrl}/dashboard`),
  ]),
})
