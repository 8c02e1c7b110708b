import { formatDate } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'

export const instalmentStatuses = ['planned', 'due', 'paid', 'dropped'] as const
export type InstalmentStatus = (typeof instalmentStatuses)[number]
export const instalmentStatusLabels: Record<InstalmentStatus, string> = {
  planned: 'Noch nicht fällig',
  due: 'Fällig',
  paid: 'Bezahlt',
  dropped: 'Entfällt',
}
export const instalmentStatusTones = { planned: 'off', due: 'waiting', paid: 'good', dropped: 'off' } as const

/** Name of a payment of the rest: 'Rest' if it is the only one, else 'Rate 2 von 3'. */
export const partName = ({ place, parts }: { place: number; parts: number }) => (parts === 1 ? 'Rest' : `Rate ${place} von ${parts}`)

/** Title of the booking that pays an instalment. */
export const instalmentTitle = (job: string, place: { place: number; parts: number }) => `${partName(place)}: ${job}`

/** Texts of both sides' pages about deposit and instalments. */
export const instalmentTexts = {
  title: 'Anzahlung und Raten',
  agreed: 'Vereinbart',
  deposit: 'Anzahlung',
  paid: 'Bezahlt',
  open: 'Noch offen',
  dueOn: (day: string) => `fällig am ${formatDate(day)}`,
  customer: {
    due: (name: string) => `${name} ist fällig`,
    says: (company: string, name: string, cents: Cents) =>
      `${name} für die Arbeit von ${company}: ${formatEuro(cents)}. Stimmt etwas mit der Arbeit nicht, melden Sie bitte zuerst ein Problem.`,
    pay: (cents: Cents) => `${formatEuro(cents)} jetzt bezahlen`,
    failed: 'Die Zahlung wurde nicht geöffnet',
  },
  company: {
    waive: 'Erlassen',
    waiveAsk: (name: string, cents: Cents) =>
      `Ihr Kunde muss ${name} (${formatEuro(cents)}) dann nicht mehr bezahlen. Das lässt sich nicht rückgängig machen.`,
    waived: 'Die Zahlung ist erlassen',
    waiveFailed: 'Die Zahlung wurde nicht erlassen',
    note: 'Ihr Kunde bezahlt die Raten über seine Buchungsseite. Erinnerungen verschicken wir nach 7 und 21 Tagen.',
  },
} as const
