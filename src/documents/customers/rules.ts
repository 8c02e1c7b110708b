import { z } from 'zod'
import { billingAddress } from '#src/bookings/billing/rules.ts'
import { bookingKey } from '#src/bookings/links/keyRules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/kit/dates.ts'
import type { ListOf } from '#src/kit/listAddress.ts'
import { centsOfEuros } from '#src/kit/money.ts'
import { problemsOf } from '#src/kit/problems.ts'
import { oneLine } from '#src/kit/text.ts'
import type { Wire } from '#src/kit/wire.ts'
import { shownDocument } from '../company/rules.ts'
import { careKinds } from '../facts.ts'

/** When a draft is issued: on the day after the service, at this time in Berlin. */
export const invoiceClock = '18:00'
export const dueAt = (serviceOn: string) => berlinInstant(addDays(serviceOn, 1), invoiceClock)
/** The day before which services are invoiced at this moment. */
export function dueBefore(now: Date) {
  const today = berlinDay(now)
  return now >= berlinInstant(today, invoiceClock) ? today : addDays(today, -1)
}

/** Whether its company lets us write the invoice of a booking. */
export const isMandated = ({ acceptedAt, bookingDate }: { acceptedAt: Date | null; bookingDate: string }) =>
  acceptedAt !== null && bookingDate >= berlinDay(acceptedAt)

/** After how many days a company is told that an invoice which it took back waits for it. */
export const heldDays = { reminded: 3, remindedAgain: 10 } as const
export const heldSteps = ['reminded', 'remindedAgain'] as const
export type HeldStep = (typeof heldSteps)[number]

/** How faults name the booking whose paper could not be issued. */
export const subjectOfBooking = (id: string) => `booking ${id}`
export const bookingOfSubject = (subject: string) => /^booking (.+)$/.exec(subject)?.[1]

/** How many days after the service a company may put its own invoice in place of ours. */
export const ownInvoiceDays = 14
export const ownInvoiceUntil = (serviceOn: string) => addDays(serviceOn, ownInvoiceDays)
export const ownInvoiceSince = (today: string) => addDays(today, 0 - ownInvoiceDays)
export const customerLimits = { lines: 20, text: 200, ownInvoices: 3, drafts: 50, pageSize: 25 } as const
/** How often one client address may read the documents of a booking, load one, and change its billing address, per minute. */
export const ownDocumentRates = {
  read: { max: 120, windowSeconds: 60 },
  file: { max: 60, windowSeconds: 60 },
  change: { max: 20, windowSeconds: 60 },
} as const
/** Each cancellation is a mail to a customer. */
export const cancelRate = { max: 30, windowSeconds: 86_400 } as const
export const ownInvoiceRate = { max: 60, windowSeconds: 86_400 } as const

export const taxRates = [1_900, 700, 0] as const
export const taxRateWords: Record<(typeof taxRates)[number], string> = { 1900: '19 %', 700: '7 %', 0: '0 % (§ 12 Abs. 3 UStG)' }

export const customerTexts = {
  lineText: `Eine Zeile braucht eine Bezeichnung mit höchstens ${customerLimits.text} Zeichen`,
  lineAmount: 'Bitte geben Sie einen Betrag ab 0,01 € an',
  sum: (paid: string) => `Die Zeilen müssen zusammen ${paid} ergeben`,
  reason: 'Bitte wählen Sie einen Grund aus',
  reverse: 'Bitte bestätigen Sie die Voraussetzungen der Steuerschuldnerschaft',
  notReverse: 'Das gibt es nur für Arbeiten an Gebäuden, die ein Unternehmen bestellt hat, und bei Regelbesteuerung',
  reverseVatIds: 'Dafür brauchen Sie und der Empfänger je eine USt-IdNr.',
  lines: `Eine Rechnung hat 1 bis ${customerLimits.lines} Zeilen`,
} as const

export const customerProblems = problemsOf('invoices', {
  detailsMissing: [409, 'Bitte ergänzen Sie zuerst Ihre Geschäftsangaben.'],
  mandateChanged: [409, 'Der Text der Vollmacht hat sich geändert. Bitte lesen Sie ihn noch einmal.'],
  noMandate: [409, 'Es gibt keine Vollmacht, die Sie widerrufen könnten.'],
  unknown: [404, 'Diese Rechnung gibt es nicht.'],
  issued: [409, 'Die Rechnung ist schon gestellt.'],
  tooLate: [409, `Eine eigene Rechnung ist bis ${ownInvoiceDays} Tage nach der Leistung möglich.`],
  full: [409, `Mehr als ${customerLimits.ownInvoices} Dateien zu einer Buchung sind nicht möglich.`],
})

/** Why a company takes an invoice back; the cancellation says it. */
export const cancelReasonWords = {
  recipient: 'Empfänger oder Anschrift falsch',
  service: 'Leistung oder Beträge falsch',
  tax: 'Umsatzsteuer falsch',
  mistake: 'Irrtümlich gestellt',
} as const
export type CancelReason = keyof typeof cancelReasonWords
export const cancelReasons = Object.keys(cancelReasonWords) as CancelReason[]
export const cancelInput = z.object({
  companyId: z.uuid(),
  documentId: z.uuid(),
  reason: z.enum(cancelReasons, customerTexts.reason),
})

/** The company's list: drafts are bookings without an invoice yet. */
export const customerListSpec = {
  sorts: ['newest', 'oldest'],
  choices: { kind: ['invoice', 'correction', 'draft'] },
  searchLength: 100,
} as const
export type CustomerListState = ListOf<typeof customerListSpec> & { month: string }
export type CustomerListAsked = {
  companyId: string
  page: number
  sort: CustomerListState['sort']
  kind?: 'invoice' | 'correction' | 'draft' | undefined
  /** Of the day of issue, of drafts of the service. */
  month?: string | undefined
  search?: string | undefined
}

