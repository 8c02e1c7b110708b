import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import { problemsOf } from '#src/kit/problems.ts'

/** Decisions 6 and 1 ("payout readiness"): life of the links, changes a day, and how long payouts wait after a change. */
export const bankLimits = {
  confirmHours: 24,
  undoDays: 14,
  /** A link that ended is still told from one that never was. */
  keptDays: 7,
  changesPerDay: { max: 5, windowSeconds: 86_400 },
  linksPerIp: { max: 60, windowSeconds: 900 },
  safetyHours: 48,
  /** As long as a name may be in a SEPA transfer. */
  holder: 70,
  iban: 40,
  bic: 20,
} as const

/** The pages that the mailed links open. */
export const linkPages = { confirm: '/verify-bank-update', undo: '/undo-bank-update' } as const

/** The card, its form and the pages of the links (specification 2, 5 and 8), to the letter where it quotes. */
export const bankTexts = {
  title: 'Bankdaten für Auszahlungen',
  security: 'Änderungen müssen Sie per E-Mail bestätigen. Auszahlungen laufen automatisch per Banküberweisung.',
  none: 'Noch keine Bankdaten hinterlegt',
  add: 'Bankdaten hinzufügen',
  edit: 'Bearbeiten',
  holder: 'Kontoinhaber *',
  iban: 'IBAN *',
  bic: 'BIC (optional)',
  warning: 'Die Änderungen werden erst wirksam, wenn Sie den Link in der E-Mail geöffnet haben.',
  save: 'Speichern & Bestätigen',
  saving: 'Bestätigung senden...',
  cancel: 'Abbrechen',
  holderMissing: 'Kontoinhaber ist erforderlich',
  holderTooLong: `Kontoinhaber darf höchstens ${bankLimits.holder} Zeichen lang sein`,
  ibanMissing: 'IBAN ist erforderlich',
  ibanInvalid: 'Ungültige IBAN',
  bicInvalid: 'Ungültige BIC',
  failed: { title: 'Fehler', text: 'Bankdaten konnten nicht aktualisiert werden' },
  sent: {
    title: 'Bestätigung erforderlich',
    text: 'Eine E-Mail zur Bestätigung wurde an Ihre E-Mail-Adresse gesendet. Klicken Sie auf den Link in der E-Mail, um die Änderungen zu bestätigen.',
  },
  notLoaded: 'Bankdaten konnten nicht geladen werden',
  confirmTitle: 'Bankdaten Bestätigung',
  confirming: 'Bestätigung wird verarbeitet...',
  confirmed: 'Erfolgreich!',
  confirmedMessage: 'Ihre Bankdaten wurden aktualisiert.',
  notConfirmed: 'Fehler!',
  linkMissing: 'Ungültiger Bestätigungslink',
  confirmFailed: 'Bestätigung fehlgeschlagen',
  toDashboard: 'Zum Dashboard',
  toHome: 'Zur Startseite',
  undoTitle: 'Das war ich nicht',
  undoFailed: 'Die Änderung konnte nicht zurückgenommen werden.',
  undoneMessage: 'Die Änderung ist zurückgenommen. Alle Geräte wurden abgemeldet, Auszahlungen sind angehalten.',
} as const

export const bankProblems = problemsOf('payouts', {
  linkMissing: [400, bankTexts.linkMissing],
  linkUnknown: [404, 'Dieser Bestätigungslink ist ungültig. Es gilt nur der Link aus der neuesten E-Mail.'],
  linkExpired: [410, 'Der Bestätigungslink ist abgelaufen. Bitte geben Sie die Bankdaten im Dashboard erneut ein.'],
  linkUsed: [410, 'Dieser Bestätigungslink wurde schon verwendet.'],
  undoUnknown: [404, 'Dieser Link ist ungültig.'],
  undoExpired: [410, 'Dieser Link ist abgelaufen. Bitte wenden Sie sich an den Support.'],
  undoUsed: [410, 'Diese Änderung ist schon zurückgenommen.'],
})

/** Specification 5, "Bank details": the shape after its spaces are gone. */
const ibanShape = /^[A-Z]{2}\d{2}[A-Z\d]{4}\d{7}[A-Z\d]{0,16}$/

/** The specification's shape, and check digits, length of the country and SEPA membership (decisions 1, "IBAN"). */
const isPayable = (iban: string) => ibanShape.test(iban) && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2))

const withoutSpaces = (text: string) => text.replace(/\s/g, '')

/** What the form holds and what the server takes: trimmed, the IBAN without spaces, an empty BIC as null. */
export const bankForm = z.object({
  account_holder: z
    .string({ error: bankTexts.holderMissing })
    .trim()
    .min(1, bankTexts.holderMissing)
    .max(bankLimits.holder, bankTexts.holderTooLong),
  bank_account: z
    .string({ error: bankTexts.ibanMissing })
    .transform(withoutSpaces)
    .pipe(
      z
        .string()
        .min(1, bankTexts.ibanMissing)
        .refine((iban) => iban === '' || isPayable(iban), bankTexts.ibanInvalid),
    ),
  bank_code: z
    .string({ error: bankTexts.bicInvalid })
    .nullish()
    .transform((bic) => withoutSpaces(bic ?? '').toUpperCase() || null)
    .pipe(z.string().refine(isValidBIC, bankTexts.bicInvalid).nullable()),
})
export type BankDetails = z.infer<typeof bankForm>

/** 'DE89 •••• •••• •••• ••30 00': enough to recognise one's own account, too little for anybody else. */
export function maskIban(iban: string) {
  const hidden = `${iban.slice(0, 4)}${'•'.repeat(Math.max(0, iban.length - 8))}${iban.slice(-4)}`
  return hidden.match(/.{1,4}/gu)?.join(' ') ?? ''
}

/** Why a company's payouts wait; the operator and the provider read the same sentence. */
export type PayoutWait = { cause: 'noBankDetails' | 'recentlyChanged' | 'held'; text: string; until: Date | null }

const waitTexts = {
  noBankDetails: 'Keine Bankdaten hinterlegt',
  recentlyChanged: 'Bankdaten kürzlich geändert – Auszahlung nach Ablauf der Sicherheitsfrist',
  held: 'Auszahlungen angehalten – eine Änderung der Bankdaten wurde als unberechtigt gemeldet und wird geprüft',
} as const

type PayoutState = { hasBankDetails: boolean; isPaidDirectly: boolean; changedAt: Date | null; isHeld: boolean }

/** Everything that keeps a company's payouts waiting at this moment; empty when nothing does. */
export function waitsOf({ hasBankDetails, isPaidDirectly, changedAt, isHeld }: PayoutState, now: Date): PayoutWait[] {
  const safeAt = changedAt && new Date(changedAt.getTime() + bankLimits.safetyHours * 3_600_000)
  const waits: (PayoutWait | false)[] = [
    isHeld && { cause: 'held', text: waitTexts.held, until: null },
    !hasBankDetails && !isPaidDirectly && { cause: 'noBankDetails', text: waitTexts.noBankDetails, until: null },
    safeAt !== null && safeAt > now && { cause: 'recentlyChanged', text: waitTexts.recentlyChanged, until: safeAt },
  ]
  return waits.filter((one) => one !== false)
}
