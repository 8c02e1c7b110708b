import { legalPages } from '#src/platform/kit/publicPages.ts'
import { operatorLine } from './imprint.ts'
import { rankingTexts } from './ranking.ts'
import type { LegalFacts, LegalSection, LegalText } from './rules.ts'

/** Terms between the operator and a company, with the contents required by Regulation (EU) 2019/1150. */
export const companyTermsText = (facts: LegalFacts): LegalText => ({
  intro: [
    `Diese Allgemeinen Geschäftsbedingungen regeln, wie Sie über ${facts.brandName} Ihre Leistungen anbieten. Sie richten sich nur an Unternehmer (§ 14 BGB). Für Kundinnen und Kunden gelten die [AGB für Kundinnen und Kunden](${legalPages.customerTerms.path}).`,
  ],
  sections: [
    scope(facts),
    contract(facts),
    plans(facts),
    commission(facts),
    collection(facts),
    payouts(facts),
    duties,
    consumers(facts),
    ranking(facts),
    reviews,
    content,
    data(facts),
    taxes,
    restriction,
    complaints(facts),
    liability,
    changes(facts),
    final,
  ],
})

const scope = ({ brandName, operator }: LegalFacts): LegalSection => ({
  title: '§ 1 Geltungsbereich und Parteien',
  blocks: [
    `Vertragspartner ist ${operatorLine(operator)} („wir“). Abweichende Bedingungen gelten nur, wenn wir ihnen in Textform zugestimmt haben.`,
    `${brandName} ist ein Marktplatz: Wir stellen Profil, Suche, Buchung, Zahlungsabwicklung und Benachrichtigungen bereit. Verträge über Leistungen schließen Sie selbst mit Ihren Kundinnen und Kunden. Einen bestimmten Umsatz versprechen wir nicht. Sie dürfen Ihre Leistungen auch anderswo anbieten, zu jedem Preis.`,
  ],
})

const contract = ({ vatNote }: LegalFacts): LegalSection => ({
  title: '§ 2 Registrierung und Vertragsschluss',
  blocks: [
    'Sie registrieren sich in vier Schritten: Konto, Plan, Firmendaten, Zahlung. Mit dem Klick auf die Bestellschaltfläche bestellen Sie den gewählten Plan; der Vertrag kommt mit der ersten erfolgreichen Zahlung zustande. Danach ist Ihr Profil sichtbar. Wir speichern, welche Fassung dieser Bedingungen dabei galt.',
    `Alle Preise sind Endpreise (${vatNote}). Legt der Betreiber ein Profil für Sie an, kommt der Vertrag zustande, wenn Sie es mit dem Code aus unserer E-Mail übernehmen.`,
  ],
})

const plans = ({ plans: offered }: LegalFacts): LegalSection => ({
  title: '§ 3 Pläne, Laufzeit, Kündigung',
  blocks: [
    {
      table: {
        head: ['Plan', 'Preis im Monat', 'Provision je Buchung', 'Auszahlung'],
        rows: offered.map(({ name, price, commission: rate, payoutDay }) => [name, price, rate, payoutDay]),
      },
    },
    'Ein Plan läuft einen Monat und verlängert sich um jeweils einen Monat. Sie können jederzeit im Dashboard zum Ende des bezahlten Zeitraums kündigen; bis dahin lässt sich die Kündigung zurücknehmen. Der Wechsel zum teureren Plan gilt sofort und wird anteilig berechnet, der Wechsel zum günstigeren gilt ab dem nächsten Zeitraum.',
    'Wird eine Zahlung nicht eingezogen, versuchen wir es innerhalb von 14 Tagen bis zu dreimal erneut; danach blenden wir das Profil aus. Bestätigte Buchungen führen Sie auch nach dem Ende des Plans aus; sie werden ausgezahlt.',
    'Das Recht zur Kündigung aus wichtigem Grund bleibt unberührt. Kündigungen durch uns richten sich nach § 14.',
  ],
})

const commission = ({ plans: offered }: LegalFacts): LegalSection => ({
  title: '§ 4 Provision',
  blocks: [
    `Für jede bezahlte Buchung erhalten wir eine Provision vom Gesamtpreis: ${offered.map(({ name, commission: rate }) => `${rate} im Plan ${name}`).join(', ')}. Es gilt der Satz des Plans, der bei Bestätigung der Buchung bezahlt war; er ändert sich nachträglich nicht. Gerundet wird auf ganze Cent.`,
    'Anzahlung, Raten und Nachträge gehören zum Gesamtpreis; die Provision fällt mit jeder dieser Zahlungen an. Trinkgelder erhalten Sie ohne Provision.',
    'Wird ein Betrag zurückgezahlt, verringert sich die Provision anteilig, bei voller Rückzahlung auf null. Die Entgelte des Zahlungsdienstes tragen wir. Über alle Bewegungen erhalten Sie eine Monatsabrechnung im Dashboard.',
  ],
})

