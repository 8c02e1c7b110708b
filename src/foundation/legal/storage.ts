/**
 * Complete list of what the product stores in a browser (§ 25 TDDDG). The Datenschutz page shows it, and an e2e test over all routes
 * compares it with real browsers. A name ending in `*` stands for names that continue with an id. On https, cookie names begin with
 * `__Host-`.
 */
export const storedInBrowser: readonly {
  name: string
  kind: 'cookie' | 'sessionStorage' | 'localStorage'
  purpose: string
  period: string
}[] = [
  {
    name: 'caller',
    kind: 'cookie',
    purpose:
      'Zufällige Kennung dieses Browsers: ordnet hochgeladene Dateien und wiederholte Anfragen zu, damit nichts doppelt geschieht. Erkennt ein Gerät wieder, an dem Sie sich schon angemeldet haben.',
    period: '30 Tage, nach dem Anmelden 180 Tage',
  },
  { name: 'session', kind: 'cookie', purpose: 'Hält Sie nach dem Anmelden angemeldet.', period: '30 Tage, ohne Nutzung 7 Tage' },
  {
    name: 'recovery',
    kind: 'cookie',
    purpose: 'Erlaubt nach dem Öffnen des Links aus der E-Mail ein neues Passwort.',
    period: '15 Minuten',
  },
  { name: 'admin', kind: 'cookie', purpose: 'Anmeldung des Betreibers im Verwaltungsbereich.', period: '2 Stunden' },
  {
    name: 'booking-draft:*',
    kind: 'sessionStorage',
    purpose: 'Ihre Eingaben in einer begonnenen Buchung, damit sie beim Zurückkehren nicht verloren sind.',
    period: 'bis zur Bezahlung, zum Abbruch oder zum Schließen des Tabs',
  },
  {
    name: 'booking-attempt:*',
    kind: 'sessionStorage',
    purpose: 'Kennung Ihrer letzten Bestellung, damit eine Wiederholung nicht zweimal bucht.',
    period: 'bis zur Bezahlung, zum Abbruch oder zum Schließen des Tabs',
  },
  {
    name: 'booking-checkout:*',
    kind: 'sessionStorage',
    purpose: 'Adresse der Zahlungsseite einer begonnenen Buchung.',
    period: 'bis zur Bezahlung, zum Abbruch oder zum Schließen des Tabs',
  },
  {
    name: 'favourites',
    kind: 'localStorage',
    purpose: 'Anbieter, die Sie sich ohne Anmeldung mit dem Lesezeichen merken.',
    period: 'bis zum Entfernen oder bis zu Ihrer Anmeldung, mit der sie in Ihr Konto kommen',
  },
  {
    name: 'offline-bookings',
    kind: 'localStorage',
    purpose: 'Termin, Ort, Anbieter und Nummer von Buchungen, die Sie mit „Auf diesem Gerät speichern“ behalten.',
    period: 'bis zum Tag nach dem Termin, zur Absage oder zum Entfernen',
  },
  {
    name: 'kept-supplements',
    kind: 'localStorage',
    purpose: 'Nachträge, die Sie als Anbieter ohne Verbindung eingegeben haben.',
    period: 'bis sie gesendet sind',
  },
  {
    name: 'kept-work',
    kind: 'localStorage',
    purpose: 'Beginn, Pausen und Ende Ihrer Arbeit, die Sie als Anbieter eingetragen haben, bis sie gesendet sind.',
    period: 'bis zum Senden',
  },
  {
    name: 'registration-draft',
    kind: 'sessionStorage',
    purpose: 'Ihre Eingaben in einer begonnenen Registrierung als Anbieter.',
    period: 'bis zur Bezahlung oder zum Schließen des Tabs',
  },
  {
    name: 'registration-attempt',
    kind: 'sessionStorage',
    purpose: 'Kennung Ihrer letzten Registrierung, damit eine Wiederholung nichts doppelt anlegt.',
    period: 'bis zur Bezahlung oder zum Schließen des Tabs',
  },
  {
    name: 'pendingCompanyId',
    kind: 'sessionStorage',
    purpose: 'Die Firma, deren Plan gerade bezahlt wird.',
    period: 'bis zur Bezahlung oder zum Schließen des Tabs',
  },
  {
    name: 'pendingPlan',
    kind: 'sessionStorage',
    purpose: 'Der Plan, der gerade bezahlt wird.',
    period: 'bis zur Bezahlung oder zum Schließen des Tabs',
  },
  {
    name: 'dashboard-company',
    kind: 'sessionStorage',
    purpose: 'Die im Dashboard gewählte Firma, wenn zu einem Konto mehrere gehören.',
    period: 'bis zum Schließen des Tabs',
  },
  {
    name: 'mailing-draft',
    kind: 'sessionStorage',
    purpose: 'Entwurf einer Rund-Mail im Verwaltungsbereich.',
    period: 'bis zum Absenden oder zum Schließen des Tabs',
  },
  {
    name: 'react-router-scroll-positions',
    kind: 'sessionStorage',
    purpose: 'Stelle, an der Sie auf einer Seite waren, damit „Zurück“ dorthin führt.',
    period: 'bis zum Schließen des Tabs',
  },
]
