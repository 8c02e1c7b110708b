import { z } from 'zod'
import { centsOfEuros } from '#src/platform/kit/money.ts'

/** Whole number within limits. */
export const whole = (label: string, { min, max }: { min: number; max: number }, unit: string) => {
  const error = `${label} muss zwischen ${min} und ${max} ${unit} liegen`
  return z.number(error).int(error).min(min, error).max(max, error)
}

/** Parses '7,5' and '7.5' as the same number; returns any other text unchanged, for the schema to refuse. */
export const numberIn = (text: string) => (/^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text)

export const typedNumber = { input: { inputMode: 'numeric' }, read: numberIn } as const

/** Settings against misuse of payments (docs/spec.md#payment-safety). */
export const safetyFields = {
  minimum_amount: {
    keptAt: ['safety', 'minimumCents'],
    allowedTimes: 100,
    label: 'Mindestbetrag einer Leistung (€)',
    section: 'safety',
    schema: z
      .number('Bitte geben Sie einen Betrag an')
      .min(1, 'Mindestbetrag muss zwischen 1 und 100 Euro liegen')
      .max(100, 'Mindestbetrag muss zwischen 1 und 100 Euro liegen')
      .refine((euros) => centsOfEuros(euros) !== undefined, 'Höchstens zwei Stellen nach dem Komma'),
    hint: 'Darunter wird keine Leistung gebucht. Bei Anbietern ohne Leistungen gilt 1 €.',
    input: { inputMode: 'decimal' },
    read: numberIn,
  },
  new_bookings: {
    ...typedNumber,
    section: 'safety',
    keptAt: ['safety', 'newBookings'],
    label: 'Erste Buchungen eines Anbieters',
    schema: whole('Anzahl', { min: 0, max: 100 }, 'Buchungen'),
    hint: 'So viele bezahlte Buchungen warten länger auf ihre Auszahlung.',
  },
  new_days: {
    ...typedNumber,
    section: 'safety',
    keptAt: ['safety', 'newDays'],
    label: 'Erste Tage eines Anbieters',
    schema: whole('Anzahl', { min: 0, max: 365 }, 'Tagen'),
    hint: 'So viele Tage nach dem Eintrag warten Auszahlungen länger, auch nach den ersten Buchungen.',
  },
  new_hold_days: {
    ...typedNumber,
    section: 'safety',
    keptAt: ['safety', 'newHoldDays'],
    label: 'Längere Wartezeit (Tage)',
    schema: whole('Wartezeit', { min: 0, max: 60 }, 'Tagen'),
    hint: 'Zusätzlich zum Tag nach dem Termin, für die ersten Buchungen und Tage. 0 für keine.',
  },
  refunds_per_payer: {
    ...typedNumber,
    section: 'safety',
    keptAt: ['safety', 'refundsPerPayer'],
    label: 'Stornierungen je Adresse',
    schema: whole('Anzahl', { min: 1, max: 100 }, 'Stornierungen'),
    hint: 'So viele bezahlte Buchungen darf eine E-Mail-Adresse in 30 Tagen stornieren, bevor sie nur noch mit bestätigtem Konto bucht.',
  },
} as const
