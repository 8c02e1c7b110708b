/** Steps from an order to the payout, with an example week. `methods`: choice of methods of payment. */
export const moneySteps = (methods: string) => [
  {
    when: 'Montag',
    what: 'Die Kundin bucht',
    how: `Sie zahlt sicher mit ${methods}. Bei Anfragen wird der Betrag nur reserviert.`,
  },
  { when: 'Dienstag', what: 'Sie nehmen an', how: 'Bei Anfragen wird erst jetzt abgebucht. Adresse und Telefonnummer sehen Sie sofort.' },
  {
    when: 'Freitag',
    what: 'Sie arbeiten',
    how: 'Danach melden Sie den Termin als durchgeführt. Die Kundin bewertet mit Buchungsnachweis.',
  },
  {
    when: 'Am nächsten Auszahlungstag',
    what: 'Wir überweisen',
    how: 'Betrag abzüglich Provision, mit einer Abrechnung je Buchung. Die Bank braucht 2–3 Werktage.',
  },
]

/** Questions of companies before they join. */
export const companyQuestions = [
  {
    question: 'Kann ich Anfragen ablehnen?',
    answer:
      'Ja. Sie antworten bis zur genannten Frist, ohne Grund und ohne Nachteil in der Suche. Stattdessen können Sie bis zu drei andere Zeiten vorschlagen.',
  },
  {
    question: 'Was passiert, wenn jemand storniert?',
    answer:
      'Sie legen fest, bis wann eine Stornierung kostenlos ist. Die Erstattung rechnen wir ab, und unsere Provision sinkt entsprechend.',
  },
  {
    question: 'Behalte ich meinen eigenen Kalender?',
    answer:
      'Ja. Ihre Termine erscheinen über eine geheime Adresse in jedem Kalenderprogramm. Zeiten, die Sie anderweitig brauchen, sperren Sie mit wenigen Klicks.',
  },
  {
    question: 'Beeinflusst der Plan meinen Platz in der Suche?',
    answer: 'Nein. Es zählt, wie gut Sie zur Suche passen, dazu Bewertungen, Prüfung und ein vollständiges Profil.',
  },
  {
    question: 'Welche Angaben brauchen Sie von mir?',
    answer:
      'Firma, Anschrift, Steuernummer und Bankverbindung. Das verlangen das Digitale-Dienste-Gesetz, das Plattformen-Steuertransparenzgesetz und die Regeln für Online-Marktplätze.',
  },
  {
    question: 'Wie kündige ich?',
    answer: 'Im Dashboard, jederzeit zum Ende des bezahlten Monats. Gebuchte Termine führen Sie noch aus, und Sie bekommen Ihr Geld.',
  },
] as const

/** Structured data of the questions. */
export const questionData = {
  '@type': 'FAQPage',
  mainEntity: companyQuestions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}
