import { accountLimits, codeLimits, lifetimes } from '#src/foundation/accounts/rules.ts'
import { methodsChoice } from '#src/money/payments/methods.ts'
import { bankTransit } from '#src/money/payouts/runs/texts.ts'
import { type PlanKey, payoutDay, planKeys, plans } from '#src/money/plans/rules.ts'
import { renewalNote, signupSteps } from '#src/money/plans/signupRules.ts'
import { freeCancellationHours } from '#src/orders/bookings/customerCancelRules.ts'
import { bookingLimits, payableAfterDays } from '#src/orders/bookings/rules.ts'
import { withdrawalDays, withdrawalExemptCategories } from '#src/orders/bookings/withdrawalRules.ts'
import { formatEuro, formatRate } from '#src/platform/kit/money.ts'
import { legalPages, troublePage, verifiedPage } from '#src/platform/kit/publicPages.ts'
import type { MethodsByKind, PayoutWeekday } from '#src/platform/kit/settingOptions.ts'
import { plural } from '#src/platform/kit/text.ts'
import { claimLimits } from '#src/supply/companies/claims/rules.ts'
import { replyWithinHours } from './contactRules.ts'
import { reportPage } from './reportAddressRules.ts'

export type Question = { question: string; answer: readonly string[]; link?: { label: string; to: string } }
export type FaqPart = { title: string; questions: readonly Question[] }
/** Settings that answers depend on; all other figures are constants of the slices that define them. */
export type FaqFacts = { payoutWeekday: PayoutWeekday; firstPayoutHoldDays: number; methods: MethodsByKind }

/** Questions and answers; all figures come from the slices that define them. */
export const faqOf = (facts: FaqFacts): readonly FaqPart[] => [
  { title: 'Für Kundinnen und Kunden', questions: [...aboutBooking(facts), ...aboutChanging, ...aboutContent] },
  { title: 'Für Anbieter', questions: [...aboutPlans, ...aboutPayouts(facts), ...aboutProfile] },
  { title: 'Konto und Hilfe', questions: aboutAccount },
]

const aboutBooking = ({ methods }: FaqFacts): Question[] => [
  {
    question: 'Brauche ich ein Konto, um zu buchen?',
    answer: ['Nein. Suchen, buchen, bezahlen und bewerten können Sie ohne Konto. Es genügt eine E-Mail-Adresse.'],
    link: { label: 'Anbieter suchen', to: '/search' },
  },
  {
    question: 'Wie buche ich eine Dienstleistung?',
    answer: [
      `Öffnen Sie ein Profil und wählen Sie „Jetzt buchen“. Schritt für Schritt geben Sie Termin und Ort an, beschreiben den Auftrag und prüfen alles. Sie können bis zu ${bookingLimits.files} Dateien anhängen.`,
      'Bezahlt wird sofort und sicher beim Zahlungsdienst. Danach bekommen Sie und der Anbieter eine Bestätigung per E-Mail.',
    ],
  },
  {
    question: 'Wie bezahle ich?',
    answer: [
      `Mit ${methodsChoice(methods.direct)}. Sie bezahlen beim Zahlungsdienst; Ihre Zahlungsdaten sehen weder wir noch der Anbieter.`,
      `Bei Anfragen zahlen Sie mit ${methodsChoice(methods.held)}: Der Betrag wird reserviert und erst abgebucht, wenn der Anbieter zusagt.`,
    ],
  },
  {
    question: 'Was kostet mich eine Buchung?',
    answer: ['Sie zahlen den Betrag, den Sie vor dem Bezahlen sehen, und sonst nichts. Die Provision trägt der Anbieter.'],
  },
]

const aboutChanging: Question[] = [
  {
    question: 'Kann ich eine Buchung stornieren?',
    answer: [
      `Ja. Bis ${freeCancellationHours} Stunden vor dem Termin stornieren Sie kostenfrei und bekommen den vollen Betrag zurück. Den Link zu Ihrer Buchung finden Sie in der Bestätigung per E-Mail.`,
      'Danach können Sie nicht mehr selbst stornieren: Sprechen Sie dann bitte mit dem Anbieter oder mit uns. Ihr gesetzliches Widerrufsrecht bleibt davon unberührt.',
    ],
    link: { label: troublePage.title, to: troublePage.path },
  },
  {
    question: 'Kann ich einen Vertrag widerrufen?',
    answer: [
      `Verbraucherinnen und Verbraucher können innerhalb von ${withdrawalDays} Tagen ohne Gründe widerrufen. Bei ${withdrawalExemptCategories.join(' und ')} mit festem Termin besteht kein Widerrufsrecht.`,
      'Für den Widerruf brauchen Sie kein Konto. Sie bekommen sofort eine Bestätigung per E-Mail.',
    ],
    link: { label: legalPages.withdrawal.title, to: legalPages.withdrawal.path },
  },
  {
    question: 'Wann habe ich mein Geld zurück?',
    answer: [
      'Nach einer Stornierung oder einem Widerruf geht der Betrag dorthin zurück, womit Sie bezahlt haben. Das dauert je nach Bank einige Werktage. Haben Sie auf Rechnung gekauft, wird Ihre Rechnung gekürzt.',
    ],
  },
]

