import { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import { openSealed, sealText } from '#src/platform/server/secrets.ts'
import type { BankDetails } from './rules.ts'
import { sealPurposes } from './sealLabels.ts'

const purpose = sealPurposes.bankDetails
const kept = z.object({ account_holder: z.string(), bank_account: z.string(), bank_code: z.string().nullable() })

type Sealing = Pick<App, 'config' | 'random'>

/**
 * Encrypts holder, IBAN and BIC together, bound to the company: the ciphertext cannot be opened in another company's row
 * (docs/spec.md#at-rest).
 */
export const sealBank = (app: Sealing, companyId: string, details: BankDetails) =>
  sealText(app, { purpose, bound: companyId, text: JSON.stringify(details) })

/** Decrypts the bank details of this company. Throws if they were encrypted for another one, or the key is missing. */
export const openBank = (app: Sealing, companyId: string, sealed: string): BankDetails =>
  kept.parse(JSON.parse(openSealed(app, { purpose, bound: companyId, sealed })))
