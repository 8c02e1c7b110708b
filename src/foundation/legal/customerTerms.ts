import { legalPages } from '#src/platform/kit/publicPages.ts'
import { disputeStatement, operatorLine } from './imprint.ts'
import { rankingTexts } from './ranking.ts'
import type { LegalFacts, LegalSection, LegalText } from './rules.ts'

/** Terms between the operator and users who search, book or review, and the rules for the contract with a company. */
export const customerTermsText = (facts: LegalFacts): LegalText => ({
  intro: [
    `Diese Allgemeinen Geschäftsbedingungen regeln, wie Sie ${facts.brandName} als Kundin oder Kunde nutzen: suchen, buchen, bezahlen, bewerten. Für Anbieter gelten die [AGB für Anbieter](${legalPages.companyTerms.path}).`,
  ],
  sections: [
    scope(facts),
    roles(facts),
    account(facts),
    ranking,
    ordering(facts),
    prices(facts),
    cancelling(facts),
    withdrawal,
    performance,
    reviews(facts),
    conduct,
    moderation(facts),
    liability(facts),
    changes,
    disputes(facts),
    final,
  ],
})

const scope = ({ brandName, operator }: LegalFacts): LegalSection => ({
  title: '§ 1 Geltungsbereich',
  blocks: [
    `${brandName} wird betrieben von ${operatorLine(operator)} („wir“). Diese Bedingungen gelten für alle, die den Marktplatz ohne oder mit Konto nutzen, ohne dort selbst Leistungen anzubieten. Es gilt die Fassung, die bei Ihrer Buchung oder Registrierung auf dieser Seite stand; wir speichern, welche das war.`,
    'Abweichende Bedingungen von Kundinnen und Kunden gelten nur, wenn wir ihnen in Textform zugestimmt haben. Die Nutzung des Marktplatzes ist für Sie kostenfrei.',
  ],
})

const roles = ({ brandName }: LegalFacts): LegalSection => ({
  title: '§ 2 Wer Ihr Vertragspartner ist',
  blocks: [
    'Wir vermitteln. Der Vertrag über die gebuchte Leistung kommt allein zwischen Ihnen und dem Anbieter zustande, der in der Buchung genannt ist. Nur er schuldet die Leistung, ihre Qualität und die Gewährleistung. Er ist auch für seine Angaben im Profil und für die Rechnung verantwortlich.',
    'Anbieter müssen uns gegenüber erklären, dass sie als Unternehmer handeln. Deshalb gelten für Ihre Buchung die Verbraucherschutzvorschriften der Europäischen Union, wenn Sie selbst Verbraucher sind. Firma, Anschrift und Register stehen als Anbieterkennzeichnung im Profil und vor der Bestellung.',
    `Wir schulden Ihnen den Betrieb des Marktplatzes mit der üblichen Sorgfalt: Vermittlung, sichere Abwicklung der Zahlung, Benachrichtigungen, Annahme von Stornierungen und Widerrufen sowie Rückzahlungen im Namen des Anbieters. Das Abzeichen „Verifiziert“ bedeutet, dass ${brandName} Angaben zur Firma geprüft hat; es ist keine Garantie für die Leistung.`,
  ],
})

const account = ({ confirmHours }: LegalFacts): LegalSection => ({
  title: '§ 3 Nutzung mit und ohne Konto',
  blocks: [
    'Suchen, buchen und bewerten können Sie ohne Konto. Ein Konto legen Sie mit E-Mail-Adresse und Passwort an; es gilt, sobald Sie den Link in der Bestätigungs-E-Mail geöffnet haben.',
    `Der Link gilt ${confirmHours} Stunden. Ein Konto ist persönlich. Halten Sie Ihr Passwort und Links aus unseren E-Mails geheim: Wer den Link einer Buchung kennt, kann die Buchung sehen, stornieren und widerrufen.`,
    'Buchen dürfen Personen ab 18 Jahren, die ihre Angaben wahrheitsgemäß machen. Sie können Ihr Konto jederzeit unter „Konto“ löschen; wir können einen unentgeltlichen Nutzungsvertrag mit einer Frist von 30 Tagen in Textform kündigen. Bestehende Buchungen bleiben davon unberührt.',
  ],
})

