import type { LegalFacts } from './rules.ts'

type Row = readonly [string, string, string]

/** All processing of personal data: data, purpose, legal ground and retention. */
export const processingTable = (facts: LegalFacts): Row[] => [
  ...visits,
  ...accounts(facts),
  ...bookings(facts),
  ...conversations(facts),
  ...reviews(facts),
  ...companies(facts),
  ...messages(facts),
  ...operations(facts),
]

const visits: Row[] = [
  [
    'Besuch: IP-Adresse, aufgerufene Seite, Angaben des Browsers',
    'Auslieferung der Seite; Schutz vor Überlastung und Missbrauch durch Zähler, deren Schlüssel ein Prüfwert der IP-Adresse ist (f: sicherer Betrieb)',
    'IP-Adresse nur während der Anfrage; Zähler bis zu 24 Stunden',
  ],
  ['Suche: Suchwörter, Ort, Kategorie', 'Ergebnisse finden (b, f: passende Ergebnisse)', 'werden nicht gespeichert'],
]

const accounts = ({ confirmHours, sessionDays, sessionIdleDays, knownDeviceDays, unconfirmedDays }: LegalFacts): Row[] => [
  [
    'Konto: E-Mail-Adresse, Passwort (nur als Prüfwert), Zeitpunkte, angenommene Bedingungen',
    'Konto führen (b)',
    `bis zur Löschung; nie bestätigte Konten ${unconfirmedDays} Tage; Bestätigungslinks ${confirmHours} Stunden gültig`,
  ],
  [
    'Meine Buchungen: gemerkte Anbieter, gespeicherte Adressen; gezeigt wird, was mit der bestätigten E-Mail-Adresse des Kontos gebucht wurde',
    'Buchungen an einem Ort, vorausgefülltes Formular (b)',
    'bis Sie sie entfernen, höchstens bis zur Löschung des Kontos',
  ],
  [
    'Anmeldung: Sitzung, Bezeichnung des Geräts (zum Beispiel „Firefox auf Windows“), Fehlversuche',
    'Anmelden und Schutz vor fremdem Zugriff (b, f: Sicherheit)',
    `Sitzungen höchstens ${sessionDays} Tage, ohne Nutzung ${sessionIdleDays} Tage; bekannte Geräte ${knownDeviceDays} Tage; Sperren 15 Minuten`,
  ],
]

