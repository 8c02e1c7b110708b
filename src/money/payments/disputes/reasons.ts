/** German texts of the reasons for which a payer's bank or provider takes a payment back, by the PSP's names. */
const reasonTexts: Readonly<Record<string, string>> = {
  bank_cannot_process: 'Die Bank konnte die Zahlung nicht verarbeiten',
  credit_not_processed: 'Eine Gutschrift ist ausgeblieben',
  customer_initiated: 'Der Kunde hat die Lastschrift zurückgegeben',
  debit_not_authorized: 'Die Lastschrift war nicht genehmigt',
  duplicate: 'Doppelt bezahlt',
  fraudulent: 'Der Kunde hat die Zahlung nicht veranlasst',
  incorrect_account_details: 'Die Kontodaten waren falsch',
  insufficient_funds: 'Das Konto war nicht gedeckt',
  noncompliant: 'Die Zahlung verstieß gegen Regeln des Kartennetzes',
  product_not_received: 'Die Leistung ist ausgeblieben',
  product_unacceptable: 'Die Leistung war mangelhaft',
  subscription_canceled: 'Das Abonnement war gekündigt',
  unrecognized: 'Der Kunde erkennt die Zahlung nicht',
}

/** Text of a reason; of an unknown one that none was given. */
export const disputeReasonText = (reason: string) => reasonTexts[reason] ?? 'Nicht angegeben'