const ranking: LegalSection = {
  title: '§ 4 Suche und Reihenfolge der Ergebnisse',
  blocks: [
    rankingTexts.matching,
    rankingTexts.order,
    'Niemand kann einen besseren Platz kaufen. Weder der Plan eines Anbieters noch die Höhe der Provision beeinflusst die Reihenfolge; auch personalisiert wird sie nicht.',
  ],
}

const ordering = ({ orderButton, checkoutMinutes, bookingLinkDays }: LegalFacts): LegalSection => ({
  title: '§ 5 Wie ein Vertrag zustande kommt',
  blocks: [
    'Ein Profil ist noch kein Angebot, sondern eine Einladung zu bestellen. Sie buchen in drei Schritten: Angaben, Beschreibung, Prüfen. Im letzten Schritt sehen Sie alles noch einmal und können jede Angabe ändern.',
    `Mit dem Klick auf „${orderButton}“ geben Sie ein verbindliches Angebot zum angezeigten Gesamtpreis ab und werden zur Bezahlung weitergeleitet. Bezahlen können Sie ${checkoutMinutes} Minuten lang; danach verfällt das Angebot. Der Vertrag kommt zustande, sobald die Zahlung eingegangen ist. Wir bestätigen ihn sofort im Namen des Anbieters per E-Mail.`,
    'Ist der Anbieter zu diesem Zeitpunkt nicht mehr verfügbar oder liegt der Termin schon zurück, kommt kein Vertrag zustande, und Sie erhalten den vollen Betrag zurück.',
    `Vertragssprache ist Deutsch. Wir speichern Ihre Buchung; Sie können sie über den Link in der Bestätigungs-E-Mail bis ${bookingLinkDays} Tage nach dem Termin abrufen. Diese Bedingungen können Sie hier jederzeit lesen, drucken und speichern.`,
  ],
})

const prices = ({ amount, methods }: LegalFacts): LegalSection => ({
  title: '§ 6 Preise und Zahlung',
  blocks: [
    'Nennt der Anbieter für eine Leistung einen Festpreis oder einen Preis je Stunde oder Einheit, gilt dieser Preis: Die Buchung berechnet den Gesamtpreis aus seiner Preisliste, den gewählten Optionen und der gewählten Anzahl. Gebucht wird zu dem Preis, den Sie vor der Bestellung sehen; ändert der Anbieter ihn vorher, zeigen wir Ihnen den neuen, bevor Sie bestellen. Spätere Änderungen berühren Ihre Buchung nicht.',
    'Bei Leistungen mit „ab“-Preis oder auf Anfrage und bei Anbietern ohne Preisliste tragen Sie den Gesamtpreis ein, den Sie mit dem Anbieter vereinbart haben, und, wo wir danach fragen, mit wem. Ein Stundensatz im Profil hilft beim Berechnen.',
    `Der Gesamtpreis enthält die Umsatzsteuer, soweit sie anfällt; weitere Gebühren kommen nicht hinzu. Möglich sind Zahlungen von ${amount.from} bis ${amount.to}; ein Angebot, das Sie in mehreren Zahlungen begleichen, darf insgesamt höher sein.`,
    `Sie zahlen im Voraus über den Zahlungsdienst Stripe, mit ${methods}. Wählen Sie dort einen Kauf auf Rechnung, gelten zusätzlich die Bedingungen seines Anbieters. Wir nehmen die Zahlung im Auftrag des Anbieters entgegen: Mit Ihrer Zahlung an uns ist Ihre Schuld gegenüber dem Anbieter erfüllt. Der Anbieter erhält seinen Anteil in der Regel erst nach dem Termin.`,
    'Verlangt eine Leistung oder ein Angebot nur eine Anzahlung, sehen Sie vor der Bestellung Gesamtpreis, Anzahlung und Raten. Eine Rate wird erst fällig, wenn ihr Anteil der Arbeitstage vorbei ist oder der Anbieter die Arbeit als erledigt meldet; Sie bezahlen sie auf der Seite Ihrer Buchung. Solange ein Problem nicht geklärt ist, das Sie dort gemeldet haben, wird keine Rate fällig.',
    'Mehr als vereinbart berechnet der Anbieter nur, wenn Sie seinem Nachtrag zugestimmt haben. Ein Trinkgeld ist freiwillig und geht ohne Abzug an den Anbieter.',
    'Sie erhalten einen Zahlungsbeleg von uns. Die Rechnung stellt der Anbieter aus; hat er uns damit beauftragt, stellen wir sie in seinem Namen und für seine Rechnung aus.',
  ],
})

