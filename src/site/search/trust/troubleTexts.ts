import type { LegalSection, LegalText } from '#src/foundation/legal/rules.ts'
import { objectionMs } from '#src/orders/appointments/actRules.ts'
import { movesAllowed } from '#src/orders/appointments/moveRules.ts'
import { policyRows } from '#src/orders/appointments/refundRules.ts'
import { complaintLimits } from '#src/orders/bookings/complaints/rules.ts'
import { freeCancellationHours } from '#src/orders/bookings/customerCancelRules.ts'
import { payableAfterDays } from '#src/orders/bookings/rules.ts'
import { withdrawalDays, withdrawalExemptCategories, withdrawalRefundDays } from '#src/orders/bookings/withdrawalRules.ts'
import { payAgainMs } from '#src/orders/requests/rules.ts'
import { estimateTexts } from '#src/orders/requests/texts.ts'
import { legalPages, verifiedPage } from '#src/platform/kit/publicPages.ts'
import { policies } from '#src/platform/kit/settingOptions.ts'
import { plural } from '#src/platform/kit/text.ts'
import { replyWithinHours, supportPage } from '#src/site/support/contactRules.ts'
import { policyLabels } from '#src/supply/calendars/hours/policyLabels.ts'

/** Settings of the operator that the deadlines depend on; everything else is a constant of its slice. */
export type TroubleFacts = { answerHours: number; newHoldDays: number; newBookings: number; newDays: number }

const { days, reports, companyAnswerHours, customerAnswerDays } = complaintLimits
const hours = (milliseconds: number) => `${(milliseconds / 3_600_000).toLocaleString('de-DE')} Stunden`

/** Page 'Wenn etwas schiefgeht': what happens, with sums and deadlines, all of them from the rules that apply. */
export const troubleText = (facts: TroubleFacts): LegalText => ({
  intro: [
    'Sie zahlen an uns, nicht direkt an den Anbieter. Geht etwas schief, gilt das hier. Ihre gesetzlichen Rechte bleiben daneben bestehen.',
    { table: { head: ['Was passiert', 'Was Sie bekommen'], rows: overview(facts) } },
  ],
  sections: [noShow, badWork, calledOff, cancelling, missed, price, unanswered(facts), withdrawal, refunds, payout(facts), dispute],
})

const overview = ({ answerHours }: TroubleFacts) => [
  ['Der Anbieter sagt ab', 'Alles zurück'],
  ['Der Anbieter kommt nicht oder arbeitet schlecht', `Sie melden es ${plural(days, 'Tag', 'Tage')} lang. Bis zu alles zurück`],
  [`Sie sagen mehr als ${freeCancellationHours} Stunden vorher ab`, 'Alles zurück, bei Anbietern mit festerer Regel einen Teil'],
  ['Der Preis soll höher werden', 'Ohne Ihre Zustimmung zahlen Sie nicht mehr'],
  [`Auf Ihre Anfrage kommt in ${answerHours} Stunden keine Antwort`, 'Es wird nichts abgebucht'],
  [
    `Sie widerrufen innerhalb von ${withdrawalDays} Tagen`,
    'Alles zurück, abzüglich schon erbrachter Arbeit, die Sie so früh verlangt haben',
  ],
]

const noShow: LegalSection = {
  title: 'Der Anbieter kommt nicht oder zu spät',
  blocks: [
    'Öffnen Sie Ihre Buchung über den Link in der Bestätigung oder unter [Meine Buchungen](/meine-buchungen) und wählen Sie „Problem melden“.',
    {
      list: [
        `Melden können Sie ab dem Beginn des Termins, ${plural(days, 'Tag', 'Tage')} lang.`,
        'Solange Ihre Meldung offen ist, zahlen wir diese Buchung nicht an den Anbieter aus.',
        `Der Anbieter hat ${companyAnswerHours} Stunden für seine Antwort. Antwortet er nicht, entscheiden wir.`,
        `Bietet er alles Geld zurück, ist der Fall damit erledigt. Sonst haben Sie ${plural(customerAnswerDays, 'Tag', 'Tage')}, um anzunehmen oder abzulehnen. Lehnen Sie ab oder reagieren Sie nicht, entscheiden wir.`,
        'Unsere Entscheidung lautet: nichts, ein Teil oder alles zurück. Beide Seiten lesen die Begründung.',
      ],
    },
  ],
}

const badWork: LegalSection = {
  title: 'Die Arbeit ist schlecht oder unvollständig',
  blocks: [
    `Es gilt derselbe Weg mit denselben Fristen. Sie können sagen, was Sie wollen: nachbessern, einen Teil oder alles zurück. Zu einer Buchung sind ${reports} Meldungen möglich, eine zur Zeit.`,
    `Zurück gibt es höchstens, was Sie gezahlt haben. Für Schäden darüber hinaus haftet der Anbieter selbst. Ob wir seine Betriebshaftpflicht geprüft haben, steht in seinem Profil: [${verifiedPage.title}](${verifiedPage.path})`,
  ],
}

const calledOff: LegalSection = {
  title: 'Der Anbieter sagt ab oder will verschieben',
  blocks: [
    'Sagt der Anbieter ab, bekommen Sie den vollen Betrag zurück. Einen Teil behalten kann er nicht.',
    'Schlägt er einen anderen Termin vor, entscheiden Sie. Ohne Ihre Zustimmung bleibt es beim vereinbarten Termin.',
  ],
}

