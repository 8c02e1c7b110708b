import { z } from 'zod'
import { oneLine } from '#src/platform/kit/text.ts'
import { isEmail, typedTexts, writtenEmail } from '#src/platform/kit/typed.ts'

/** Lengths in characters. */
export const senderLimits = { name: { min: 2, max: 100 }, email: 254 } as const

export const senderTexts = {
  name: 'Name muss zwischen 2 und 100 Zeichen lang sein',
  email: typedTexts.email,
} as const

/** Fields of a sender. The name is one line, so that it cannot forge further lines in a mail. */
export const senderFields = {
  name: z
    .string({ error: senderTexts.name })
    .overwrite(oneLine)
    .trim()
    .min(senderLimits.name.min, senderTexts.name)
    .max(senderLimits.name.max, senderTexts.name),
  email: z
    .string({ error: senderTexts.email })
    .overwrite(writtenEmail)
    .max(senderLimits.email, senderTexts.email)
    .refine(isEmail, senderTexts.email),
}