const cancelling = ({ freeCancellationHours }: LegalFacts): LegalSection => ({
  title: '§ 7 Stornierung',
  blocks: [
    `Bis ${freeCancellationHours} Stunden vor dem Termin können Sie jede Buchung ohne Angabe von Gründen kostenfrei stornieren, über den Link in Ihrer Bestätigungs-E-Mail. Sie erhalten den vollen Betrag auf das Zahlungsmittel zurück, mit dem Sie bezahlt haben.`,
    'Danach ist eine Stornierung nur noch mit Zustimmung des Anbieters möglich. Ihr gesetzliches Widerrufsrecht und Ihre Rechte bei Mängeln oder Verhinderung des Anbieters bleiben unberührt. Bei Werkverträgen können Sie auch nach § 648 BGB kündigen.',
    'Sagt der Anbieter ab oder erscheint er nicht, erhalten Sie den vollen Betrag zurück. Wenden Sie sich in diesem Fall an unseren [Support](/support).',
  ],
})

const withdrawal: LegalSection = {
  title: '§ 8 Widerrufsrecht',
  blocks: [
    `Verbraucherinnen und Verbrauchern steht ein Widerrufsrecht nach der [Widerrufsbelehrung](${legalPages.withdrawalPolicy.path}) zu. Widerrufen können Sie ohne Anmeldung über die Seite [Vertrag widerrufen](${legalPages.withdrawal.path}).`,
    'Soll die Leistung innerhalb der Widerrufsfrist beginnen, brauchen wir vor der Bestellung Ihr ausdrückliches Verlangen.',
  ],
}

const performance: LegalSection = {
  title: '§ 9 Leistung und Mängel',
  blocks: [
    'Einzelheiten der Leistung vereinbaren Sie mit dem Anbieter; Ihre Beschreibung und Ihre Dateien erreichen ihn mit der Buchung. Sorgen Sie dafür, dass er zum Termin Zugang hat.',
    'Ist die Leistung mangelhaft, haben Sie gegenüber dem Anbieter die gesetzlichen Rechte. Wir helfen bei der Klärung, entscheiden aber nicht anstelle von Gerichten. Ist eine Rückzahlung berechtigt, zahlen wir sie im Namen des Anbieters aus.',
  ],
}

const reviews = ({ reviewAuthorDays }: LegalFacts): LegalSection => ({
  title: '§ 10 Bewertungen',
  blocks: [
    'Bewertungen sollen eigene Erfahrungen wiedergeben. Wir prüfen sie so: Wer über den geheimen Link seiner Buchung bewertet oder mit der bestätigten E-Mail-Adresse der Buchung angemeldet ist, dessen Bewertung trägt das Kennzeichen „Geprüfte Buchung“. Alle anderen bestätigen zuerst ihre E-Mail-Adresse; ohne bezahlte Buchung unter dieser Adresse tragen sie das Kennzeichen „Ohne Buchungsnachweis“, und wir haben dann nicht geprüft, ob die Leistung in Anspruch genommen wurde.',
    `Je Buchung ist eine Bewertung möglich, ohne Buchung je Anbieter und Adresse eine in ${reviewAuthorDays} Tagen. Wer zum Anbieter gehört, darf ihn nicht bewerten. Gute und schlechte Bewertungen behandeln wir gleich; niemand erhält etwas dafür.`,
    'Der Anbieter darf einmal antworten und kann Einspruch einlegen. Wir löschen eine Bewertung nur, wenn sie rechtswidrig ist oder gegen diese Bedingungen verstößt, und nennen die Gründe.',
    'Sie behalten die Rechte an Ihrem Text und erlauben uns unentgeltlich, ihn im Marktplatz zu veröffentlichen, solange er nicht gelöscht ist.',
  ],
})

