import { legalPages } from '#src/platform/kit/publicPages.ts'
import { fullName, operatorLine } from './imprint.ts'
import type { LegalFacts, LegalSection, LegalText } from './rules.ts'

type Facts = Pick<LegalFacts, 'brandName' | 'publicUrl' | 'operator' | 'withdrawalExempt'>

/**
 * Statutory model for services (Anlage 1 zu Art. 246a § 1 Abs. 2 Satz 2 EGBGB) with the sentence on the withdrawal function, and the model
 * form (Anlage 2). The statutory sentences must not be changed.
 */
export const withdrawalPolicyText = (facts: Facts): LegalText => ({
  intro: [
    'Verbraucherinnen und Verbraucher haben bei Buchungen über diesen Marktplatz ein gesetzliches Widerrufsrecht. Verbraucher ist jede natürliche Person, die ein Rechtsgeschäft zu Zwecken abschließt, die überwiegend weder ihrer gewerblichen noch ihrer selbständigen beruflichen Tätigkeit zugerechnet werden können (§ 13 BGB).',
    `Ihr Vertragspartner ist der Anbieter, der in Ihrer Buchung genannt ist. „Uns“ und „wir“ in dieser Belehrung meint diesen Anbieter; ${facts.operator.name} nimmt den Widerruf für ihn entgegen und zahlt für ihn zurück.`,
  ],
  sections: [right(facts), consequences, expiry(facts), form(facts)],
})

const right = ({ operator, publicUrl }: Facts): LegalSection => ({
  title: 'Widerrufsrecht',
  blocks: [
    'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen.',
    'Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.',
    `Um Ihr Widerrufsrecht auszuüben, müssen Sie uns (dem in Ihrer Buchung genannten Anbieter, Empfangsstelle: ${operatorLine(operator)}) mittels einer eindeutigen Erklärung (z. B. ein mit der Post versandter Brief oder eine E-Mail) über Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie können dafür das beigefügte Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist.`,
    `Sie können Ihr Widerrufsrecht auch online unter [${new URL(legalPages.withdrawal.path, publicUrl).href}](${legalPages.withdrawal.path}) ausüben. Wenn Sie diese Online-Funktion nutzen, übermitteln wir Ihnen unverzüglich auf einem dauerhaften Datenträger (z. B. per E-Mail) eine Eingangsbestätigung mit dem Inhalt der Widerrufserklärung sowie dem Datum und der Uhrzeit ihres Eingangs.`,
    'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
  ],
})

const consequences: LegalSection = {
  title: 'Folgen des Widerrufs',
  blocks: [
    'Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen, die wir von Ihnen erhalten haben, einschließlich der Lieferkosten (mit Ausnahme der zusätzlichen Kosten, die sich daraus ergeben, dass Sie eine andere Art der Lieferung als die von uns angebotene, günstigste Standardlieferung gewählt haben), unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag zurückzuzahlen, an dem die Mitteilung über Ihren Widerruf dieses Vertrags bei uns eingegangen ist. Für diese Rückzahlung verwenden wir dasselbe Zahlungsmittel, das Sie bei der ursprünglichen Transaktion eingesetzt haben, es sei denn, mit Ihnen wurde ausdrücklich etwas anderes vereinbart; in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet.',
    'Haben Sie verlangt, dass die Dienstleistungen während der Widerrufsfrist beginnen sollen, so haben Sie uns einen angemessenen Betrag zu zahlen, der dem Anteil der bis zu dem Zeitpunkt, zu dem Sie uns von der Ausübung des Widerrufsrechts hinsichtlich dieses Vertrags unterrichten, bereits erbrachten Dienstleistungen im Vergleich zum Gesamtumfang der im Vertrag vorgesehenen Dienstleistungen entspricht.',
  ],
}

const expiry = ({ withdrawalExempt }: Facts): LegalSection => ({
  title: 'Ausnahmen und vorzeitiges Erlöschen',
  blocks: [
    `Das Widerrufsrecht besteht nicht bei Verträgen zur Beförderung von Waren und zur Lieferung von Speisen und Getränken, wenn der Vertrag für die Erbringung einen spezifischen Termin oder Zeitraum vorsieht (§ 312g Abs. 2 Nr. 9 BGB). Das betrifft Buchungen in den Kategorien ${withdrawalExempt.join(' und ')}, soweit sie solche Leistungen zum Gegenstand haben.`,
    'Das Widerrufsrecht erlischt, wenn die Dienstleistung vollständig erbracht ist und die Ausführung erst begonnen hat, nachdem Sie ausdrücklich zugestimmt haben, dass wir vor Ablauf der Widerrufsfrist beginnen, und Sie Ihre Kenntnis davon bestätigt haben, dass Sie Ihr Widerrufsrecht mit vollständiger Vertragserfüllung verlieren (§ 356 Abs. 4 BGB). Liegt Ihr Termin in der Widerrufsfrist, fragen wir Sie danach vor der Bestellung.',
    'Fällt der letzte Tag der Frist auf einen Samstag, Sonntag oder Feiertag, endet sie mit dem nächsten Werktag.',
    'Unabhängig vom Widerrufsrecht können Sie viele Buchungen kostenfrei stornieren, siehe [AGB für Kundinnen und Kunden](/agb).',
  ],
})

const form = ({ operator, brandName }: Facts): LegalSection => ({
  title: 'Muster-Widerrufsformular',
  blocks: [
    '(Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.)',
    {
      form: [
        `An ${fullName(operator)} (${brandName}), ${operator.address}, E-Mail ${operator.email}, für den Anbieter:`,
        'Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über die Erbringung der folgenden Dienstleistung (*) / den Kauf der folgenden Waren (*), Buchungsnummer:',
        'Bestellt am (*) / erhalten am (*):',
        'Name des/der Verbraucher(s):',
        'Anschrift des/der Verbraucher(s):',
        'Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier):',
        'Datum:',
      ],
    },
    '(*) Unzutreffendes streichen.',
  ],
})