const collection = ({ operator }: LegalFacts): LegalSection => ({
  title: '§ 5 Zahlungseinzug und Rückzahlungen',
  blocks: [
    `Sie beauftragen und bevollmächtigen ${operator.name}, Zahlungen Ihrer Kundinnen und Kunden für Sie entgegenzunehmen. Deren Zahlung an uns erfüllt die Schuld Ihnen gegenüber.`,
    'Verlangen Sie eine Anzahlung, werden die Raten fällig, wie die Arbeit vorangeht, und spätestens, wenn Sie sie als erledigt melden. Wir erinnern Ihre Kundin oder Ihren Kunden zweimal; mahnen und einziehen müssen Sie eine offene Rate selbst, oder Sie erlassen sie.',
    'Sie bevollmächtigen uns außerdem, für Sie Stornierungen und Widerrufe entgegenzunehmen und Beträge zurückzuzahlen, wenn eine Buchung nach den [AGB für Kundinnen und Kunden](/agb) storniert oder wirksam widerrufen wurde, wenn Sie absagen oder die Leistung nicht erbringen, wenn wir über ein gemeldetes Problem so entscheiden oder wenn der Zahlungsdienst eine Zahlung zurückbucht.',
    'Ist der Anteil einer zurückgezahlten Buchung schon an Sie ausgezahlt, schulden Sie ihn uns; wir verrechnen ihn mit der nächsten Auszahlung oder holen ihn von Ihrem Konto beim Zahlungsdienst zurück.',
  ],
})

const payouts = ({ plans: offered, payableAfterDays, bankChangeHours, firstPayoutHoldDays }: LegalFacts): LegalSection => ({
  title: '§ 6 Auszahlung',
  blocks: [
    `Ihren Anteil zahlen wir aus: ${offered.map(({ name, payoutDay }) => `${name} ${payoutDay}`).join(', ')}. Eine Buchung wird automatisch ausgezahlt, wenn sie bezahlt und bestätigt ist und ${payableAfterDays === 1 ? 'ein Tag' : `${payableAfterDays} Tage`} seit dem Termin vergangen ${payableAfterDays === 1 ? 'ist' : 'sind'}. Die Überweisung dauert in der Regel 2–3 Werktage.`,
    'Die Auszahlung wartet,',
    {
      list: [
        'solange keine Bankdaten hinterlegt sind,',
        `${bankChangeHours} Stunden nach einer Änderung der Bankdaten,`,
        ...(firstPayoutHoldDays > 0 ? [`${firstPayoutHoldDays} Tage nach Ihrer ersten bezahlten Buchung,`] : []),
        'solange die Zahlung einer Buchung angefochten ist, für diese Buchung,',
        'solange ein Problem nicht geklärt ist, das Ihre Kundin oder Ihr Kunde zu einer Buchung gemeldet hat, oder über einen Widerspruch nicht entschieden ist, für diese Buchung,',
        'solange Ihr Profil gesperrt ist oder der begründete Verdacht eines Missbrauchs besteht.',
      ],
    },
    'Änderungen der Bankdaten gelten erst, wenn Sie den Link in unserer E-Mail geöffnet haben. Ein negativer Saldo wird vorgetragen.',
  ],
})

const duties: LegalSection = {
  title: '§ 7 Ihre Pflichten',
  blocks: [
    {
      list: [
        'Sie handeln als Unternehmer und halten alle Erlaubnisse, Eintragungen (zum Beispiel in die Handwerksrolle) und Versicherungen vor, die Ihre Leistung braucht.',
        'Sie machen im Profil vollständige und richtige Angaben, auch in der Anbieterkennzeichnung nach § 5 DDG, und halten sie aktuell. Preise nennen Sie als Endpreise.',
        'Sie bieten nur Leistungen an, die dem geltenden Recht entsprechen, und bestätigen das hiermit (Art. 30 Abs. 1 Buchst. e der Verordnung (EU) 2022/2065).',
        'Sie führen bestätigte Buchungen zum vereinbarten Termin fachgerecht aus, stellen Rechnungen und beantworten Rückfragen zügig.',
        'Sie halten Ihre Zugangsdaten geheim und nutzen Daten von Kundinnen und Kunden nur, um die Buchung auszuführen.',
        'Sie schreiben keine Bewertungen über sich selbst und lassen keine schreiben.',
      ],
    },
  ],
}

