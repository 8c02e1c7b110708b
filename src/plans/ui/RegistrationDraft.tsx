import { emptyImprint, imprintLabels } from '#src/companies/imprint/texts.ts'
import type { PlanKey } from '../rules.ts'

/** Steps count from 0; the first is done by whoever is signed in. */
export const steps = { account: 0, plan: 1, company: 2, payment: 3 } as const
export const headingId = 'signup-step'
/** The fields' ids are `signup-email`, and so on. */
export const fieldPrefix = 'signup'
/** Both plans, with what is said about them. */
export const planChoiceId = 'signup-plan'
/** The first choice of the plan, where the focus goes when none was made. */
export const planFieldId = 'signup-plan-basic'

/** The company's fields in the order of the form, with their labels; the star is the sign of a required one. */
export const companyLabels = {
  company_name: 'Firmenname *',
  category: 'Kategorie *',
  description: 'Beschreibung *',
  location: 'Standort *',
  postcode: 'PLZ',
  town: 'Ort',
  service_radius_km: 'Einsatzradius',
  contact_person: 'Ansprechpartner *',
  email: 'E-Mail *',
  phone: 'Telefon *',
  website: 'Website',
  hourly_rate: 'Stundensatz',
  ...imprintLabels,
} as const
export type CompanyField = keyof typeof companyLabels
export const companyFieldNames = Object.keys(companyLabels).filter((name): name is CompanyField => name in companyLabels)
/** A field's label without the star. */
export const plainLabel = (name: CompanyField) => companyLabels[name].replace(' *', '')

export type CompanyTexts = Record<CompanyField, string>
export type CompanyFaults = Partial<CompanyTexts>
export type RegistrationDraft = { plan: PlanKey | null; step: number; company: CompanyTexts }

/** Nothing typed yet; the account's address is most often the company's, too. */
export const emptyDraft = (email: string): RegistrationDraft => ({
  plan: null,
  step: steps.plan,
  company: {
    company_name: '',
    category: '',
    description: '',
    location: '',
    postcode: '',
    town: '',
    service_radius_km: '',
    contact_person: '',
    email,
    phone: '',
    website: '',
    hourly_rate: '',
    ...emptyImprint,
  },
})
