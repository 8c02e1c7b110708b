import { z } from 'zod'
import type { App } from '#src/server/app.ts'
import { openSealed, sealText } from '#src/server/secrets.ts'
import type { BankDetails } from './rules.ts'
import { sealPurposes } from './sealLabels.ts'

const purpose = sealPurposes.bankDetails
const kept = z.object({ account_holder: z.string(), bank_account: z.string(), bank_code: z.string().nullable() })

type Sealing = Pick<App, 'config' | 'random'>

/**
 * Holder, IBAN and BIC as they lie in the database: encrypted together, worth nothing in the row of another company (docs/spec.md#at-rest).
 */
export const sealBank = (app: Sealing, companyId: string, details: BankDetails) =>
  sealText(app, { purpose, bound: companyId, text: JSON.stringify(details) })

/** What `sealBank` sealed for this company. Throws when it was for another one, or its key is gone. */
export const openBank = (app: Sealing, companyId: string, sealed: string): BankDetails =>
  kept.parse(JSON.parse(openSealed(app, { purpose, bound: companyId, sealed })))