/** How a company's customers get their invoices. */
export const shownMandate = z.object({
  /** Null while it gave none. */
  acceptedAt: z.date().nullable(),
  version: z.string(),
  /** As it was accepted, or as it would be. */
  text: z.string(),
  hasDetails: z.boolean(),
})
export type ShownMandate = Wire<z.infer<typeof shownMandate>>

export const acceptMandate = z.object({ companyId: z.uuid(), version: z.string().max(40) })

/** A line as the draft's form sends it, in euros. */
const draftLine = z
  .object({
    text: z
      .string(customerTexts.lineText)
      .overwrite(oneLine)
      .trim()
      .min(1, customerTexts.lineText)
      .max(customerLimits.text, customerTexts.lineText),
    gross: z.number(customerTexts.lineAmount),
    taxBasisPoints: z.union(taxRates.map((rate) => z.literal(rate))),
    care: z.enum(careKinds),
  })
  .transform(({ gross, ...line }, context) => {
    const grossCents = centsOfEuros(gross)
    if (grossCents !== undefined && grossCents >= 1 && grossCents <= 1_000_000) return { ...line, grossCents }
    context.addIssue({ code: 'custom', path: ['gross'], message: customerTexts.lineAmount })
    return z.NEVER
  })

export const draftInput = z.object({
  companyId: z.uuid(),
  bookingId: z.uuid(),
  lines: z.array(draftLine, customerTexts.lines).min(1, customerTexts.lines).max(customerLimits.lines, customerTexts.lines),
  /** To whom it goes, where the customer did not say so, or said it wrong. */
  billing: billingAddress.optional(),
  /** The recipient owes the tax (§ 13b UStG): only with the confirmation of what that asks for. */
  isReverse: z.boolean().default(false),
  isReverseConfirmed: z.boolean().default(false),
})

const party = z.object({ name: z.string(), street: z.string(), postcode: z.string(), town: z.string() })
const billed = party.extend({ country: z.string(), vatId: z.string().nullable(), buyerReference: z.string().nullable() })

/** A draft as its company sees it. */
export const shownDraft = z.object({
  bookingId: z.uuid(),
  serviceTitle: z.string(),
  serviceOn: z.string(),
  dueAt: z.date().nullable(),
  isEdited: z.boolean(),
  /** Since when one is taken back: the next is issued when its company says so. */
  heldAt: z.date().nullable(),
  isConsumer: z.boolean(),
  /** What was paid, and what of it went back. */
  amountCents: z.number(),
  refundedCents: z.number(),
  billing: billed,
  /** Whether lines have rates of their own: only under regular taxation. */
  hasRates: z.boolean(),
  /** Whether the recipient may owe the tax, and whether the company says that it does. */
  mayReverse: z.boolean(),
  isReverse: z.boolean(),
  lines: z.array(z.object({ text: z.string(), grossCents: z.number(), taxBasisPoints: z.number(), care: z.enum(careKinds) })),
})
export type ShownDraft = Wire<z.infer<typeof shownDraft>>

/** A booking without an invoice yet, in the company's list. */
const openInvoice = z.object({
  bookingId: z.uuid(),
  customerName: z.string(),
  serviceTitle: z.string(),
  serviceOn: z.string(),
  receivedOn: z.string(),
  grossCents: z.number(),
  /** When ours is issued; null without a mandate. */
  dueAt: z.date().nullable(),
  ownUntil: z.string(),
  isEdited: z.boolean(),
  /** Since when one is taken back, and this one waits for its company. */
  heldAt: z.date().nullable(),
  /** Why it could not be issued. */
  reasons: z.array(z.string()),
})
export type OpenInvoice = Wire<z.infer<typeof openInvoice>>

const customerDocument = shownDocument.extend({ customerName: z.string(), receivedOn: z.string().nullable(), isCancellable: z.boolean() })
export type CustomerDocument = Wire<z.infer<typeof customerDocument>>

export const customerList = z.object({
  open: z.array(openInvoice),
  openTotal: z.number(),
  documents: z.array(customerDocument),
  total: z.number(),
})

/** What a customer finds about the invoice on the booking's page. */
export const ownDocuments = z.object({
  documents: z.array(shownDocument),
  /** Files of the company's own. */
  files: z.array(z.object({ id: z.uuid(), name: z.string(), bytes: z.number().int(), uploadedAt: z.date() })),
  /** When ours comes; null where it is issued, or the company writes its own. */
  dueAt: z.date().nullable(),
  companyName: z.string(),
  billing: billed,
  /** Whether the address may still be changed, and whether one is missing. */
  isBillingOpen: z.boolean(),
  isBillingMissing: z.boolean(),
  /** The invoice was taken back, and its company has yet to write the right one. */
  isHeld: z.boolean(),
})
export type OwnDocuments = Wire<z.infer<typeof ownDocuments>>

export const billingChange = billingAddress.safeExtend({ key: bookingKey })

/** Where a company's own invoice is sent to: `{companyId}/{bookingId}`. Nothing is ever read from there. */
export const ownInvoicePath = '/storage/v1/object/own-invoices/'
export function parseOwnInvoicePath(path: string) {
  const [companyId, bookingId] = path.slice(ownInvoicePath.length).split('/')
  return { companyId, bookingId: z.uuid().safeParse(bookingId).data }
}
