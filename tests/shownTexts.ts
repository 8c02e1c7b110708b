import type { Proof } from './texts.ts'

/** Issues that are built: none of their texts may be 'not yet'. */
export const doneIssues: number[] = [2]

/** Which test shows which texts, by id. One text has one proof; the test must hold the text itself, or name a constant that does. */
export const shownTexts: (Proof & { ids: string[] })[] = [
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'every step of the registration and its errors, on every screen',
    ids: ['5.registration.bitteWaehlenSie'],
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'a session that ended in between: sign in, and everything is still there; another account finds nothing',
    ids: ['5.registration.sieMuessenAngemeldet'],
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'a company or a checkout that cannot be made says so; one order at a time',
    ids: ['8.registration.firmaKonnteNicht', '8.registration.checkoutSessionKonnte'],
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'the return address: invalid, or without a company',
    ids: [
      '2.subscriptionReturn.erneutVersuchen',
      '2.subscriptionReturn.supportKontaktieren',
      '8.subscriptionReturn.ungueltigeURL',
      '8.subscriptionReturn.firmaIDNicht',
    ],
  },
  {
    file: 'e2e/providerSignup.spec.ts',
    test: 'a payment that cannot be verified, and a company that cannot be read',
    ids: ['8.subscriptionReturn.zahlungsverifikationFehlgeschlagen', '8.subscriptionReturn.firmaDatenKonnten'],
  },
  {
    file: 'e2e/admin.spec.ts',
    test: 'password, code from the mail, shell, sign-out',
    ids: [
      '2.admin.admin',
      '2.admin.verwaltungsbereich',
      '5.code.bitteGebenSie',
      '8.adminGates.ungueltigerCodeOder',
      '8.adminGates.ungueltigeAnmeldedaten',
      '8.adminGates.fehlerBeimSendenDes',
      '8.adminGates.ungueltigerOderAbgelaufenerAdmin',
    ],
  },
  {
    file: 'e2e/admin.spec.ts',
    test: 'back, resend, and a used-up code that is replaced at once',
    ids: ['8.adminGates.rateLimitAktiv'],
  },
  {
    file: 'e2e/admin.spec.ts',
    test: 'a browser whose calls get no answer',
    ids: ['8.adminGates.fehlerBeiDer', '8.adminGates.fehlerBeimSenden'],
  },
  {
    file: 'src/admin/admin.test.ts',
    test: 'wrong codes: the fifth uses the code up, and the right one no longer opens',
    ids: ['8.adminGates.ungueltigerOderAbgelaufener'],
  },
  {
    file: 'src/admin/admin.test.ts',
    test: 'an empty password and a malformed code are refused with their texts',
    ids: ['8.adminGates.ungueltigerCode'],
  },
  {
    file: 'e2e/pages.spec.ts',
    test: 'the head: the way home except at home, the way in, and always the way for providers',
    ids: ['2.header.anbieterWerden', '2.notFound.oopsSeiteNicht'],
  },
  {
    file: 'e2e/statistics.spec.ts',
    test: 'each counter shows its number and a plus, or 0 when it is zero or missing',
    ids: ['2.statistics.verifizierteAnbieter', '2.statistics.erfolgreicheBuchungen', '2.statistics.kundenbewertungen', '2.statistics.plus'],
  },
  {
    file: 'e2e/statistics.spec.ts',
    test: 'when the counters cannot be read, three more tries are made, then fixed numbers stand there, and the error is logged',
    ids: ['2.statistics.fallbackCompanies', '2.statistics.fallbackBookings', '2.statistics.fallbackReviews'],
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'nothing found says so and shows all providers on request',
    ids: ['2.search.keineAnbieterGefunden', '2.search.anbieterGefunden'],
  },
  {
    file: 'e2e/search.spec.ts',
    test: "'Profil ansehen' opens the profile in a new tab, 'Jetzt buchen' the dialog right here",
    ids: ['2.search.profilAnsehen', '2.search.jetztBuchen'],
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'the profile names its price, and keeps contact data from visitors',
    ids: ['2.profile.service', '2.profile.abStd', '2.profile.nurFuerAngemeldete'],
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'a provider without a rate answers on request, and the amount stays empty',
    ids: ['2.profile.preisAufAnfrage'],
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'inside the app an unknown service is a notification and the way home',
    ids: ['2.profile.serviceNichtGefunden', '8.profile.serviceNichtGefunden'],
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'a profile that cannot be loaded says so, and its retry works',
    ids: ['8.profile.serviceKonnteNicht'],
  },
  {
    file: 'e2e/search.spec.ts',
    test: 'only when the fallback fails, too, is there an error, with a retry that works',
    ids: ['8.search.suchfehler', '8.search.fehlerBeiDer'],
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'refuses each wrong field with its own words, at the field, with the focus there',
    ids: [
      '5.booking.nameMussZwischen',
      '5.booking.ungueltigeEMail',
      '5.booking.ungueltigeTelefonnummer',
      '5.booking.ortMussZwischen',
      '5.booking.datumIstErforderlich',
      '5.booking.datumKannNicht',
      '5.booking.uhrzeitIstErforderlich',
      '5.booking.betragMussZwischen',
      '8.booking.validierungsfehler',
      '8.booking.bitteKorrigierenSie',
    ],
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'refuses a long description at the field',
    ids: ['5.booking.beschreibungDarfMaximal'],
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'refuses a file that is too large or of a wrong type, whatever it calls itself',
    ids: ['5.booking.dateiZuGross', '5.booking.ungueltigerDateityp'],
  },
  {
    file: 'e2e/dialog.spec.ts',
    test: 'takes the four kinds of files, five of them and no sixth',
    ids: ['5.booking.zuVieleDateien', '5.booking.maximal5Dateien'],
  },
  {
    file: 'e2e/order.spec.ts',
    test: "that the server turns down shows 'Zahlungsfehler' with the server's words, and loses nothing",
    ids: ['8.booking.zahlungsfehler'],
  },
  {
    file: 'e2e/order.spec.ts',
    test: 'without an address, without words and without any answer says what is known',
    ids: ['8.booking.keineZahlungsURL', '8.booking.unbekannterFehler'],
  },
  {
    file: 'e2e/journey.spec.ts',
    test: 'a stranger finds a provider, books with a file, pays, and both get their mail',
    ids: ['2.bookingDialog.weiter', '2.bookingDialog.jetztBuchenBezahlen'],
  },
  {
    file: 'e2e/return.spec.ts',
    test: 'without both ids there is nothing to verify: a notification, and home',
    ids: ['8.paymentReturn.keineGueltigeSession'],
  },
  {
    file: 'e2e/return.spec.ts',
    test: 'a session that nobody paid is asked again for a while, and then on request',
    ids: ['8.paymentReturn.zahlungWurdeNicht'],
  },
  {
    file: 'e2e/return.spec.ts',
    test: 'a verification that gets no answer says so, and works on request',
    ids: ['8.paymentReturn.fehlerBeiDer'],
  },
  {
    file: 'e2e/return.spec.ts',
    test: '60 days after its date a booking no longer opens by its address',
    ids: ['8.paymentReturn.buchungNichtGefunden'],
  },
  {
    file: 'e2e/bankDetails.spec.ts',
    test: 'bank details are entered, confirmed by mail, changed and taken back, {} wide',
    ids: [
      '2.bankCard.bankdatenFuerAuszahlungen',
      '2.bankCard.bearbeiten',
      '2.bankCard.nochKeineBankdaten',
      '2.bankCard.bankdatenHinzufuegen',
      '2.bankCard.speichernBestaetigen',
      '2.bankConfirm.bankdatenBestaetigung',
      '2.bankConfirm.erfolgreich',
      '8.bankDetails.bestaetigungErforderlich',
      '8.bankDetails.eineEMail',
    ],
  },
  {
    file: 'e2e/bankDetails.spec.ts',
    test: 'the form keeps what was typed through a code, a refusal and a failure',
    ids: ['2.bankCard.bestaetigungSenden', '2.bankCard.abbrechen', '8.bankDetails.fehler', '8.bankDetails.bankdatenKonntenNicht'],
  },
  {
    file: 'e2e/bankDetails.spec.ts',
    test: '/verify-bank-update says what is wrong with a link',
    ids: [
      '2.bankConfirm.bestaetigungWirdVerarbeitet',
      '2.bankConfirm.fehler',
      '8.bankConfirm.ungueltigerBestaetigungslink',
      '8.bankConfirm.bestaetigungFehlgeschlagen',
    ],
  },
  {
    file: 'src/payouts/bank.test.ts',
    test: 'bank details with %s are refused',
    ids: ['5.bankDetails.ungueltigeIBAN', '5.bankDetails.kontoinhaberIstErforderlich', '5.bankDetails.iBANIstErforderlich'],
  },
  {
    file: 'e2e/dashboard.spec.ts',
    test: 'visitors sign in on the home page and come back; the other address leads here, too',
    ids: ['2.dashboard.authentifizierungWirdUeberprueft', '2.dashboard.dashboardZugriff'],
  },
  {
    file: 'e2e/dashboard.spec.ts',
    test: 'the code is sent, typed, refused by every cause, pasted and granted',
    ids: [
      '2.dashboard.codeSenden',
      '2.dashboard.zurueck',
      '2.dashboard.bestaetigen',
      '2.dashboard.dashboardWirdGeladen',
      '2.dashboard.dashboard',
      '8.dashboardCode.fehlerBeimSenden',
      '8.dashboardCode.unbekannterFehler',
      '8.dashboardCode.codeGesendet',
      '8.dashboardCode.ungueltigerOderAbgelaufener',
      '8.dashboardCode.zugriffGewaehrt',
      '8.dashboardCode.dashboardZugriffErfolgreich',
    ],
  },
  {
    file: 'e2e/dashboard.spec.ts',
    test: 'an account without a company is shown the way to one',
    ids: ['2.dashboard.esWurdeKeine', '2.dashboard.jetztAlsAnbieter'],
  },
  {
    file: 'e2e/dashboard.spec.ts',
    test: 'a dashboard that cannot be loaded says why, and its retry works',
    ids: ['2.dashboard.fehlerBeimLaden'],
  },
]
