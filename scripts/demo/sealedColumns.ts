import { sealPurposes } from '#src/payouts/bank/sealLabels.ts'

/** The columns with sealed texts, and the column each is bound to. In the dump these texts are not encrypted. */
export const sealedColumns = [
  { table: 'bank_details', column: 'sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'bank_changes', column: 'sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'bank_changes', column: 'previous_sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'sepa_files', column: 'sealed', bound: 'id', purpose: sealPurposes.sepaFile },
]
