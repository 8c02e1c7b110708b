import { sealPurposes } from '#src/payouts/bank/sealLabels.ts'

/** Where sealed texts lie in the database, and the column they are bound to: in the dump they lie open. */
export const sealedColumns = [
  { table: 'bank_details', column: 'sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'bank_changes', column: 'sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'bank_changes', column: 'previous_sealed', bound: 'company_id', purpose: sealPurposes.bankDetails },
  { table: 'sepa_files', column: 'sealed', bound: 'id', purpose: sealPurposes.sepaFile },
]
