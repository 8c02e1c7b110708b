import type { LedgerAccount } from '#src/money/payments/rules.ts'

/** Texts of docs/spec.md#area-bookings, verbatim. */
export const bookingAreaTexts = {
  databaseDown: 'Datenbankverbindung fehlgeschlagen',
  notLoaded: 'Fehler beim Laden der Buchungen',
} as const

/** Polled every 30 s; a failed read is retried three times (docs/spec.md#polling). */
export const bookingPolling = { everyMs: 30_000, retries: 3, retryDelayMs: 1_000 } as const
/** Polling interval of a booking with a pending refund or payout, in milliseconds. */
export const movingMs = 2_000

export const refundStatusLabels = {
  pending: 'Läuft',
  succeeded: 'Erstattet',
  failed: 'Fehlgeschlagen',
  returned: 'Zurückgekommen',
} as const
export const reversalStatusLabels = { pending: 'Läuft', succeeded: 'Zurückgeholt', failed: 'Wird verrechnet' } as const
export const disputeStatusLabels = { inquiry: 'Rückfrage der Bank', open: 'Offen', won: 'Gewonnen', lost: 'Verloren' } as const

/** Labels of automatic refunds; the operator's own reasons are shown as written. */
const machineReasons: Record<string, string> = { late: 'Die Zahlung kam nach dem Ende der Buchung' }
export const systemReasonLabel = (reason: string) => machineReasons[reason] ?? reason

const ledgerKinds: Record<string, string> = {
  charge: 'Zahlung',
  refund: 'Erstattung',
  transferReversal: 'Rückholung',
  disputeOpened: 'Anfechtung',
  disputeWon: 'Anfechtung gewonnen',
  disputeLost: 'Anfechtung verloren',
  processorFee: 'Gebühr des Zahlungsdienstes',
}
export const ledgerKindWord = (kind: string) => ledgerKinds[kind] ?? kind

export const ledgerAccountLabels: Record<LedgerAccount, string> = {
  psp_balance: 'Guthaben beim Zahlungsdienst',
  bank: 'Bankkonto',
  company_payable: 'Schuld an Anbieter',
  company_receivable: 'Forderung an Anbieter',
  payout_transit_transfer: 'Direktauszahlung unterwegs',
  payout_transit_sepa: 'Banküberweisung unterwegs',
  dispute_hold: 'Angefochten',
  customer_owed: 'Schuld an Kunden',
  psp_reserve: 'Einbehalt des Zahlungsdienstes',
  opening: 'Anfangsbestand',
  tips: 'Trinkgelder von Kunden',
  tips_passed_on: 'Weitergegebene Trinkgelder',
  fee_revenue: 'Provision',
  subscription_revenue: 'Abonnements',
  vat_payable: 'Umsatzsteuer',
  psp_cost: 'Kosten des Zahlungsdienstes',
  bank_cost: 'Kosten der Bank',
}
