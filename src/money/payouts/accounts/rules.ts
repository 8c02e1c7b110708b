import { problemsOf } from '#src/platform/kit/problems.ts'
import { payoutAccountTexts } from './texts.ts'

/** States of the card of direct payouts: not offered, not begun, begun, ready. */
export const payoutAccountStatuses = ['unavailable', 'none', 'pending', 'active'] as const
export type PayoutAccountStatus = (typeof payoutAccountStatuses)[number]

export const payoutAccountProblems = problemsOf('payoutAccounts', {
  unavailable: [409, payoutAccountTexts.unavailable],
  notCompleted: [409, payoutAccountTexts.notCompleted],
  notAnswering: [503, 'Der Zahlungsdienst antwortet gerade nicht. Bitte versuchen Sie es in einigen Minuten erneut.'],
})

/** German names of the PSP's required details, by the first pattern that matches. */
const requirementNames: readonly [RegExp, string][] = [
  [/^external_account/, 'Bankkonto'],
  [/^business_type/, 'Rechtsform'],
  [/^tos_acceptance/, 'Zustimmung zu den Bedingungen des Zahlungsdienstes'],
  [/verification/, 'Nachweis (zum Beispiel Ausweis)'],
  [/address/, 'Anschrift'],
  [/dob/, 'Geburtsdatum'],
  [/phone/, 'Telefonnummer'],
  [/email/, 'E-Mail-Adresse'],
  [/tax_id|vat_id|registration_number/, 'Steuer- oder Registernummer'],
  [/owners|directors|executives|representative/, 'Inhaber und Vertreter'],
  [/name/, 'Name'],
  [/^business_profile|^company/, 'Angaben zur Firma'],
]

/** German names of the details that the PSP still requires, without duplicates. */
export const requirementTexts = (requirements: readonly string[]) => [
  ...new Set(requirements.map((one) => requirementNames.find(([pattern]) => pattern.test(one))?.[1] ?? 'Weitere Angaben')),
]
