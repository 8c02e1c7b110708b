import { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import { decryptText, encryptText } from '#src/platform/server/secrets.ts'
import { encryptionPurposes } from './encryptionPurposes.ts'
import type { BankDetails } from './rules.ts'

const purpose = encryptionPurposes.bankDetails
const kept = z.object({ account_holder: z.string(), bank_account: z.string(), bank_code: z.string().nullable() })

type Encryption = Pick<App, 'config' | 'random'>

/**
 * Encrypts holder, IBAN and BIC together, bound to the company: the ciphertext cannot be opened in another company's row
 * (docs/spec.md#at-rest).
 */
export const encryptBank = (app: Encryption, companyId: string, details: BankDetails) =>
  encryptText(app, { purpose, bound: companyId, text: JSON.stringify(details) })

/** Decrypts the bank details of this company. Throws if they were encrypted for another one, or the key is missing. */
export const openBank = (app: Encryption, companyId: string, sealed: string): BankDetails =>
  kept.parse(JSON.parse(decryptText(app, { purpose, bound: companyId, sealed })))
