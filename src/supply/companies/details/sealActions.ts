import { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import { openSealed, sealText } from '#src/platform/server/secrets.ts'
import type { Details } from './rules.ts'
import { detailsSealPurpose } from './sealPurpose.ts'

const textOrNull = z.string().nullable().default(null)
/** Details that are stored together as one encrypted text. */
const sealedPart = z.object({
  firstName: textOrNull,
  lastName: textOrNull,
  birthDate: textOrNull,
  birthPlace: textOrNull,
  taxId: textOrNull,
  homeStreet: textOrNull,
  homePostcode: textOrNull,
  homeTown: textOrNull,
})
type Sealed = z.output<typeof sealedPart>
type Sealing = Pick<App, 'config' | 'random'>

export const sealPerson = (app: Sealing, companyId: string, details: Details) =>
  sealText(app, { purpose: detailsSealPurpose, bound: companyId, text: JSON.stringify(sealedPart.parse(details)) })

/** Decrypts the details of this company; all empty for null. Throws if they were encrypted for another company, or the key is missing. */
export const openPerson = (app: Sealing, companyId: string, sealed: string | null): Sealed =>
  sealedPart.parse(sealed === null ? {} : JSON.parse(openSealed(app, { purpose: detailsSealPurpose, bound: companyId, sealed })))