const consumers = ({ freeCancellationHours, withdrawalExempt }: LegalFacts): LegalSection => ({
  title: '§ 8 Rechte Ihrer Kundinnen und Kunden',
  blocks: [
    `Kundinnen und Kunden können bis ${freeCancellationHours} Stunden vor dem Termin kostenfrei stornieren. Verbraucherinnen und Verbraucher können außerdem binnen vierzehn Tagen widerrufen; ausgenommen sind Leistungen mit festem Termin in den Kategorien ${withdrawalExempt.join(' und ')}, soweit § 312g Abs. 2 Nr. 9 BGB sie ausnimmt. Sie erkennen Stornierungen und Widerrufe an, die bei uns fristgerecht eingehen; wir informieren Sie sofort.`,
    `Wir stellen für Sie die [Widerrufsbelehrung](${legalPages.withdrawalPolicy.path}), die Funktion [Vertrag widerrufen](${legalPages.withdrawal.path}) und die Abfrage bereit, ob die Leistung vor Ablauf der Frist beginnen soll. Wertersatz für bis zum Widerruf erbrachte Leistungen machen Sie selbst geltend.`,
    'Müssen Sie absagen, tun Sie das unverzüglich über unseren Support; der Betrag geht in voller Höhe zurück.',
  ],
})

const ranking = ({ plans: offered }: LegalFacts): LegalSection => ({
  title: '§ 9 Reihenfolge der Suchergebnisse und Unterschiede der Pläne',
  blocks: [
    rankingTexts.matching,
    `${rankingTexts.order} Diese Kriterien sagen am besten, ob eine Leistung zur Suche passt und verlässlich ist.`,
    `Ein direktes oder indirektes Entgelt beeinflusst die Reihenfolge nicht. Die Pläne ${offered.map(({ name }) => name).join(' und ')} unterscheiden sich nur in Preis, Provision, Rhythmus der Auszahlung und dem Abzeichen „Premium“. Wir bieten selbst keine Leistungen auf dem Marktplatz an und behandeln niemanden bevorzugt.`,
  ],
})

const reviews: LegalSection = {
  title: '§ 10 Bewertungen',
  blocks: [
    'Kundinnen und Kunden dürfen Sie bewerten; ihre Regeln stehen in § 10 der [AGB für Kundinnen und Kunden](/agb). Sie dürfen auf jede Bewertung einmal öffentlich antworten und einmal begründet Einspruch einlegen. Über den Einspruch entscheiden wir und teilen die Gründe mit. Eine Löschung nur wegen einer schlechten Note ist nicht möglich.',
  ],
}

const content: LegalSection = {
  title: '§ 11 Inhalte und Rechte',
  blocks: [
    'Sie sind für Texte, Bilder und Logos in Ihrem Profil verantwortlich und stellen uns von Ansprüchen Dritter frei, die auf schuldhaften Verstößen beruhen. Sie räumen uns das einfache, unentgeltliche Recht ein, diese Inhalte für den Betrieb und die Darstellung des Marktplatzes zu nutzen, zu bearbeiten (zum Beispiel zuzuschneiden) und in Suchmaschinen anzeigen zu lassen, solange Ihr Profil besteht. Weitere Rechte an Ihrem geistigen Eigentum erhalten wir nicht.',
  ],
}

const data = ({ archiveYears }: LegalFacts): LegalSection => ({
  title: '§ 12 Zugang zu Daten',
  blocks: [
    'Sie sehen im Dashboard Ihre Buchungen mit Namen, Kontakt, Ort, Beschreibung und Dateien der Kundinnen und Kunden, Ihre Umsätze, Auszahlungen und Bewertungen und können sie als Datei abrufen, solange Ihr Zugang besteht. Für diese Daten sind Sie eigenständig Verantwortlicher im Sinne der DSGVO.',
    `Wir haben Zugang zu denselben Daten und zu Daten über die Nutzung Ihres Profils. Daten anderer Anbieter erhalten Sie nicht; aggregierte Daten geben wir nicht an Dritte weiter. Nach dem Ende des Vertrags archivieren wir Ihr Profil; Buchungs- und Zahlungsdaten bewahren wir für die gesetzlichen Fristen von bis zu ${archiveYears} Jahren auf. Mehr steht unter [Datenschutz](${legalPages.privacy.path}).`,
  ],
})