const bookings = ({
  unboundFileHours,
  unpaidFileDays,
  archiveYears,
  bookingLinkDays,
  declarationYears,
  waitingDays,
  unconfirmedWaitingDays,
  alertDays,
}: LegalFacts): Row[] => [
  [
    'Buchung: Name, E-Mail, Telefon (freiwillig), Ort, Termin, Betrag, Beschreibung, Angabe ob Verbraucher, angenommene Bedingungen',
    'Vertrag vermitteln und abwickeln, Bestätigungen senden (b); Nachweis und Buchführung (c: § 147 AO, § 257 HGB)',
    `gesetzliche Aufbewahrungsfristen von bis zu ${archiveYears} Jahren; geheime Links bis ${bookingLinkDays} Tage nach dem Termin`,
  ],
  [
    'Dateien zu einer Buchung',
    'Der Anbieter braucht sie zur Vorbereitung (b)',
    `ohne Buchung ${unboundFileHours} Stunden, bei unbezahlten Buchungen ${unpaidFileDays} Tage, sonst mit der Buchung`,
  ],
  [
    'Arbeit vor Ort: Beginn, Pausen und Ende, Fotos, die der Anbieter aufnimmt',
    'Sie sehen Stand und Ergebnis der Arbeit (b)',
    'Zeiten mit der Buchung, Fotos ein Jahr',
  ],
  [
    'Zahlung, Erstattung, Anfechtung: Betrag, Status, Kennungen beim Zahlungsdienst',
    'Zahlung abwickeln und abgleichen (b, c)',
    `bis zu ${archiveYears} Jahre`,
  ],
  [
    'Warteliste: E-Mail, Anbieter, Leistung, Postleitzahl, gewünschte Tage',
    'Nachricht, wenn ein Termin frei wird, nach Bestätigung der Adresse (a, jederzeit zu widerrufen mit dem Link jeder Nachricht; zu einer gebuchten Leistung b)',
    `bis ${waitingDays} Tage nach dem Ende; nie bestätigte ${unconfirmedWaitingDays} Tage`,
  ],
  [
    'Suche ohne Treffer, zu der wir Bescheid sagen sollen: E-Mail, gesuchte Leistung, Ort, Umkreis',
    'eine Nachricht, sobald es einen passenden Anbieter gibt, nach Bestätigung der Adresse (a, jederzeit zu widerrufen mit dem Link der Nachricht)',
    `bis ${alertDays.servedDays} Tage nach der Nachricht, höchstens ${alertDays.mostDays} Tage; nie bestätigte ${alertDays.unconfirmedDays} Tag`,
  ],
  [
    'Rechnung: Name und Anschrift des Empfängers, bei Unternehmen USt-IdNr. und Bestellzeichen (freiwillig), Leistung und Betrag',
    'Rechnungen des Anbieters in seinem Namen ausstellen, berichtigen und zustellen (b, c: §§ 14, 14b UStG, § 147 AO)',
    `gesetzliche Aufbewahrungsfristen von bis zu ${archiveYears} Jahren`,
  ],
  [
    'Stornierung und Widerruf: Erklärung mit Name, Buchung, E-Mail, Zeitpunkt',
    'Erklärung annehmen, Eingang bestätigen, zurückzahlen (b, c: § 356a BGB)',
    `bis zum Ende des ${declarationYears}. Jahres nach der Entscheidung`,
  ],
]

const conversations = ({ unpaidFileDays, requestFileDays, unbookedMonths, bookedMonths }: LegalFacts): Row[] => [
  [
    'Anfrage nach Angeboten: Beschreibung, Fotos und andere Dateien, Postleitzahl, Wunschzeiten, Name, E-Mail; Angebote der Anbieter',
    'Angebote einholen und vergleichen (b). Die gefragten Anbieter lesen Beschreibung und Dateien, vom Namen nur den Anfang; Name und E-Mail bekommt, wen Sie beauftragen',
    `nie bestätigte ${unpaidFileDays} Tage; Dateien ${requestFileDays} Tage; Anfragen ohne Auftrag ${unbookedMonths} Monate nach ihrem Ende, mit Auftrag ${bookedMonths / 12} Jahre`,
  ],
  [
    'Nachrichten zwischen Kundschaft und Anbieter: Text, Dateien, Zeitpunkte',
    'Absprachen zu Anfragen und Buchungen (b). Vor der Buchung werden Kontaktdaten darin verborgen und nicht gespeichert (f: Vermittlung schützen); wir lesen Gespräche nur, wenn eine Seite sie meldet',
    `ohne Buchung ${unbookedMonths} Monate, mit Buchung ${bookedMonths / 12} Jahre`,
  ],
  [
    'Gemeldetes Problem zu einer Buchung: Grund, Beschreibung, Wunsch, Antwort des Anbieters, Entscheidung',
    'klären, ob Geld zurückgeht, und die Auszahlung so lange zurückhalten (b)',
    'so lange wie die Buchung',
  ],
]

const reviews = ({ reviewAuthorDays, unconfirmedReviewDays }: LegalFacts): Row[] => [
  [
    'Bewertung: Name, E-Mail (nicht veröffentlicht), Sterne, Text, Zeitpunkt, Antwort und Einspruch des Anbieters',
    'Bewertungen veröffentlichen und ihre Echtheit prüfen (b, f: verlässliche Bewertungen; § 5b Abs. 3 UWG)',
    `bis zur Löschung der Bewertung, die E-Mail höchstens bis zur Löschung eines Kontos mit dieser Adresse; nie bestätigte ${unconfirmedReviewDays} Tage; nach einer Löschung durch uns bleibt ein Prüfwert der Adresse ${reviewAuthorDays} Tage`,
  ],
  [
    'Einladung zur Bewertung: E-Mail der Buchung',
    'einmalige Bitte nach dem Termin (f: Rückmeldung zu gebuchten Leistungen)',
    'einmal je Buchung',
  ],
]