const conduct: LegalSection = {
  title: '§ 11 Was nicht erlaubt ist',
  blocks: [
    {
      list: [
        'falsche Angaben, Buchungen ohne ernste Absicht und Bewertungen ohne eigene Erfahrung,',
        'beleidigende, diskriminierende, irreführende oder sonst rechtswidrige Inhalte, auch in Beschreibungen und Dateien,',
        'Inhalte, die Rechte anderer verletzen, und personenbezogene Daten Dritter ohne deren Einverständnis,',
        'Schadprogramme, das Umgehen von Sperren und Grenzen sowie das massenhafte Auslesen des Marktplatzes.',
      ],
    },
  ],
}

const moderation = ({ operator }: LegalFacts): LegalSection => ({
  title: '§ 12 Meldungen, Entscheidungen, Beschwerden',
  blocks: [
    'Rechtswidrige Inhalte können Sie an Profilen und Bewertungen mit „Inhalt melden“ anzeigen. Wir bestätigen den Eingang, prüfen zeitnah, sorgfältig und ohne Willkür und teilen unsere Entscheidung mit Gründen mit. Über Inhalte entscheiden bei uns Menschen, keine Programme.',
    'Verstößt jemand gegen das Gesetz oder diese Bedingungen, können wir Inhalte entfernen, Konten sperren oder Buchungen ablehnen. Dabei achten wir auf Schwere, Häufigkeit und Absicht sowie auf die Meinungsfreiheit. Wer offensichtlich unbegründet und häufig meldet, dessen Meldungen können wir nach einer Warnung zeitweise unbearbeitet lassen.',
    `Gegen jede Entscheidung können Sie innerhalb von sechs Monaten kostenfrei Beschwerde einlegen, formlos an [${operator.email}](mailto:${operator.email}). Daneben stehen Ihnen die Gerichte und zertifizierte außergerichtliche Streitbeilegungsstellen (Art. 21 der Verordnung (EU) 2022/2065) offen.`,
  ],
})

const liability = ({ brandName }: LegalFacts): LegalSection => ({
  title: '§ 13 Haftung des Betreibers',
  blocks: [
    'Wir haften unbeschränkt bei Vorsatz und grober Fahrlässigkeit, bei Verletzung von Leben, Körper oder Gesundheit, nach dem Produkthaftungsgesetz und soweit wir eine Garantie übernommen haben.',
    'Bei einfacher Fahrlässigkeit haften wir nur, wenn wir eine wesentliche Vertragspflicht verletzen, also eine, deren Erfüllung den Vertrag erst möglich macht und auf die Sie vertrauen dürfen; die Haftung ist dann auf den vorhersehbaren, vertragstypischen Schaden begrenzt. Im Übrigen ist sie ausgeschlossen. Das gilt auch für unsere Mitarbeitenden und Erfüllungsgehilfen.',
    `Für Leistungen der Anbieter haften diese selbst. ${brandName} kann wegen Wartung oder Störungen zeitweise nicht erreichbar sein.`,
  ],
})

const changes: LegalSection = {
  title: '§ 14 Änderungen',
  blocks: [
    'Für eine Buchung gilt die Fassung vom Tag der Buchung. Ändern wir diese Bedingungen, gilt die neue Fassung für neue Buchungen. Für bestehende Konten gilt sie, wenn Sie ihr zustimmen; stimmen Sie nicht zu, können beide Seiten den Nutzungsvertrag beenden.',
  ],
}

const disputes = ({ operator }: LegalFacts): LegalSection => ({
  title: '§ 15 Streitbeilegung',
  blocks: [disputeStatement(operator.disputeAttitude)],
})

const final: LegalSection = {
  title: '§ 16 Schlussbestimmungen',
  blocks: [
    'Es gilt deutsches Recht ohne das UN-Kaufrecht. Verbraucherinnen und Verbraucher behalten den Schutz der zwingenden Vorschriften des Staates, in dem sie ihren gewöhnlichen Aufenthalt haben. Sind Sie Kaufmann oder juristische Person des öffentlichen Rechts, ist Gerichtsstand unser Sitz.',
    'Ist eine Bestimmung unwirksam, bleibt der Vertrag im Übrigen wirksam; an ihre Stelle tritt die gesetzliche Regelung.',
  ],
}
