import type { LegalText } from '#src/foundation/legal/rules.ts'
import { troublePage } from '#src/platform/kit/publicPages.ts'
import { proofLabels, proofLimits } from '#src/supply/companies/verification/proofRules.ts'
import { figureLimits } from './rules.ts'

const recheck = `${proofLimits.months} Monate nach der Prüfung`

/** Page about the badge 'Verifiziert': what is checked, until when, and what it does not say; and how figures of profiles are counted. */
export const verifiedText = (): LegalText => ({
  intro: [
    '„Verifiziert“ heißt: Der Anbieter hat uns Nachweise gezeigt, und wir haben sie geprüft. Was genau, und bis wann es gilt, steht in seinem Profil.',
  ],
  sections: [
    {
      title: 'Was wir prüfen',
      blocks: [
        {
          table: {
            head: ['Nachweis', 'Was wir ansehen', 'Gültig bis'],
            rows: [
              [proofLabels.insurance, 'Police: Firma, Versicherer, Laufzeit', 'Ende der Police'],
              [proofLabels.tradeLicence, 'Firma, Inhaber, Anschrift', recheck],
              [proofLabels.craftRoll, 'Firma, Gewerbe, Handwerkskammer', recheck],
              [proofLabels.identity, 'Bei Einzelpersonen: Name, Geburtsdatum, Anschrift, Steuernummern', recheck],
              [proofLabels.register, 'Bei Gesellschaften: Rechtsform, Vertretung, Registernummer', recheck],
              [proofLabels.firm, 'Bei Gesellschaften ohne Register: Rechtsform, Vertretung, Anschrift', recheck],
            ],
          },
        },
        'Nicht jeder Anbieter zeigt jeden Nachweis. Was im Profil nicht steht, haben wir nicht geprüft. Die Nachweise selbst löschen wir nach der Entscheidung.',
      ],
    },
    {
      title: 'Was nach dem Ende geschieht',
      blocks: [
        'Ein abgelaufener Nachweis steht nicht mehr im Profil. Sind alle Nachweise zum Zeichen abgelaufen, fällt es weg. Das Zeichen fällt auch weg, wenn der Anbieter Namen oder Rechtsform ändert: Geprüft waren die alten.',
        `Vorher, ${proofLimits.remindDays} Tage vor dem Ende, erinnern wir den Anbieter. Steht „ohne Nachweis mit Enddatum“ im Profil, haben wir den Anbieter selbst aufgenommen, und ein Nachweis mit Enddatum liegt uns noch nicht vor.`,
      ],
    },
    {
      title: 'Was „Verifiziert“ nicht heißt',
      blocks: [
        `Es ist keine Garantie für gute Arbeit. Wie andere den Anbieter erlebt haben, lesen Sie in den Bewertungen. Was gilt, wenn etwas nicht klappt, steht unter [${troublePage.title}](${troublePage.path}).`,
      ],
    },
    {
      title: 'Antwortzeit und wiederkehrende Kunden',
      blocks: [
        `Die Antwortzeit rechnen wir aus allen Anfragen der letzten ${figureLimits.days} Tage. In der genannten Zeit wurden mindestens ${figureLimits.answeredShare * 100} % beantwortet; unbeantwortete zählen mit. „Wieder gebucht“ zählt Kunden mit mindestens zwei bezahlten Aufträgen, deren Termin vorbei ist; eine Serie ist ein Auftrag.`,
        `Beides zeigen wir erst ab ${figureLimits.fewest} Anfragen oder Kunden und rechnen es einmal am Tag neu.`,
      ],
    },
  ],
})
