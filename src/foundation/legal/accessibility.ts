import type { LegalFacts, LegalText } from './rules.ts'

/** Accessibility statement (§ 14 and Anlage 3 BFSG): fulfilment of the requirements, and the supervising authority. */
export const accessibilityText = ({ brandName, operator }: LegalFacts): LegalText => ({
  intro: [
    `${brandName} soll für alle Menschen nutzbar sein. Diese Erklärung beschreibt nach § 14 des Barrierefreiheitsstärkungsgesetzes (BFSG), wie der Marktplatz die Anforderungen erfüllt.`,
  ],
  sections: [
    {
      title: 'Der Dienst',
      blocks: [
        'Auf dem Marktplatz suchen Sie Anbieter, lesen Profile und Bewertungen, buchen und bezahlen einen Termin, verwalten die Buchung über den Link in der E-Mail und erreichen den Support. Suchen, Lesen und Buchen geht auch ohne JavaScript. Anbieter verwalten im Dashboard Profil, Buchungen und Auszahlungen.',
      ],
    },
    {
      title: 'Wie die Anforderungen erfüllt werden',
      blocks: [
        'Maßstab ist die Norm EN 301 549 mit den Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA.',
        {
          list: [
            'Alles lässt sich mit der Tastatur bedienen; der Fokus ist sichtbar und folgt einer sinnvollen Reihenfolge.',
            'Überschriften, Listen, Tabellen und Formularfelder sind für Vorleseprogramme ausgezeichnet; Fehler stehen am Feld und in einer Zusammenfassung.',
            'Texte lassen sich auf 200 % vergrößern und auf 320 Pixel Breite ohne waagerechtes Scrollen lesen. Kontraste erfüllen in heller und dunkler Darstellung mindestens 4,5 : 1.',
            'Zustände erkennen Sie nie nur an der Farbe. Bewegungen entfallen, wenn Ihr Gerät das wünscht. Nichts läuft von selbst ab.',
            'Wo eine Zeit gilt, zum Beispiel für Codes, können Sie einen neuen anfordern.',
          ],
        },
      ],
    },
    {
      title: 'Stand der Vereinbarkeit und Grenzen',
      blocks: [
        'Der Marktplatz ist nach unserer eigenen Prüfung mit diesen Anforderungen vereinbar. Jede Seite wird bei jeder Änderung automatisch mit axe geprüft, in heller und dunkler Darstellung und mehreren Breiten; die Buchung zusätzlich allein mit der Tastatur. Automatische Prüfungen finden nicht alles.',
        'Nicht in unserer Hand liegen Bilder, Texte und Dateien, die Anbieter oder Kundinnen und Kunden selbst einstellen, sowie die Zahlungsseite des Zahlungsdienstes.',
      ],
    },
    {
      title: 'Barriere melden',
      blocks: [
        `Ist Ihnen etwas aufgefallen, oder brauchen Sie eine Information in anderer Form? Schreiben Sie an [${operator.email}](mailto:${operator.email}), rufen Sie an: ${operator.phone}, oder nutzen Sie das Formular unter [Support](/support). Wir antworten in der Regel innerhalb von 24 Stunden.`,
      ],
    },
    {
      title: 'Marktüberwachung',
      blocks: [
        'Zuständig ist die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), Carl-Miller-Straße 6, 39112 Magdeburg. Halten wir die Anforderungen nicht ein, können Sie sich dorthin wenden (§ 32 BFSG).',
      ],
    },
  ],
})
