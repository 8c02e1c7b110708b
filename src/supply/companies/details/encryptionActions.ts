import { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import { decryptText, encryptText } from '#src/platform/server/secrets.ts'
import { detailsEncryptionPurpose } from './encryptionPurpose.ts'
import type { Details } from './rules.ts'

const textOrNull = z.string().nullable().default(null)
/** Details that are stored together as one encrypted text. */
const encryptedPart = z.object({
  firstName: textOrNull,
  lastName: textOrNull,
  birthDate: textOrNull,
  birthPlace: textOrNull,
  taxId: textOrNull,
  homeStreet: textOrNull,
  homePostcode: textOrNull,
  homeTown: textOrNull,
})
type EncryptedPart = z.output<typeof encryptedPart>
type Encryption = Pick<App, 'config' | 'random'>

export const encryptPerson = (app: Encryption, companyId: string, details: Details) =>
  encryptText(app, { purpose: detailsEncryptionPurpose, bound: companyId, text: JSON.stringify(encryptedPart.parse(details)) })

/** Decrypts the details of this company; all empty for null. Throws if they were encrypted for another company, or the key is missing. */
export const openPerson = (app: Encryption, companyId: string, sealed: string | null): EncryptedPart =>
  encryptedPart.parse(sealed === null ? {} : JSON.parse(decryptText(app, { purpose: detailsEncryptionPurpose, bound: companyId, sealed })))