const companies = ({ archiveYears, mailingDays }: LegalFacts): Row[] => [
  [
    'Geschäftsangaben eines Anbieters: Geburtsdatum, Steuernummern, Nachweise',
    'Prüfen, wer anbietet, und dem Bundeszentralamt für Steuern melden (c: Art. 30 der Verordnung (EU) 2022/2065, §§ 13 ff. PStTG)',
    'Kopien von Nachweisen bis zur Prüfung; gemeldete Daten 10 Jahre',
  ],
  [
    'Verbundener Kalender eines Anbieters: Adresse und belegte Zeiten, keine Titel und keine Namen',
    'keinen Termin anbieten, der schon vergeben ist (b)',
    'bis der Anbieter ihn trennt',
  ],
  [
    'Profil eines Anbieters: Firma, Ansprechpartner, Anschrift, Kontakt, Register- und Steuernummern, Bilder, Beschreibung',
    'Profil und Anbieterkennzeichnung zeigen (b; c: § 5 DDG, Art. 30 der Verordnung (EU) 2022/2065)',
    `bis zum Ende des Vertrags; wurde Geld bewegt, archiviert für bis zu ${archiveYears} Jahre`,
  ],
  [
    'Abonnement, Bankdaten (verschlüsselt), Auszahlungen, Abrechnungen',
    'Plan abrechnen, Anteile auszahlen (b, c: § 147 AO, PStTG)',
    `Bankdaten bis zum Ende des Vertrags; Belege bis zu ${archiveYears} Jahre`,
  ],
  [
    'Rund-Mails an Anbieter: Firma, Adresse, Zustellung',
    'Neuigkeiten zum Marktplatz (f: Information der Vertragspartner; § 7 Abs. 3 UWG)',
    `bis zum Widerspruch; Versandlisten ${mailingDays} Tage`,
  ],
]

const messages = ({ mailingDays, messageDays, reportDays }: LegalFacts): Row[] => [
  [
    'Kontaktformular und E-Mails an uns: Name, E-Mail, Nachricht',
    'Antworten (b, f: Anfragen bearbeiten)',
    `${messageDays} Tage; beantwortete höchstens bis zur Löschung eines Kontos mit dieser Adresse`,
  ],
  [
    'Meldung von Inhalten: Inhalt, Gründe, Name und E-Mail (soweit angegeben), Entscheidung',
    'prüfen, entscheiden, begründen (c: Art. 16 und 17 der Verordnung (EU) 2022/2065)',
    `${reportDays} Tage`,
  ],
  ['Versand von E-Mails: Anlass und Kennung, nicht der Text', 'nichts doppelt senden (f: verlässlicher Versand)', `${mailingDays} Tage`],
]

const operations = ({ paymentEventDays, archiveYears }: LegalFacts): Row[] => [
  [
    'Ereignisse des Zahlungsdienstes: Kennung und Zeitpunkt',
    'Zahlungen nicht verlieren und nicht doppelt zählen (f: richtige Bücher)',
    `${paymentEventDays} Tage`,
  ],
  [
    'Protokoll der Eingriffe: wer, wann, was',
    'Nachvollziehbarkeit und Sicherheit (f; c: Art. 5 Abs. 2 DSGVO)',
    `bis zu ${archiveYears} Jahre`,
  ],
  ['Wiederholte Anfragen: Prüfwert der Anfrage und Antwort', 'nichts doppelt ausführen (f: verlässlicher Betrieb)', '72 Stunden'],
]
