import { z } from 'zod'
import { companyForm } from '#src/companies/registerRules.ts'
import { planKeys } from './rules.ts'

/** Texts of specification 5 and 8, "Provider registration", to the letter. */
export const signupTexts = {
  planMissing: 'Bitte wählen Sie einen Plan aus.',
  signInNeeded: 'Sie müssen angemeldet sein, um eine Firma zu registrieren.',
  companyFailed: 'Firma konnte nicht erstellt werden',
  checkoutFailed: 'Checkout-Session konnte nicht erstellt werden',
} as const

/** Texts of specification 8, the subscription's return page, to the letter. */
export const subscriptionReturnTexts = {
  addressInvalid: 'Ungültige URL',
  companyMissing: 'Firma-ID nicht gefunden. Bitte registrieren Sie sich erneut.',
  verifyFailed: 'Zahlungsverifikation fehlgeschlagen',
  companyUnreadable: 'Firma-Daten konnten nicht abgerufen werden',
} as const

export const planChoice = z.enum(planKeys, { error: signupTexts.planMissing })

/** The registration of specification 3: a plan and a company's own fields. */
export const signupRequest = z.object({ plan: planChoice, company: companyForm })
