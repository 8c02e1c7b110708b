import { formatMoment } from '#src/platform/kit/dates.ts'
import { button, factsBlock, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { lifetimes } from './rules.ts'

type Addressed = { to: string; userId: string }
const link = (label: string, href: string) => ({ kind: 'link', label, href }) as const

// These mails repeat no user input: the address may belong to a stranger (docs/spec.md#unconfirmed-address).

/** Asks the recipient to confirm the address; the link confirms only the sign-up that issued it. */
export const confirmMail = ({ to, tokenId, href }: { to: string; tokenId: string; href: string }): MailMessage => ({
  to,
  occasion: `account:confirm:${tokenId}`,
  ...titled('Bitte bestätigen Sie Ihre E-Mail-Adresse', [
    text('Guten Tag, mit dieser Adresse wurde ein Konto angelegt. Bestätigen Sie bitte, dass sie Ihnen gehört.'),
    button('E-Mail-Adresse bestätigen', href),
    text(`Der Link gilt ${lifetimes.confirmHours} Stunden und nur einmal.`),
    text('Sie haben kein Konto angelegt? Dann öffnen Sie den Link bitte nicht. Ohne ihn geschieht nichts.'),
  ]),
})

/** Answers a request for a confirmation link for an address that is confirmed already. */
export const alreadyConfirmedMail = ({ to, requestId, href }: { to: string; requestId: string; href: string }): MailMessage => ({
  to,
  occasion: `account:already-confirmed:${requestId}`,
  ...titled('Ihre E-Mail-Adresse ist schon bestätigt', [
    text('Guten Tag, für Ihr Konto wurde ein neuer Bestätigungslink angefordert. Sie brauchen keinen: Sie können sich gleich anmelden.'),
    button('Anmelden', href),
    text('Wenn Sie nichts angefordert haben, brauchen Sie nichts zu tun.'),
  ]),
})

export const resetMail = ({ to, tokenId, href }: { to: string; tokenId: string; href: string }): MailMessage => ({
  to,
  occasion: `account:reset:${tokenId}`,
  ...titled('Neues Passwort setzen', [
    text('Guten Tag, für Ihr Konto soll ein neues Passwort gesetzt werden.'),
    button('Neues Passwort setzen', href),
    text(`Der Link gilt ${lifetimes.resetMinutes} Minuten und nur einmal.`),
    text('Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Ihr Passwort bleibt, wie es ist.'),
  ]),
})

type Welcomed = Addressed & { brandName: string; publicUrl: string; isProvider: boolean }

/** Sent once per person, when the address is confirmed. `isProvider`: the sign-up came from a page for companies. */
export const welcomeMail = ({ to, userId, brandName, publicUrl, isProvider }: Welcomed): MailMessage => {
  const dashboard = `${publicUrl}/dashboard`
  return {
    to,
    occasion: `account:welcome:${userId}`,
    ...titled(`Willkommen bei ${brandName}`, [
      text('Guten Tag, Ihre E-Mail-Adresse ist bestätigt, Ihr Konto ist bereit.'),
      ...(isProvider
        ? [text('Im Dashboard richten Sie Ihr Unternehmen ein, verwalten Termine und Buchungen.'), button('Zum Dashboard', dashboard)]
        : [
            text(
              'Angemeldet sehen Sie auf jedem Profil Telefon und E-Mail des Anbieters. Ihre Buchungen, Favoriten und Adressen stehen unter „Meine Buchungen“ und in Ihrem Konto.',
            ),
            button('Anbieter finden', publicUrl),
            text('Sie bieten selbst Leistungen an? Dann richten Sie Ihr Unternehmen im Dashboard ein.'),
            link('Dashboard für Anbieter', dashboard),
          ]),
    ]),
  }
}

export const passwordChangedMail = ({ to, userId, changedAt, href }: Addressed & { changedAt: Date; href: string }): MailMessage => ({
  to,
  occasion: `account:password-changed:${userId}:${changedAt.toISOString()}`,
  ...titled('Ihr Passwort wurde geändert', [
    text('Guten Tag, das Passwort Ihres Kontos wurde soeben geändert. Alle anderen Geräte wurden abgemeldet.'),
    text('Wenn Sie das nicht waren, setzen Sie bitte sofort ein neues Passwort: auf der Anmeldeseite unter „Passwort vergessen?“.'),
    button('Zur Anmeldung', href),
  ]),
})

type NewDevice = { to: string; sessionId: string; device: string; at: Date; href: string }

/** Notifies an account that it was opened with its password on a new device; not for its first sign-in. */
export const newDeviceMail = ({ to, sessionId, device, at, href }: NewDevice): MailMessage => ({
  to,
  occasion: `account:new-device:${sessionId}`,
  ...titled('Neue Anmeldung in Ihrem Konto', [
    text('Guten Tag, in Ihrem Konto hat sich jemand auf einem Gerät angemeldet, das wir noch nicht kennen.'),
    factsBlock([
      ['Zeitpunkt', formatMoment(at)],
      ['Gerät', device],
    ]),
    text('Waren Sie das? Dann ist nichts zu tun.'),
    text(
      'Waren Sie das nicht? Dann ändern Sie bitte sofort Ihr Passwort. Dabei werden alle anderen Geräte abgemeldet. Einzelne Geräte melden Sie auf derselben Seite ab.',
    ),
    button('Passwort ändern', href),
    text('Können Sie sich nicht mehr anmelden? Dann setzen Sie auf der Anmeldeseite unter „Passwort vergessen?“ ein neues.'),
  ]),
})
