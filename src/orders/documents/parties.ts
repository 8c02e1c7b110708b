import { oneLine } from '#src/platform/kit/text.ts'
import { readAddress } from '#src/platform/kit/typed.ts'
import type { BillingFacts } from '#src/supply/companies/tax/rules.ts'
import type { DocumentParty } from './facts.ts'

const line = (text: string | null) => oneLine(text ?? '').trim()
const vat = (text: string | null) => line(text).replaceAll(' ', '').toUpperCase() || null

/** Placeholder in the frozen facts for a company's tax number, which is stored encrypted in another table (docs/spec.md#at-rest). */
export const encryptedTaxNumber = '…'

/** A company as a party of a document. */
export const companyParty = (company: BillingFacts): DocumentParty => ({
  id: company.sellerCode,
  name: line(company.name),
  street: line(company.street),
  postcode: line(company.postcode),
  town: line(company.town),
  country: company.country,
  vatId: vat(company.vatId),
  taxNumber: null,
  contactName: line(company.contactPerson),
  phone: line(company.phone),
  email: line(company.email),
})

type Operator = { name: string; address: string; email: string; phone: string; representedBy: string; vatId: string }

/** The operator as a party, from the settings. */
export const operatorParty = (operator: Operator, taxNumber: string): DocumentParty => ({
  id: 'BETREIBER',
  name: line(operator.name),
  ...readAddress(operator.address),
  country: 'DE',
  vatId: vat(operator.vatId),
  taxNumber: line(taxNumber) || null,
  contactName: line(operator.representedBy) || line(operator.name),
  phone: line(operator.phone),
  email: line(operator.email),
})