const taxes: LegalSection = {
  title: '§ 13 Steuern und Meldepflichten',
  blocks: [
    'Sie versteuern Ihre Umsätze selbst. Nach dem Plattformen-Steuertransparenzgesetz müssen wir jährlich Angaben über Anbieter und ihre Vergütungen an das Bundeszentralamt für Steuern melden. Sie teilen uns die dafür nötigen Angaben auf Anforderung mit; nach zwei Erinnerungen müssen wir sonst den Zugang sperren und Auszahlungen zurückhalten.',
  ],
}

const restriction: LegalSection = {
  title: '§ 14 Einschränkung, Sperrung und Beendigung durch uns',
  blocks: [
    'Wir können Inhalte entfernen, ein Profil einschränken, sperren oder den Vertrag beenden, wenn Sie gegen das Gesetz oder diese Bedingungen verstoßen, falsche Angaben machen, wiederholt Buchungen nicht ausführen, Zahlungen ausbleiben oder ein begründeter Verdacht auf Missbrauch besteht. Wir wählen das mildeste geeignete Mittel.',
    'Die Gründe teilen wir Ihnen vor oder mit dem Wirksamwerden auf einem dauerhaften Datenträger mit, bei einer Beendigung mindestens 30 Tage vorher. Die Frist entfällt bei gesetzlichen oder behördlichen Pflichten, bei wiederholten Verstößen und bei einem wichtigen Grund.',
    'Sie können Stellung nehmen. Erweist sich eine Maßnahme als unberechtigt, heben wir sie unverzüglich auf. Verdientes zahlen wir aus, soweit keine Ansprüche dagegenstehen.',
  ],
}

const complaints = ({ operator }: LegalFacts): LegalSection => ({
  title: '§ 15 Beschwerden und Mediation',
  blocks: [
    `Beschwerden richten Sie kostenfrei an [${operator.email}](mailto:${operator.email}). Wir bearbeiten sie zügig und teilen das Ergebnis mit Gründen mit. Sie werden von Menschen geprüft.`,
    'Zu einer außergerichtlichen Einigung mit Hilfe einer Mediatorin oder eines Mediators, zum Beispiel über die Industrie- und Handelskammer an unserem Sitz oder die Centrale für Mediation, sind wir im Einzelfall bereit und tragen dann einen angemessenen Teil der Kosten.',
  ],
})

const liability: LegalSection = {
  title: '§ 16 Haftung',
  blocks: [
    'Wir haften unbeschränkt bei Vorsatz und grober Fahrlässigkeit, bei Verletzung von Leben, Körper oder Gesundheit und nach dem Produkthaftungsgesetz. Bei einfacher Fahrlässigkeit haften wir nur für die Verletzung wesentlicher Vertragspflichten, begrenzt auf den vorhersehbaren, vertragstypischen Schaden. Das gilt auch für unsere Mitarbeitenden und Erfüllungsgehilfen.',
    'Sie haften uns und Ihren Kundinnen und Kunden für Ihre Leistungen nach dem Gesetz.',
  ],
}

const changes = ({ brandName }: LegalFacts): LegalSection => ({
  title: '§ 17 Änderungen dieser Bedingungen',
  blocks: [
    `Änderungen kündigen wir mindestens 15 Tage vorher per E-Mail an, bei größerem Anpassungsbedarf früher (Art. 3 der Verordnung (EU) 2019/1150). Sie können bis zum Ablauf der Frist kündigen. Nutzen Sie ${brandName} danach weiter und haben wir darauf in der Ankündigung hingewiesen, gilt die neue Fassung. Preise und Provision ändern wir nur mit Ihrer Zustimmung; ohne sie kann jede Seite zum Ende des bezahlten Zeitraums kündigen.`,
  ],
})

const final: LegalSection = {
  title: '§ 18 Schlussbestimmungen',
  blocks: [
    'Es gilt deutsches Recht ohne das UN-Kaufrecht. Sind Sie Kaufmann, juristische Person des öffentlichen Rechts oder öffentlich-rechtliches Sondervermögen, ist Gerichtsstand unser Sitz. Ist eine Bestimmung unwirksam, bleibt der Vertrag im Übrigen wirksam.',
  ],
}
