import { sealPurposes } from '#src/money/payouts/bank/sealLabels.ts'
import { detailsSealPurpose } from '#src/supply/companies/details/sealPurpose.ts'
import { taxSealPurpose } from '#src/supply/companies/tax/rules.ts'

/** The columns with sealed texts, and the column each is bound to. In the dump these texts are not encrypted. */
export const sealedColumns = [
  { table: 'bank_details', column: 'sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'bank_changes', column: 'sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'bank_changes', column: 'previous_sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'sepa_files', column: 'sealed', bound: 'id', purpose: sealPurposes.sepaFile },
  { table: 'tax_reports', column: 'sealed', bound: 'message_ref_id', purpose: sealPurposes.taxReport },
  { table: 'business_details', column: 'sealed', bound: 'company_id', purpose: detailsSealPurpose },
  { table: 'tax_profiles', column: 'sealed', bound: 'company_id', purpose: taxSealPurpose },
]
