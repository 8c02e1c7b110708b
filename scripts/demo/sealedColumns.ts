import { encryptionPurposes } from '#src/money/payouts/bank/encryptionPurposes.ts'
import { detailsEncryptionPurpose } from '#src/supply/companies/details/encryptionPurpose.ts'
import { taxEncryptionPurpose } from '#src/supply/companies/tax/rules.ts'

/** Columns with encrypted texts, and the column each is bound to. In the dump these texts are not encrypted. */
export const encryptedColumns = [
  { table: 'bank_details', column: 'sealed', bound: 'company_id', purpose: encryptionPurposes.bankDetails },
  { table: 'bank_changes', column: 'sealed', bound: 'company_id', purpose: encryptionPurposes.bankDetails },
  { table: 'bank_changes', column: 'previous_sealed', bound: 'company_id', purpose: encryptionPurposes.bankDetails },
  { table: 'sepa_files', column: 'sealed', bound: 'id', purpose: encryptionPurposes.sepaFile },
  { table: 'tax_reports', column: 'sealed', bound: 'message_ref_id', purpose: encryptionPurposes.taxReport },
  { table: 'business_details', column: 'sealed', bound: 'company_id', purpose: detailsEncryptionPurpose },
  { table: 'tax_profiles', column: 'sealed', bound: 'company_id', purpose: taxEncryptionPurpose },
]
