import type { QuotedTexts } from './texts.ts'

/** Rules of input: every quoted text of docs/spec.md to the letter, by place. */
export const ruleTexts: QuotedTexts = {
  loginDialog: {
    issue: 3,
    texts: {
      eMailIst: 'E-Mail ist erforderlich',
      bitteGebenSie: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
      passwortIstErforderlich: 'Passwort ist erforderlich',
      passwortMussMindestens: 'Passwort muss mindestens 8 Zeichen lang sein und Groß-, Kleinbuchstaben sowie eine Zahl enthalten',
      passwortMussMindestens6: 'Passwort muss mindestens 6 Zeichen lang sein',
      kontoGesperrtVersuchen: 'Konto gesperrt. Versuchen Sie es in {n} Minuten erneut.',
    },
  },
  auth: {
    issue: 3,
    texts: {
      ungueltigeEMail: 'Ungültige E-Mail-Adresse',
      eMailZu: 'E-Mail zu lang',
      passwortMussMindestens: 'Passwort muss mindestens 6 Zeichen haben',
      passwortZuLang: 'Passwort zu lang',
      eMailAdresse: 'E-Mail-Adresse erforderlich',
      eMailErforderlich: 'E-Mail erforderlich',
      bitteGebenSie: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    },
  },
  passwordReset: {
    issue: 3,
    texts: {
      passwoerterStimmenNicht: 'Passwörter stimmen nicht überein',
      passwortMin8: 'Passwort: min. 8 Zeichen, Groß‑, Kleinbuchstabe und Zahl erforderlich',
    },
  },
  booking: {
    issue: 2,
    texts: {
      nameMussZwischen: 'Name muss zwischen 2 und 100 Zeichen lang sein',
      ungueltigeEMail: 'Ungültige E-Mail-Adresse',
      ungueltigeTelefonnummer: 'Ungültige Telefonnummer',
      ortMussZwischen: 'Ort muss zwischen 5 und 500 Zeichen lang sein',
      datumIstErforderlich: 'Datum ist erforderlich',
      datumKannNicht: 'Datum kann nicht in der Vergangenheit liegen',
      uhrzeitIstErforderlich: 'Uhrzeit ist erforderlich',
      betragMussZwischen: 'Betrag muss zwischen 1 und 10.000 Euro liegen',
      beschreibungDarfMaximal: 'Beschreibung darf maximal 1000 Zeichen lang sein',
      dateiZuGross: 'Datei zu groß',
      ungueltigerDateityp: 'Ungültiger Dateityp',
      zuVieleDateien: 'Zu viele Dateien',
      maximal5Dateien: 'Maximal 5 Dateien erlaubt.',
    },
  },
  review: {
    issue: 7,
    texts: {
      bitteGebenSie: 'Bitte geben Sie Ihren Namen und E-Mail-Adresse ein.',
      bitteGebenSieEinen: 'Bitte geben Sie einen Kommentar ein.',
    },
  },
  registration: {
    issue: 4,
    texts: {
      bitteWaehlenSie: 'Bitte wählen Sie einen Plan aus.',
      sieMuessenAngemeldet: 'Sie müssen angemeldet sein, um eine Firma zu registrieren.',
    },
  },
  bankDetails: {
    issue: 4,
    texts: {
      ungueltigeIBAN: 'Ungültige IBAN',
      kontoinhaberIstErforderlich: 'Kontoinhaber ist erforderlich',
      iBANIstErforderlich: 'IBAN ist erforderlich',
    },
  },
  code: {
    issue: 3,
    texts: {
      bitteGebenSie: 'Bitte geben Sie den vollständigen 6-stelligen Code ein.',
    },
  },
  admin: {
    issue: 6,
    texts: {
      firmennameIstErforderlich: 'Firmenname ist erforderlich',
      kategorieIstErforderlich: 'Kategorie ist erforderlich',
      eMailIst: 'E-Mail ist erforderlich',
      telefonnummerIstErforderlich: 'Telefonnummer ist erforderlich',
      ansprechpartnerIstErforderlich: 'Ansprechpartner ist erforderlich',
      standortIstErforderlich: 'Standort ist erforderlich',
      beschreibungIstErforderlich: 'Beschreibung ist erforderlich',
      telefonIstErforderlich: 'Telefon ist erforderlich',
      ungueltigesEMail: 'Ungültiges E-Mail-Format',
      bitteBetreffUnd: 'Bitte Betreff und Nachricht eingeben',
      keineAnbieterGefunden: 'Keine Anbieter gefunden',
    },
  },
  images: {
    issue: 4,
    texts: {
      dieDateiDarf: 'Die Datei darf maximal 5MB groß sein.',
      nurJPEGPNG: 'Nur JPEG, PNG, WebP und GIF Dateien sind erlaubt.',
    },
  },
}
