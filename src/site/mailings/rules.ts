import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import { isEmail, writtenEmail } from '#src/platform/kit/typed.ts'
import { mailingTexts, optOutTexts, type RecipientError } from './texts.ts'

export const mailingProblems = problemsOf('mailings', {
  nobody: [409, mailingTexts.nobody],
  isRunning: [409, 'Es läuft bereits eine Rund-Mail. Bitte warten Sie, bis sie abgeschlossen ist.'],
  unknown: [404, 'Diese Rund-Mail ist unbekannt.'],
  notRunning: [409, 'Diese Rund-Mail läuft nicht mehr.'],
  restWaits: [409, 'Diese Rund-Mail wurde angehalten. Bitte setzen Sie sie zuerst fort.'],
  nothingLeft: [409, 'Hier ist nichts mehr zu senden.'],
  recipientsChanged: [409, 'Die Zahl der Empfänger hat sich geändert. Bitte prüfen Sie die Vorschau noch einmal.'],
  recipientUnknown: [404, 'Diese Adresse gehört zu keinem Anbieter.'],
  optedOut: [409, 'Dieser Anbieter hat Rund-Mails abbestellt.'],
  linkMissing: [400, optOutTexts.linkMissing],
  linkUnknown: [404, optOutTexts.linkUnknown],
})

/** Limits of a mailing: lengths in characters, times in the unit of the name. */
export const mailingLimits = {
  subject: 150,
  message: 10_000,
  /** Pause between two mails (docs/spec.md#mailings). As with every limit, LIMITS_FACTOR shortens it outside production only. */
  pauseMs: 1_000,
  /** Pauses after temporary refusals; after the last retry the mail has failed. */
  retrySeconds: [60, 300, 900],
  /** Maximum of attempts per mail while the mail server is unreachable, and the pauses between them. */
  mostAttempts: 20,
  unreachableSeconds: { first: 15, most: 60 },
  /** Duration of the sender's lease, and interval of its renewal; another sender continues after it has expired. */
  leaseSeconds: 6,
  renewSeconds: 2,
  /** Time for which one job sends before the next one continues, so that a shutdown does not wait for a whole mailing. */
  sliceSeconds: 4,
  watchSeconds: 3,
  /** Retention of mailings with their addresses, in days. */
  retentionDays: 400,
} as const

/** High, because mail providers post the opt-outs of many people from the same address. */
export const optOutRates = { perIp: { max: 3_000, windowSeconds: 3_600 } } as const

const needed = (text: string) => z.string({ error: text }).trim().min(1, text)

/** Form of a mailing. The subject is one line. */
export const mailingForm = z.object({
  subject: z
    .string({ error: mailingTexts.incomplete })
    .transform((typed) => oneLine(typed).trim())
    .pipe(z.string().min(1, mailingTexts.incomplete).max(mailingLimits.subject, mailingTexts.subjectTooLong)),
  message: needed(mailingTexts.incomplete).max(mailingLimits.message, mailingTexts.messageTooLong),
})
export type Letter = z.infer<typeof mailingForm>

const recipient = z
  .string({ error: mailingTexts.recipientMissing })
  .overwrite(writtenEmail)
  .min(1, { error: mailingTexts.recipientMissing, abort: true })
  .max(254, { error: mailingTexts.emailMalformed, abort: true })
  .refine(isEmail, mailingTexts.emailMalformed)

const dataText = (most: number) => needed('Diese Angabe ist erforderlich').max(most, `Höchstens ${most.toLocaleString('de-DE')} Zeichen.`)
const lineText = (most: number) =>
  z
    .string({ error: 'Diese Angabe ist erforderlich' })
    .transform((typed) => oneLine(typed).trim())
    .pipe(dataText(most))
const whom = { companyName: lineText(200), contactPerson: lineText(200) }
const dataObject = { error: mailingTexts.dataMissing }

const emailTypes = ['admin_provider_added', 'bulk_provider_email'] as const
/** The fields of every type. Checked even without a valid type, so that all missing fields are reported at once. */
const emailOutline = z.object({
  to: recipient,
  type: z.enum(emailTypes, { error: mailingTexts.typeMissing }),
  data: z.looseObject(whom, dataObject),
})
const emailOfType = z.discriminatedUnion(
  'type',
  [
    z.object({
      to: recipient,
      type: z.literal('admin_provider_added'),
      data: z.object({ ...whom, dashboardCode: lineText(40), dashboardUrl: z.url({ error: 'Ungültiger Link' }).max(2_000) }, dataObject),
    }),
    z.object({
      to: recipient,
      type: z.literal('bulk_provider_email'),
      data: z.object(
        {
          ...whom,
          ...mailingForm.shape,
          // The spec names this field without its type (docs/spec.md#send-email): a boolean is ignored, a text is added to the message.
          adminMessage: z.union([z.string().trim().max(mailingLimits.message, mailingTexts.messageTooLong), z.boolean()]).nullish(),
        },
        dataObject,
      ),
    }),
  ],
  { error: mailingTexts.typeMissing },
)

/** One mail to one company (docs/spec.md#send-email): the type says which data belong to it. */
export const emailRequest = emailOutline.and(emailOfType)
export type EmailRequest = z.infer<typeof emailRequest>

/** Result of a transmission. `unreachable`: the mail server accepts no mail at all, so this mail is not the cause. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; smtpCode: number }
  | { kind: 'deferred'; smtpCode: number | null }
  | { kind: 'unreachable' }

type Tries = { attempts: number; deferrals: number }
/** A recipient's state after a transmission: a final result, or a retry of the same mail later. */
export type Next =
  | { status: 'sent' }
  | { status: 'failed'; errorCode: RecipientError; smtpCode: number | null }
  | { status: 'waiting'; afterMs: number; isDeferral: boolean }

/** Decides the next state. `attempts` includes this transmission, `deferrals` counts the earlier temporary refusals. */
export function nextOf(outcome: Outcome, { attempts, deferrals }: Tries, factor: number): Next {
  if (outcome.kind === 'sent') return { status: 'sent' }
  if (outcome.kind === 'refused') return { status: 'failed', errorCode: 'refused', smtpCode: outcome.smtpCode }
  if (outcome.kind === 'deferred') {
    const seconds = mailingLimits.retrySeconds[deferrals]
    if (seconds === undefined) return { status: 'failed', errorCode: 'deferred', smtpCode: outcome.smtpCode }
    return { status: 'waiting', afterMs: (seconds * 1_000) / factor, isDeferral: true }
  }
  if (attempts >= mailingLimits.mostAttempts) return { status: 'failed', errorCode: 'unreachable', smtpCode: null }
  const { first, most } = mailingLimits.unreachableSeconds
  return { status: 'waiting', afterMs: (Math.min(first * attempts, most) * 1_000) / factor, isDeferral: false }
}
