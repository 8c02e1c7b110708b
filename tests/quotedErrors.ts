import type { QuotedTexts } from './texts.ts'

/** Errors: every quoted text of docs/spec.md to the letter, by place. */
export const errorTexts: QuotedTexts = {
  loginDialog: {
    issue: 3,
    texts: {
      ungueltigeEMail: 'Ungültige E-Mail oder Passwort',
      bitteBestaetigenSie: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse',
      anmeldungFehlgeschlagenBitte: 'Anmeldung fehlgeschlagen. Bitte versuchen Sie es erneut.',
      einUnerwarteterFehler: 'Ein unerwarteter Fehler ist aufgetreten',
      zuVieleFehlgeschlagene: 'Zu viele fehlgeschlagene Anmeldeversuche. Konto für 15 Minuten gesperrt.',
      erfolgreichAngemeldet: 'Erfolgreich angemeldet',
      einBenutzerMit: 'Ein Benutzer mit dieser E-Mail-Adresse existiert bereits',
      passwortEntsprichtNicht: 'Passwort entspricht nicht den Sicherheitsanforderungen',
      registrierungFehlgeschlagenBitte: 'Registrierung fehlgeschlagen. Bitte versuchen Sie es erneut.',
      registrierungErfolgreich: 'Registrierung erfolgreich',
      bestaetigungsEMail: 'Bestätigungs-E-Mail konnte nicht gesendet werden',
      passwortZuruecksetzenKonnte: 'Passwort-Zurücksetzen konnte nicht gestartet werden',
    },
  },
  auth: {
    issue: 3,
    texts: {
      eMailNoch: 'E-Mail noch nicht bestätigt',
      bitteBestaetigenSie: 'Bitte bestätigen Sie Ihre E-Mail-Adresse.',
      anmeldungFehlgeschlagen: 'Anmeldung fehlgeschlagen',
      eMailOder: 'E-Mail oder Passwort ist falsch.',
      fehler: 'Fehler',
      einUnerwarteterFehler: 'Ein unerwarteter Fehler ist aufgetreten.',
      anmeldungErfolgreich: 'Anmeldung erfolgreich',
      eMailBereits: 'E-Mail bereits registriert',
      dieseEMail: 'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.',
      registrierungFehlgeschlagen: 'Registrierung fehlgeschlagen',
      registrierungErfolgreich: 'Registrierung erfolgreich',
      bittePruefenSie: 'Bitte prüfen Sie Ihre E-Mails und klicken Sie auf den Bestätigungslink.',
      derBestaetigungslinkKonnte: 'Der Bestätigungslink konnte nicht gesendet werden.',
      passwortZuruecksetzenKonnte: 'Passwort-Zurücksetzen konnte nicht gestartet werden.',
      bittePruefenSieIhre: 'Bitte prüfen Sie Ihre E-Mails, um ein neues Passwort zu setzen.',
    },
  },
  authConfirm: {
    issue: 3,
    texts: {
      eMailBestaetigung: 'E-Mail-Bestätigung fehlgeschlagen',
      derBestaetigungslinkKonnte: 'Der Bestätigungslink konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.',
      eMailGesendet: 'E-Mail gesendet',
      einNeuerBestaetigungslink: 'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.',
    },
  },
  authReset: {
    issue: 3,
    texts: {
      keineGueltigeWiederherstellungssitzung:
        'Keine gültige Wiederherstellungssitzung gefunden. Bitte öffnen Sie den Link aus der E‑Mail erneut.',
      wiederherstellungFehlgeschlagenBitte: 'Wiederherstellung fehlgeschlagen. Bitte Link erneut öffnen.',
      aktualisierungFehlgeschlagen: 'Aktualisierung fehlgeschlagen',
    },
  },
  search: {
    issue: 2,
    texts: {
      suchfehler: 'Suchfehler: ',
      fehlerBeiDer: 'Fehler bei der Suche',
    },
  },
  profile: {
    issue: 2,
    texts: {
      serviceNichtGefunden: 'Service nicht gefunden',
      serviceKonnteNicht: 'Service konnte nicht geladen werden.',
    },
  },
  booking: {
    issue: 2,
    texts: {
      validierungsfehler: 'Validierungsfehler',
      bitteKorrigierenSie: 'Bitte korrigieren Sie die markierten Felder.',
      zahlungsfehler: 'Zahlungsfehler',
      keineZahlungsURL: 'Keine Zahlungs-URL erhalten',
      unbekannterFehler: 'Unbekannter Fehler',
    },
  },
  review: {
    issue: 7,
    texts: {
      dieBewertungKonnte: 'Die Bewertung konnte nicht abgegeben werden.',
      bewertungAbgegeben: 'Bewertung abgegeben',
    },
  },
  paymentReturn: {
    issue: 2,
    texts: {
      keineGueltigeSession: 'Keine gültige Session oder Buchungs-ID gefunden.',
      zahlungWurdeNicht: 'Zahlung wurde nicht bestätigt',
      fehlerBeiDer: 'Fehler bei der Zahlungsverifikation',
      buchungNichtGefunden: 'Buchung nicht gefunden',
    },
  },
  registration: {
    issue: 4,
    texts: {
      firmaKonnteNicht: 'Firma konnte nicht erstellt werden',
      checkoutSessionKonnte: 'Checkout-Session konnte nicht erstellt werden',
    },
  },
  subscriptionReturn: {
    issue: 4,
    texts: {
      ungueltigeURL: 'Ungültige URL',
      firmaIDNicht: 'Firma-ID nicht gefunden. Bitte registrieren Sie sich erneut.',
      zahlungsverifikationFehlgeschlagen: 'Zahlungsverifikation fehlgeschlagen',
      firmaDatenKonnten: 'Firma-Daten konnten nicht abgerufen werden',
    },
  },
  bankDetails: {
    issue: 4,
    texts: {
      fehler: 'Fehler',
      bankdatenKonntenNicht: 'Bankdaten konnten nicht aktualisiert werden',
      bestaetigungErforderlich: 'Bestätigung erforderlich',
      eineEMail:
        'Eine E-Mail zur Bestätigung wurde an Ihre E-Mail-Adresse gesendet. Klicken Sie auf den Link in der E-Mail, um die Änderungen zu bestätigen.',
    },
  },
  dashboardCode: {
    issue: 4,
    texts: {
      fehlerBeimSenden: 'Fehler beim Senden des Codes: {detail}',
      unbekannterFehler: 'Unbekannter Fehler',
      codeGesendet: 'Code gesendet',
      ungueltigerOderAbgelaufener: 'Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.',
      zugriffGewaehrt: 'Zugriff gewährt',
      dashboardZugriffErfolgreich: 'Dashboard-Zugriff erfolgreich verifiziert!',
    },
  },
  bankConfirm: {
    issue: 4,
    texts: {
      ungueltigerBestaetigungslink: 'Ungültiger Bestätigungslink',
      bestaetigungFehlgeschlagen: 'Bestätigung fehlgeschlagen',
    },
  },
  images: {
    issue: 4,
    texts: {
      dateiZuGross: 'Datei zu groß',
      ungueltigerDateityp: 'Ungültiger Dateityp',
      uploadFehler: 'Upload-Fehler',
      dasBildKonnte: 'Das Bild konnte nicht entfernt werden.',
      logoKonnteNicht: 'Logo konnte nicht gespeichert werden.',
    },
  },
  adminGates: {
    issue: 3,
    texts: {
      fehlerBeimSenden: 'Fehler beim Senden des Codes',
      fehlerBeimSendenDes: 'Fehler beim Senden des Admin-Codes: {reason}',
      ungueltigerOderAbgelaufener: 'Ungültiger oder abgelaufener Code',
      ungueltigerCode: 'Ungültiger Code',
      ungueltigerOderAbgelaufenerAdmin: 'Ungültiger oder abgelaufener Admin-Code',
      rateLimitAktiv: 'Rate-Limit aktiv',
      ungueltigerCodeOder: 'Ungültiger Code oder Fehler bei der Überprüfung',
      ungueltigeAnmeldedaten: 'Ungültige Anmeldedaten',
      fehlerBeiDer: 'Fehler bei der Authentifizierung',
    },
  },
  adminStatistics: {
    issue: 6,
    texts: {
      fehlerBeimLaden: 'Fehler beim Laden der Statistiken',
      erneutVersuchen: 'Erneut versuchen',
      fehlerBeimLadenDer: 'Fehler beim Laden der Unternehmen',
      fehlerBeimLadenDerBuchungen: 'Fehler beim Laden der Buchungen',
      fehlerBeimLadenDerTransaktionen: 'Fehler beim Laden der Transaktionen',
    },
  },
  adminBookings: {
    issue: 6,
    texts: {
      datenbankverbindungFehlgeschlagen: 'Datenbankverbindung fehlgeschlagen',
      fehlerBeimLaden: 'Fehler beim Laden der Buchungen',
      erfolgreichAktualisiert: 'Erfolgreich aktualisiert',
      aktualisierungFehlgeschlagen: 'Aktualisierung fehlgeschlagen',
    },
  },
  adminProviders: {
    issue: 6,
    texts: {
      fehlerBeimErstellen: 'Fehler beim Erstellen des Anbieters',
      keineDatenZurueckgegeben: 'Keine Daten zurückgegeben',
      anbieterErfolgreichHinzugefuegt: 'Anbieter erfolgreich hinzugefügt',
    },
  },
  adminReviews: {
    issue: 6,
    texts: {
      fehlerBeimLoeschen: 'Fehler beim Löschen',
    },
  },
  adminMail: {
    issue: 6,
    texts: {
      eMailVersendung: 'E-Mail-Versendung fehlgeschlagen',
    },
  },
  payouts: {
    issue: 5,
    texts: {
      auszahlungenKonntenNicht: 'Auszahlungen konnten nicht geladen werden',
      keineBuchungenFuer: 'Keine Buchungen für Auszahlung gefunden',
      edgeFunctionFehler: 'Edge Function Fehler',
      keineAntwortVon: 'Keine Antwort von der Auszahlungsfunktion',
      auszahlungFehlgeschlagen: 'Auszahlung fehlgeschlagen: {details}',
      manuelleAuszahlungFehlgeschlagen: 'Manuelle Auszahlung fehlgeschlagen',
      erfolgreichFehlgeschlagenVon: '{N} erfolgreich, {M} fehlgeschlagen von {T} gesamt',
    },
  },
}