const aboutContent: Question[] = [
  {
    question: 'Was bedeutet „Verifiziert“?',
    answer: ['Wir haben den Anbieter geprüft. Welche Nachweise wir gesehen haben, und bis wann sie gelten, steht in seinem Profil.'],
    link: { label: verifiedPage.title, to: verifiedPage.path },
  },
  {
    question: 'Sind die Bewertungen echt?',
    answer: [
      '„Geprüfte Buchung“ heißt: Die Bewertung gehört zu einer bezahlten Buchung bei diesem Anbieter. Alle anderen tragen den Hinweis „Ohne Buchungsnachweis“ und erscheinen erst, wenn ihre E-Mail-Adresse bestätigt ist.',
    ],
  },
  {
    question: 'Wie melde ich einen unzulässigen Inhalt?',
    answer: [
      'An jedem Profil und jeder Bewertung steht „Inhalt melden“. Wir prüfen jede Meldung und teilen Ihnen die Entscheidung mit Gründen mit.',
    ],
    link: { label: 'Inhalt melden', to: reportPage },
  },
]

const costOf = (plan: PlanKey) =>
  `${plans[plan].name} kostet ${formatEuro(plans[plan].priceCents)} im Monat, die Provision beträgt ${formatRate(plans[plan].commissionBasisPoints)} je bezahlter Buchung.`

const aboutPlans: Question[] = [
  {
    question: 'Was kostet es, Anbieter zu sein?',
    answer: [planKeys.map(costOf).join(' '), 'Alle Preise sind Endpreise. Der Plan ändert nichts an der Reihenfolge in der Suche.'],
    link: { label: 'Anbieter werden', to: '/provider-signup' },
  },
  {
    question: 'Wie registriere ich meine Firma?',
    answer: [
      `In ${signupSteps.length} Schritten: ${signupSteps.join(', ')}. Sobald die erste Zahlung bestätigt ist, steht Ihre Firma in der Suche.`,
    ],
  },
  { question: 'Wie kündige ich?', answer: [`${renewalNote} Bis dahin bleibt alles, wie es ist.`] },
]

const aboutPayouts = ({ payoutWeekday, firstPayoutHoldDays }: FaqFacts): Question[] => [
  {
    question: 'Wann bekomme ich mein Geld?',
    answer: [
      `${planKeys.map((plan) => `Mit ${plans[plan].name} zahlen wir ${payoutDay(plans[plan].payout, payoutWeekday)} aus`).join('. ')}. Bis der Betrag auf Ihrem Konto steht, vergehen ${bankTransit}.`,
      `Eine Buchung ist ab ${plural(payableAfterDays, 'Tag', 'Tagen')} nach dem Termin an der Reihe.${firstPayoutHoldDays > 0 ? ` Ihre erste Auszahlung wartet ${plural(firstPayoutHoldDays, 'Tag', 'Tage')} ab der ersten bezahlten Buchung.` : ''}`,
    ],
  },
]

const aboutProfile: Question[] = [
  {
    question: `Wozu ist der ${claimLimits.digits}-stellige Code?`,
    answer: [
      `Haben wir Ihr Profil angelegt, bekommen Sie per E-Mail einen ${claimLimits.digits}-stelligen Code. Damit übernehmen Sie das Profil im Dashboard in Ihr eigenes Konto. Er gilt ${claimLimits.days} Tage und nur einmal. Nach ${claimLimits.tries} falschen Versuchen brauchen Sie einen neuen.`,
    ],
    link: { label: 'Zum Dashboard', to: '/dashboard' },
  },
  {
    question: 'Kann ich auf Bewertungen antworten?',
    answer: ['Ja, im Dashboard einmal auf jede Bewertung. Halten Sie eine für unzulässig, können Sie dort Einspruch einlegen.'],
  },
]

const aboutAccount: Question[] = [
  {
    question: `Warum fragt das Dashboard nach einem ${accountLimits.codeDigits}-stelligen Code?`,
    answer: [
      `Damit niemand mit einem fremden Passwort an Ihre Buchungen und Bankdaten kommt. Wir schicken den ${accountLimits.codeDigits}-stelligen Code an die Adresse Ihres Kontos. Er gilt ${lifetimes.codeMinutes} Minuten und ${codeLimits.tries} Versuche, danach fordern Sie einen neuen an.`,
    ],
  },
  {
    question: 'Ich habe mein Passwort vergessen. Was jetzt?',
    answer: [
      `Wählen Sie bei der Anmeldung „Passwort vergessen?“. Der Link in der E-Mail gilt ${lifetimes.resetMinutes} Minuten. Nach ${accountLimits.failuresBeforeLock} falschen Versuchen ist die Anmeldung ${accountLimits.lockMinutes} Minuten gesperrt, ein neues Passwort hebt die Sperre auf.`,
    ],
    link: { label: 'Zur Anmeldung', to: '/auth' },
  },
  {
    question: 'Wie schnell antwortet der Support?',
    answer: [`Innerhalb von ${replyWithinHours} Stunden, per E-Mail.`],
  },
]

/** Structured data of the questions for search engines. */
export const faqData = (parts: readonly FaqPart[]) => ({
  '@type': 'FAQPage',
  mainEntity: parts.flatMap(({ questions }) =>
    questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  ),
})
