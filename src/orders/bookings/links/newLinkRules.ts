import { z } from 'zod'
import { isEmail, writtenEmail } from '#src/platform/kit/typed.ts'
import { bookingLimits, bookingTexts } from '../rules.ts'

export const newLinkTexts = {
  title: 'Ihre Buchung öffnen',
  help: 'Wir schicken Ihnen einen neuen Link an die E-Mail-Adresse, mit der Sie gebucht haben.',
  numberHint: 'Acht Zeichen, sie stehen in jeder E-Mail zu Ihrer Buchung.',
  number: 'Bitte geben Sie die acht Zeichen der Buchungsnummer ein',
  send: 'Neuen Link anfordern',
  requested: 'Link angefordert',
  requestedHelp: 'Wenn Buchungsnummer und E-Mail-Adresse zusammengehören, ist der neue Link gleich in Ihrem Postfach.',
  failed: 'Der Link konnte nicht angefordert werden',
} as const

/** Booking number as typed: the 8 characters of mails and screens, or the whole id. */
const bookingNumber = z
  .string({ error: newLinkTexts.number })
  .transform((typed) => typed.replace(/[\s#]/g, '').toLowerCase())
  .pipe(z.string().regex(/^([0-9a-f]{8}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, newLinkTexts.number))
  .transform((number) => number.slice(-8))

/** Request of a customer who lost the link. */
export const newLinkRequest = z.object({
  number: bookingNumber,
  email: z
    .string({ error: bookingTexts.email })
    .overwrite(writtenEmail)
    .max(bookingLimits.email, bookingTexts.email)
    .refine(isEmail, bookingTexts.email),
})
export type NewLinkRequest = z.infer<typeof newLinkRequest>

/** New links per hour: per client address, and per recipient's address. */
export const newLinkLimits = {
  perIp: { max: 10, windowSeconds: 3_600 },
  perAddress: { max: 3, windowSeconds: 3_600 },
} as const
