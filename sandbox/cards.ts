export type CardOutcome = 'pays' | 'paysAtOnce' | 'declined' | 'insufficientFunds' | 'confirms' | 'confirmsAlways'
export type Card = { number: string; expMonth: number; expYear: number }

/** Stripe's own test cards that the sandbox supports. */
export const testCards: { number: string; outcome: CardOutcome; says: string }[] = [
  { number: '4242424242424242', outcome: 'pays', says: 'Zahlung gelingt' },
  { number: '4000002500003155', outcome: 'confirms', says: 'Zahlung muss erst bestätigt werden' },
  { number: '4000002760003184', outcome: 'confirmsAlways', says: 'Jede Zahlung muss bestätigt werden, auch spätere' },
  { number: '4000000000000002', outcome: 'declined', says: 'Karte wird abgelehnt' },
  { number: '4000000000009995', outcome: 'insufficientFunds', says: 'Deckung reicht nicht aus' },
  { number: '4000000000000077', outcome: 'paysAtOnce', says: 'Zahlung gelingt, Guthaben sofort verfügbar' },
]

export const declines = {
  declined: {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
    german: 'Ihre Karte wurde abgelehnt.',
  },
  insufficientFunds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    german: 'Ihre Karte wurde abgelehnt: Die Deckung reicht nicht aus.',
  },
  authenticationRequired: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    german: 'Ihre Bank verlangt, dass Sie diese Zahlung bestätigen.',
  },
  confirmationRefused: {
    code: 'payment_intent_authentication_failure',
    declineCode: 'authentication_required',
    message: 'The provided payment method has failed authentication.',
    german: 'Die Zahlung wurde nicht bestätigt. Bitte versuchen Sie es erneut oder mit einer anderen Karte.',
  },
  providerRefused: {
    code: 'payment_method_provider_decline',
    declineCode: 'generic_decline',
    message: 'The provider of the payment method declined the payment.',
    german: 'Die Zahlung wurde abgelehnt. Bitte wählen Sie eine andere Zahlungsart.',
  },
  debitRefused: {
    code: 'insufficient_funds',
    declineCode: 'insufficient_funds',
    message: 'The customer has insufficient funds in their bank account.',
    german: 'Die Lastschrift wurde nicht eingelöst.',
  },
} as const
export type Decline = keyof typeof declines

export type CardForm = { email: string; number: string; expiry: string; cvc: string; name: string }
export type CardFormErrors = Partial<Record<keyof CardForm, string>>

/** Validates the checkout page's fields; `now` in milliseconds. Returns the card, or German texts by field. */
export function readCardForm(form: CardForm, now: number): { card: Card; outcome: CardOutcome } | { errors: CardFormErrors } {
  const errors: CardFormErrors = {}
  const number = form.number.replace(/[\s-]/g, '')
  const known = testCards.find((card) => card.number === number)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim())) errors.email = 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'
  if (!isCardNumber(number)) errors.number = 'Die Kartennummer ist ungültig.'
  else if (!known) errors.number = 'Hier gelten nur Testkarten. Bitte wählen Sie eine aus der Liste.'
  const expiry = readExpiry(form.expiry, now)
  if (typeof expiry === 'string') errors.expiry = expiry
  if (!/^\d{3,4}$/.test(form.cvc.trim())) errors.cvc = 'Bitte geben Sie die drei- oder vierstellige Prüfnummer ein.'
  if (form.name.trim() === '') errors.name = 'Bitte geben Sie den Namen auf der Karte ein.'
  if (Object.keys(errors).length > 0 || !known || typeof expiry === 'string') return { errors }
  return { card: { number, ...expiry }, outcome: known.outcome }
}

/** Luhn's checksum over 12 to 19 digits. */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, position) => {
    const doubled = position % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function readExpiry(text: string, now: number): { expMonth: number; expYear: number } | string {
  const found = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(text.trim())
  if (!found) return 'Bitte geben Sie Monat und Jahr ein, zum Beispiel 12/30.'
  const expMonth = Number(found[1])
  const expYear = Number(found[2]) % 100 === Number(found[2]) ? 2000 + Number(found[2]) : Number(found[2])
  if (expMonth < 1 || expMonth > 12) return 'Der Monat muss zwischen 01 und 12 liegen.'
  // A card is valid until the end of its month.
  if (Date.UTC(expYear, expMonth, 1) <= now) return 'Ihre Karte ist abgelaufen.'
  return { expMonth, expYear }
}

/** Returns true if a payment with this card needs the confirmation of a present payer. */
export const asksPayer = (outcome: CardOutcome) => outcome === 'confirms' || outcome === 'confirmsAlways'
