import type { QuotedTexts } from './texts.ts'

/** Screens: every quoted text of docs/spec.md to the letter, by place. */
export const screenTexts: QuotedTexts = {
  header: {
    issue: 2,
    texts: {
      anbieterWerden: 'Anbieter werden',
    },
  },
  homeConfirmed: {
    issue: 3,
    texts: {
      eMailBestaetigt: 'E-Mail bestätigt',
    },
  },
  statistics: {
    issue: 2,
    texts: {
      verifizierteAnbieter: 'Verifizierte Anbieter',
      erfolgreicheBuchungen: 'Erfolgreiche Buchungen',
      kundenbewertungen: 'Kundenbewertungen',
      plus: '+',
      fallbackCompanies: '2+',
      fallbackBookings: '5+',
      fallbackReviews: '10+',
    },
  },
  search: {
    issue: 2,
    texts: {
      keineAnbieterGefunden: 'Keine Anbieter gefunden',
      anbieterGefunden: '{n} Anbieter gefunden',
      profilAnsehen: 'Profil ansehen',
      jetztBuchen: 'Jetzt buchen',
    },
  },
  profile: {
    issue: 2,
    texts: {
      service: '{category} Service',
      abStd: 'ab {rate}€/Std',
      preisAufAnfrage: 'Preis auf Anfrage',
      nurFuerAngemeldete: 'Nur für angemeldete Nutzer',
      serviceNichtGefunden: 'Service nicht gefunden',
    },
  },
  bookingDialog: {
    issue: 2,
    texts: {
      weiter: 'Weiter',
      jetztBuchenBezahlen: 'Jetzt buchen & bezahlen',
    },
  },
  subscriptionReturn: {
    issue: 4,
    texts: {
      erneutVersuchen: 'Erneut versuchen',
      supportKontaktieren: 'Support kontaktieren',
    },
  },
  auth: {
    issue: 3,
    texts: {
      ihrPartnerFuer: 'Ihr Partner für professionelle Dienstleistungen',
      bestaetigungslinkErneutSenden: 'Bestätigungslink erneut senden',
      passwortVergessen: 'Passwort vergessen?',
      eMailNoch: 'E-Mail noch nicht bestätigt?',
      mitDerRegistrierung: 'Mit der Registrierung stimmen Sie unseren Nutzungsbedingungen zu.',
      anmelden: 'Anmelden',
      registrieren: 'Registrieren',
    },
  },
  authConfirm: {
    issue: 3,
    texts: {
      eMailBestaetigung: 'E-Mail-Bestätigung',
      senden: 'Senden',
      zumLogin: 'Zum Login',
    },
  },
  authReset: {
    issue: 3,
    texts: {
      passwortZuruecksetzen: 'Passwort zurücksetzen',
      ueberpruefeLink: 'Überprüfe Link…',
      seiteNeuLaden: 'Seite neu laden',
      neuesPasswort: 'Neues Passwort',
      passwortBestaetigen: 'Passwort bestätigen',
      passwortSpeichern: 'Passwort speichern',
      aktualisiere: 'Aktualisiere…',
      passwortAktualisiertWeiterleitung: 'Passwort aktualisiert. Weiterleitung zum Dashboard…',
    },
  },
  dashboard: {
    issue: 4,
    texts: {
      authentifizierungWirdUeberprueft: 'Authentifizierung wird überprüft...',
      dashboardZugriff: 'Dashboard-Zugriff',
      codeSenden: 'Code senden',
      zurueck: 'Zurück',
      bestaetigen: 'Bestätigen',
      dashboardWirdGeladen: 'Dashboard wird geladen...',
      fehlerBeimLaden: 'Fehler beim Laden des Dashboards: {message}',
      esWurdeKeine: 'Es wurde keine Firma für Ihr Konto gefunden. Möglicherweise ist die Registrierung noch nicht abgeschlossen.',
      jetztAlsAnbieter: 'Jetzt als Anbieter registrieren',
      dashboard: 'Dashboard - {company name}',
    },
  },
  bankCard: {
    issue: 4,
    texts: {
      bankdatenFuerAuszahlungen: 'Bankdaten für Auszahlungen',
      bearbeiten: 'Bearbeiten',
      nochKeineBankdaten: 'Noch keine Bankdaten hinterlegt',
      bankdatenHinzufuegen: 'Bankdaten hinzufügen',
      speichernBestaetigen: 'Speichern & Bestätigen',
      bestaetigungSenden: 'Bestätigung senden...',
      abbrechen: 'Abbrechen',
    },
  },
  bankConfirm: {
    issue: 4,
    texts: {
      bankdatenBestaetigung: 'Bankdaten Bestätigung',
      bestaetigungWirdVerarbeitet: 'Bestätigung wird verarbeitet...',
      erfolgreich: 'Erfolgreich!',
      fehler: 'Fehler!',
    },
  },
  admin: {
    issue: 3,
    texts: {
      admin: 'Admin',
      verwaltungsbereich: 'Verwaltungsbereich',
    },
  },
  notFound: {
    issue: 2,
    texts: {
      oopsSeiteNicht: 'Oops! Seite nicht gefunden',
    },
  },
}