const cancelling: LegalSection = {
  title: 'Sie sagen ab',
  blocks: [
    'Jeder Anbieter mit Kalender hat eine von drei Regeln. Welche gilt, steht vor der Bestellung unter „Stornieren“ und auf der Seite Ihrer Buchung. Es zählt die Regel vom Tag der Bestellung.',
    ...policies.map((policy) => ({
      table: { head: [policyLabels[policy].label, 'Sie bekommen'], rows: policyRows(policy).map((row) => [...row]) },
    })),
    `Ohne Kalender gilt: bis ${freeCancellationHours} Stunden vorher alles zurück, danach nach Absprache mit dem Anbieter.`,
    `Solange Sie kostenlos absagen können, dürfen Sie den Termin bei Anbietern mit Kalender stattdessen verschieben, bis zu ${movesAllowed}-mal.`,
    'Solange Ihr Widerrufsrecht läuft, bekommen Sie vor dem Termin auch bei einer späten Absage alles zurück.',
  ],
}

const missed: LegalSection = {
  title: 'Der Anbieter sagt, Sie waren nicht da',
  blocks: [
    `Dann bekommen Sie eine E-Mail und können ${hours(objectionMs)} lang widersprechen. Bis dahin, und bis wir über Ihren Widerspruch entschieden haben, wird nichts ausgezahlt.`,
  ],
}

const price: LegalSection = {
  title: 'Der Preis soll höher werden',
  blocks: [
    {
      list: [
        'Festpreis: Es bleibt bei dem Preis, den Sie bestellt haben.',
        'Nach Stunden: Abgerechnet werden höchstens die gebuchten Stunden. Was nicht gebraucht wurde, erstatten wir.',
        `„ab“-Preis: ${estimateTexts.hint}`,
        'Nennt der Anbieter einen höheren Preis, muss er ihn begründen. Lehnen Sie ab oder antworten Sie nicht, endet die Anfrage, und es wird nichts abgebucht.',
        `Nehmen Sie ihn an, bezahlen Sie den neuen Preis. Der Termin bleibt dafür ${hours(payAgainMs)} reserviert.`,
      ],
    },
  ],
}

const unanswered = ({ answerHours }: TroubleFacts): LegalSection => ({
  title: 'Der Anbieter antwortet nicht auf Ihre Anfrage',
  blocks: [
    `Er hat höchstens ${answerHours} Stunden. Danach verfällt die Anfrage, und der reservierte Betrag wird frei. Abgebucht wird nichts. Bis zur Antwort können Sie die Anfrage jederzeit zurückziehen.`,
  ],
})

const withdrawal: LegalSection = {
  title: 'Sie widerrufen',
  blocks: [
    `Als Verbraucherin oder Verbraucher widerrufen Sie innerhalb von ${withdrawalDays} Tagen nach der Bestellung ohne Gründe: [${legalPages.withdrawal.title}](${legalPages.withdrawal.path}). Das Geld erstatten wir spätestens ${withdrawalRefundDays} Tage danach.`,
    `Haben Sie verlangt, dass der Anbieter früher beginnt, zahlen Sie den Teil, der schon erbracht ist. Ist alles erbracht, erlischt das Recht. Bei ${withdrawalExemptCategories.join(' und ')} mit festem Termin besteht es nicht. Genaues steht in der [${legalPages.withdrawalPolicy.title}](${legalPages.withdrawalPolicy.path}).`,
  ],
}

const refunds: LegalSection = {
  title: 'Wann Sie Ihr Geld haben',
  blocks: [
    'Erstattungen geben wir sofort in Auftrag, auf das Zahlungsmittel, mit dem Sie bezahlt haben. Sie bekommen dazu eine E-Mail. Bis der Betrag auf Ihrem Konto steht, dauert es je nach Bank einige Werktage. Gebühren ziehen wir nicht ab.',
  ],
}

const payout = ({ newHoldDays, newBookings, newDays }: TroubleFacts): LegalSection => ({
  title: 'Wann der Anbieter sein Geld bekommt',
  blocks: [
    `Frühestens ${plural(payableAfterDays, 'Tag', 'Tage')} nach dem Termin.`,
    ...(newHoldDays > 0
      ? [
          `Neue Anbieter warten ${plural(newHoldDays, 'Tag', 'Tage')} länger: bei den ersten ${newBookings} Buchungen und in den ersten ${newDays} Tagen.`,
        ]
      : []),
    `Melden Sie ein Problem deshalb am besten sofort. Ist schon ausgezahlt, bleibt Ihre Meldung möglich; wir fordern das Geld dann vom Anbieter zurück.`,
  ],
})

const dispute: LegalSection = {
  title: 'Wir werden uns nicht einig',
  blocks: [
    `Schreiben Sie unserem [Support](${supportPage}). Wir antworten innerhalb von ${replyWithinHours} Stunden. Unsere Entscheidung betrifft nur das Geld, das über uns gezahlt wurde; der Weg zum Gericht steht Ihnen immer offen. Ob wir an einer Schlichtung teilnehmen, steht im [${legalPages.imprint.title}](${legalPages.imprint.path}).`,
  ],
}
