import type { ShownTexts } from './texts.ts'

/**
 * Quoted texts of docs/spec.md, verbatim, each with the test that shows it, by section and place. Each text of a place has one proof: the
 * test must contain the text itself, or name a constant that does. `{n}` stands for a filled-in value. `isForced`: the text is shown only
 * with a response faked by the test, because a correct server never sends it. All other tests cause the real failure, with
 * e2e/faultyProduct.ts where the product has to fail.
 */
export const shownTexts: ShownTexts[] = [
  {
    file: 'e2e/accounts.spec.ts',
    test: 'home dialog: sign up, confirm, sign out, lock, sign in, reset, second browser out',
    shows: {
      '2.homeConfirmed': ['E-Mail bestätigt'],
      '5.loginDialog': ['Konto gesperrt. Versuchen Sie es in {n} Minuten erneut.'],
      '8.loginDialog': ['Zu viele fehlgeschlagene Anmeldeversuche. Konto für 15 Minuten gesperrt.'],
    },
  },
  {
    file: 'e2e/accounts.spec.ts',
    test: '/auth: sign up, confirm, sign out, lock, sign in, reset, second browser out',
    shows: {
      '8.auth': ['Bitte prüfen Sie Ihre E-Mails, um ein neues Passwort zu setzen.'],
      '2.authReset': ['Passwort aktualisiert. Weiterleitung zum Dashboard…'],
    },
  },
  {
    file: 'e2e/authPage.spec.ts',
    test: '/auth says what is wrong at the field',
    shows: {
      '2.auth': [
        'Ihr Partner für professionelle Dienstleistungen',
        'Bestätigungslink erneut senden',
        'Passwort vergessen?',
        'E-Mail noch nicht bestätigt?',
        'Mit der Registrierung stimmen Sie unseren Nutzungsbedingungen zu.',
        'Anmelden',
        'Registrieren',
      ],
      '5.auth': [
        'Ungültige E-Mail-Adresse',
        'E-Mail zu lang',
        'Passwort muss mindestens 6 Zeichen haben',
        'Passwort zu lang',
        'E-Mail-Adresse erforderlich',
      ],
    },
  },
  {
    file: 'e2e/authPage.spec.ts',
    test: '/auth: each answer has its notification',
    shows: {
      '8.auth': [
        'E-Mail noch nicht bestätigt',
        'Bitte bestätigen Sie Ihre E-Mail-Adresse.',
        'Anmeldung fehlgeschlagen',
        'E-Mail oder Passwort ist falsch.',
        'Anmeldung erfolgreich',
        'E-Mail bereits registriert',
        'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.',
        'Registrierung fehlgeschlagen',
        'Registrierung erfolgreich',
        'Bitte prüfen Sie Ihre E-Mails und klicken Sie auf den Bestätigungslink.',
      ],
    },
  },
  {
    file: 'e2e/loginDialog.spec.ts',
    test: 'the home dialog has words of its own',
    shows: {
      '5.loginDialog': [
        'E-Mail ist erforderlich',
        'Bitte geben Sie eine gültige E-Mail-Adresse ein',
        'Passwort ist erforderlich',
        'Passwort muss mindestens 8 Zeichen lang sein und Groß-, Kleinbuchstaben sowie eine Zahl enthalten',
        'Passwort muss mindestens 6 Zeichen lang sein',
      ],
      '8.loginDialog': [
        'Ungültige E-Mail oder Passwort',
        'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse',
        'Erfolgreich angemeldet',
        'Ein Benutzer mit dieser E-Mail-Adresse existiert bereits',
        'Passwort entspricht nicht den Sicherheitsanforderungen',
        'Registrierung erfolgreich',
      ],
    },
  },
  {
    file: 'e2e/mailedLinks.spec.ts',
    test: '/auth/confirm: nothing given, errors of the address, a new link',
    shows: {
      '2.authConfirm': ['E-Mail-Bestätigung', 'Senden', 'Zum Login'],
      '5.auth': ['E-Mail erforderlich', 'Bitte geben Sie Ihre E-Mail-Adresse ein.'],
      '8.authConfirm': [
        'E-Mail-Bestätigung fehlgeschlagen',
        'E-Mail gesendet',
        'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.',
      ],
    },
  },
  {
    file: 'e2e/mailedLinks.spec.ts',
    test: '/auth/reset: what is wrong, and what is on its way',
    shows: {
      '2.authReset': [
        'Passwort zurücksetzen',
        'Überprüfe Link…',
        'Neues Passwort',
        'Passwort bestätigen',
        'Passwort speichern',
        'Aktualisiere…',
      ],
      '5.passwordReset': ['Passwörter stimmen nicht überein', 'Passwort: min. 8 Zeichen, Groß‑, Kleinbuchstabe und Zahl erforderlich'],
      '8.authReset': [
        'Keine gültige Wiederherstellungssitzung gefunden. Bitte öffnen Sie den Link aus der E‑Mail erneut.',
        'Aktualisierung fehlgeschlagen',
      ],
    },
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'every step of the registration and its errors, on every screen',
    shows: {
      '5.registration': ['Bitte wählen Sie einen Plan aus.'],
    },
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'a session that ended in between: sign in, and everything is still there; another account finds nothing',
    shows: {
      '5.registration': ['Sie müssen angemeldet sein, um eine Firma zu registrieren.'],
    },
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'a company that is paid already, and one that is suspended, are refused with the reason',
    shows: {
      '8.registration': ['Firma konnte nicht erstellt werden', 'Checkout-Session konnte nicht erstellt werden'],
    },
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'the return address: invalid, or without a company',
    shows: {
      '2.subscriptionReturn': ['Erneut versuchen', 'Support kontaktieren'],
      '8.subscriptionReturn': ['Ungültige URL', 'Firma-ID nicht gefunden. Bitte registrieren Sie sich erneut.'],
    },
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'a payment that cannot be verified, and one that can',
    shows: {
      '8.subscriptionReturn': ['Zahlungsverifikation fehlgeschlagen'],
    },
  },
  {
    file: 'src/backoffice/admin/companies/companies.test.ts',
    test: 'missing fields are reported in the specified order, with their texts',
    shows: {
      '5.admin': [
        'Firmenname ist erforderlich',
        'Kategorie ist erforderlich',
        'E-Mail ist erforderlich',
        'Telefonnummer ist erforderlich',
        'Ansprechpartner ist erforderlich',
        'Standort ist erforderlich',
        'Beschreibung ist erforderlich',
      ],
    },
  },
  {
    file: 'src/backoffice/admin/companies/companies.test.ts',
    test: 'a change says what is missing at each field, in its own words',
    shows: {
      '5.admin': ['Telefon ist erforderlich'],
    },
  },
  {
    file: 'e2e/adminProviders.spec.ts',
    test: 'a company is added, gets its code by mail and takes its profile over',
    shows: {
      '8.adminProviders': ['Anbieter erfolgreich hinzugefügt'],
    },
  },
  {
    file: 'e2e/admin.spec.ts',
    test: 'password, code from the mail, shell, sign-out',
    shows: {
      '2.admin': ['Admin', 'Verwaltungsbereich'],
      '5.code': ['Bitte geben Sie den vollständigen 6-stelligen Code ein.'],
      '8.adminGates': [
        'Ungültiger Code oder Fehler bei der Überprüfung',
        'Ungültige Anmeldedaten',
        'Fehler beim Senden des Admin-Codes: {reason}',
        'Ungültiger oder abgelaufener Admin-Code',
      ],
    },
  },
  {
    file: 'e2e/admin.spec.ts',
    test: 'back, resend, and a used-up code that is replaced at once',
    shows: {
      '8.adminGates': ['Rate-Limit aktiv'],
    },
  },
  {
    file: 'src/backoffice/admin/signIn/signIn.test.ts',
    test: 'wrong codes: the fifth uses the code up, and the right one no longer opens',
    shows: {
      '8.adminGates': ['Ungültiger oder abgelaufener Code'],
    },
  },
  {
    file: 'src/backoffice/admin/signIn/signIn.test.ts',
    test: 'an empty password and a malformed code are refused with their texts',
    shows: {
      '8.adminGates': ['Ungültiger Code'],
    },
  },
  {
    file: 'e2e/pages.spec.ts',
    test: 'the head: the way home except at home, the way in, and always the way for companies',
    shows: {
      '2.header': ['Anbieter werden'],
      '2.notFound': ['Oops! Seite nicht gefunden'],
    },
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'nothing found says so and shows all companies on request',
    shows: {
      '2.search': ['Keine Anbieter gefunden', '{n} Anbieter gefunden'],
    },
  },
  {
    file: 'e2e/search.spec.ts',
    test: "'Profil ansehen' opens the profile in a new tab, 'Jetzt buchen' the dialog right here",
    shows: {
      '2.search': ['Profil ansehen', 'Jetzt buchen'],
    },
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'the profile names its price, and keeps contact data from visitors',
    shows: {
      '2.profile': ['{category} Service', 'ab {rate}€/Std', 'Nur für angemeldete Nutzer'],
    },
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'a company without a rate answers on request, and the amount stays empty',
    shows: {
      '2.profile': ['Preis auf Anfrage'],
    },
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'refuses each wrong field with its own words, at the field, with the focus there',
    shows: {
      '5.booking': [
        'Name muss zwischen 2 und 100 Zeichen lang sein',
        'Ungültige E-Mail-Adresse',
        'Ungültige Telefonnummer',
        'Ort muss zwischen 5 und 500 Zeichen lang sein',
        'Datum ist erforderlich',
        'Datum kann nicht in der Vergangenheit liegen',
        'Uhrzeit ist erforderlich',
        'Betrag muss zwischen 1 und 10.000 Euro liegen',
      ],
      '8.booking': ['Validierungsfehler', 'Bitte korrigieren Sie die markierten Felder.'],
    },
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'refuses a long description at the field',
    shows: {
      '5.booking': ['Beschreibung darf maximal 1000 Zeichen lang sein'],
    },
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'refuses a file that is too large or of a wrong type, regardless of its name',
    shows: {
      '5.booking': ['Datei zu groß', 'Ungültiger Dateityp'],
    },
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'takes the four kinds of files, five of them and no sixth',
    shows: {
      '5.booking': ['Zu viele Dateien', 'Maximal 5 Dateien erlaubt.'],
    },
  },
  {
    file: 'e2e/order.spec.ts',
    test: "that the server turns down shows 'Zahlungsfehler' with the server's words, and loses nothing",
    shows: {
      '8.booking': ['Zahlungsfehler'],
    },
  },
  {
    file: 'e2e/journey.spec.ts',
    test: 'a stranger finds a company, books with a file, pays, and both get their mail',
    shows: {
      '2.bookingDialog': ['Weiter', 'Jetzt buchen & bezahlen'],
    },
  },
  {
    file: 'e2e/return.spec.ts',
    test: 'without both ids there is nothing to verify: a notification, and home',
    shows: {
      '8.paymentReturn': ['Keine gültige Session oder Buchungs-ID gefunden.'],
    },
  },
  {
    file: 'e2e/return.spec.ts',
    test: 'an unpaid session is polled for a while, and then on request',
    shows: {
      '8.paymentReturn': ['Zahlung wurde nicht bestätigt'],
    },
  },
  {
    file: 'e2e/return.spec.ts',
    test: '60 days after its date a booking no longer opens by its address',
    shows: {
      '8.paymentReturn': ['Buchung nicht gefunden'],
    },
  },
  {
    file: 'e2e/bankDetails.spec.ts',
    test: 'bank details are entered, confirmed by mail, changed and taken back',
    shows: {
      '2.bankCard': [
        'Bankdaten für Auszahlungen',
        'Bearbeiten',
        'Noch keine Bankdaten hinterlegt',
        'Bankdaten hinzufügen',
        'Speichern & Bestätigen',
      ],
      '2.bankConfirm': ['Bankdaten Bestätigung', 'Erfolgreich!'],
      '8.bankDetails': [
        'Bestätigung erforderlich',
        'Eine E-Mail zur Bestätigung wurde an Ihre E-Mail-Adresse gesendet. Klicken Sie auf den Link in der E-Mail, um die Änderungen zu bestätigen.',
      ],
    },
  },
  {
    file: 'e2e/bankDetails.spec.ts',
    test: 'the form keeps what was typed through a code and a refusal',
    shows: {
      '2.bankCard': ['Bestätigung senden...', 'Abbrechen'],
      '8.bankDetails': ['Fehler'],
    },
  },
  {
    file: 'e2e/bankDetails.spec.ts',
    test: '/verify-bank-update says what is wrong with a link',
    shows: {
      '2.bankConfirm': ['Bestätigung wird verarbeitet...', 'Fehler!'],
      '8.bankConfirm': ['Ungültiger Bestätigungslink'],
    },
  },
  {
    file: 'e2e/payouts.spec.ts',
    test: 'the operator pays out by file, enters what the bank did, and looks at the books',
    shows: {
      '4.payout': ['Ausstehend', 'Abgeschlossen', 'Fehlgeschlagen'],
      '8.payouts': ['{N} erfolgreich, {M} fehlgeschlagen von {T} gesamt'],
    },
  },
  {
    file: 'src/money/payouts/runs/payouts.test.ts',
    test: 'both triggers pay out by transfer and answer with their sentences',
    shows: {
      '8.payouts': ['Keine Buchungen für Auszahlung gefunden'],
    },
  },
  {
    file: 'e2e/payouts.spec.ts',
    test: 'while a run is on, and without a connection, none is started',
    shows: {
      '8.payouts': ['Manuelle Auszahlung fehlgeschlagen', 'Keine Antwort von der Auszahlungsfunktion'],
    },
  },
  {
    file: 'src/money/payouts/bank/bank.test.ts',
    test: 'bank details with %s are refused',
    shows: {
      '5.bankDetails': ['Ungültige IBAN', 'Kontoinhaber ist erforderlich', 'IBAN ist erforderlich'],
    },
  },
  {
    file: 'e2e/dashboardGate.spec.ts',
    test: 'visitors sign in on the home page and come back; the other address leads here, too',
    shows: {
      '2.dashboard': ['Authentifizierung wird überprüft...', 'Dashboard-Zugriff'],
    },
  },
  {
    file: 'e2e/dashboardGate.spec.ts',
    test: 'the code is sent, typed, refused by every cause, pasted and granted',
    shows: {
      '2.dashboard': ['Code senden', 'Zurück', 'Bestätigen', 'Dashboard wird geladen...', 'Dashboard - {company name}'],
      '8.dashboardCode': [
        'Fehler beim Senden des Codes: {detail}',
        'Code gesendet',
        'Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.',
        'Zugriff gewährt',
        'Dashboard-Zugriff erfolgreich verifiziert!',
      ],
    },
  },
  {
    file: 'e2e/dashboardGate.spec.ts',
    test: 'an account without a company is shown the way to one',
    shows: {
      '2.dashboard': [
        'Es wurde keine Firma für Ihr Konto gefunden. Möglicherweise ist die Registrierung noch nicht abgeschlossen.',
        'Jetzt als Anbieter registrieren',
      ],
    },
  },
  {
    file: 'e2e/images.spec.ts',
    test: 'the gallery: chosen and dropped, full, ordered by keyboard and mouse, removed, seen by visitors',
    shows: {
      '5.images': ['Die Datei darf maximal 5MB groß sein.', 'Nur JPEG, PNG, WebP und GIF Dateien sind erlaubt.'],
      '8.images': ['Datei zu groß', 'Ungültiger Dateityp', 'Upload-Fehler'],
    },
  },
  {
    file: 'e2e/images.spec.ts',
    test: 'a picture that another tab has removed, and a logo whose code is not entered',
    shows: {
      '8.images': ['Das Bild konnte nicht entfernt werden.', 'Logo konnte nicht gespeichert werden.'],
    },
  },
  {
    file: 'e2e/reviews.spec.ts',
    test: 'a review by keyboard: what is missing, the mail, its link, the profile',
    shows: {
      '5.review': ['Bitte geben Sie Ihren Namen und E-Mail-Adresse ein.', 'Bitte geben Sie einen Kommentar ein.'],
      '8.review': ['Bewertung abgegeben'],
    },
  },
  {
    file: 'e2e/reviews.spec.ts',
    test: 'the company cannot review the own company, but replies and objects; the operator decides',
    shows: {
      '8.review': ['Die Bewertung konnte nicht abgegeben werden.'],
    },
  },
  {
    file: 'src/site/mailings/mailings.test.ts',
    test: 'reports missing and too long fields, and a mailing without recipients',
    shows: {
      '5.admin': ['Bitte Betreff und Nachricht eingeben', 'Keine Anbieter gefunden'],
    },
  },
  {
    file: 'src/site/mailings/email.test.ts',
    test: '%j is refused at %s: %s',
    shows: {
      '5.admin': ['Ungültiges E-Mail-Format'],
    },
  },
  {
    file: 'src/site/mailings/mailings.test.ts',
    test: 'what the mail server refuses is listed with its reason, the others go on, and the failed ones can be sent again',
    shows: {
      '8.adminMail': ['E-Mail-Versendung fehlgeschlagen'],
    },
  },
  {
    file: 'e2e/counters.spec.ts',
    test: 'when the counters cannot be read, three more tries are made, then fixed numbers stand there, and the error is logged',
    shows: {
      '2.statistics': ['2+', '5+', '10+'],
    },
  },
  {
    file: 'e2e/counters.spec.ts',
    test: 'each counter shows its number and a plus, or 0 where there is nothing to count',
    shows: {
      '2.statistics': ['Verifizierte Anbieter', 'Erfolgreiche Buchungen', 'Kundenbewertungen', '+'],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: 'a search that fails, and its fallback, too: an error with the words of the server, and a retry that works',
    shows: {
      '8.search': ['Suchfehler: ', 'Fehler bei der Suche'],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: 'a profile that cannot be loaded inside the app says so, and its retry works',
    shows: {
      '8.profile': ['Service konnte nicht geladen werden.'],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: 'returning to a deleted profile shows a notification and the home page',
    shows: {
      '2.profile': ['Service nicht gefunden'],
      '8.profile': ['Service nicht gefunden'],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: 'a payment that the PSP cannot confirm says so, and is verified on request',
    shows: {
      '8.paymentReturn': ['Fehler bei der Zahlungsverifikation'],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: '/auth when the server fails',
    shows: {
      '8.auth': [
        'Fehler',
        'Ein unerwarteter Fehler ist aufgetreten.',
        'Der Bestätigungslink konnte nicht gesendet werden.',
        'Passwort-Zurücksetzen konnte nicht gestartet werden.',
      ],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: 'the home dialog when the server fails or does not answer',
    shows: {
      '8.loginDialog': [
        'Anmeldung fehlgeschlagen. Bitte versuchen Sie es erneut.',
        'Ein unerwarteter Fehler ist aufgetreten',
        'Registrierung fehlgeschlagen. Bitte versuchen Sie es erneut.',
        'Bestätigungs-E-Mail konnte nicht gesendet werden',
        'Passwort-Zurücksetzen konnte nicht gestartet werden',
      ],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: '/auth/confirm when no new link can be sent',
    shows: {
      '8.authConfirm': ['Der Bestätigungslink konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.'],
    },
  },
  {
    file: 'e2e/faults.spec.ts',
    test: '/auth/reset when the link cannot be checked: it still opens after a reload',
    shows: {
      '2.authReset': ['Seite neu laden'],
      '8.authReset': ['Wiederherstellung fehlgeschlagen. Bitte Link erneut öffnen.'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'a server that dies between page and click: the gateway has no words, so each screen has its own',
    shows: {
      '8.booking': ['Unbekannter Fehler'],
      '8.dashboardCode': ['Unbekannter Fehler'],
      '8.payouts': ['Edge Function Fehler'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'a dashboard that cannot be loaded says why, and its retry works',
    shows: {
      '2.dashboard': ['Fehler beim Laden des Dashboards: {message}'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'bank details that cannot be kept stay in the form, a link that gets no answer stays open, payouts can be read again',
    shows: {
      '8.bankDetails': ['Bankdaten konnten nicht aktualisiert werden'],
      '8.bankConfirm': ['Bestätigung fehlgeschlagen'],
      '8.payouts': ['Auszahlungen konnten nicht geladen werden'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'paid, and the company cannot be read: the return page says so, and reads it on request',
    shows: {
      '8.subscriptionReturn': ['Firma-Daten konnten nicht abgerufen werden'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: "the operator's gates when no call is answered",
    shows: {
      '8.adminGates': ['Fehler bei der Authentifizierung', 'Fehler beim Senden des Codes'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'a company that cannot be added: an error is shown, the input is kept, and it is added once',
    shows: {
      '8.adminProviders': ['Fehler beim Erstellen des Anbieters'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'figures that fail: three tries, then an error with a button; one failing source does not affect the others',
    shows: {
      '8.adminStatistics': [
        'Fehler beim Laden der Statistiken',
        'Erneut versuchen',
        'Fehler beim Laden der Unternehmen',
        'Fehler beim Laden der Buchungen',
        'Fehler beim Laden der Transaktionen',
      ],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'bookings that cannot be read: four tries, then the reason, and the database by its name',
    shows: {
      '8.adminBookings': ['Datenbankverbindung fehlgeschlagen', 'Fehler beim Laden der Buchungen', 'Aktualisierung fehlgeschlagen'],
    },
  },
  {
    file: 'e2e/adminBookings.spec.ts',
    test: 'the list of bookings: order, filters, pages and file',
    shows: {
      '8.adminBookings': ['Erfolgreich aktualisiert'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'a review that cannot be deleted stays, and so does the reason',
    shows: {
      '8.adminReviews': ['Fehler beim Löschen'],
    },
  },
  {
    file: 'e2e/workFaults.spec.ts',
    test: 'payouts: a figure that cannot be read, a file that does not come, and a transfer that the PSP turns down',
    shows: {
      '8.payouts': ['Auszahlung fehlgeschlagen: {details}'],
    },
  },
  {
    file: 'e2e/order.spec.ts',
    test: 'answered without an address, and not answered at all, says what is known',
    isForced: true,
    shows: {
      '8.booking': ['Keine Zahlungs-URL erhalten'],
    },
  },
  {
    file: 'e2e/adminProviders.spec.ts',
    test: 'an answer without a company is none',
    isForced: true,
    shows: {
      '8.adminProviders': ['Keine Daten zurückgegeben'],
    },
  },
]
