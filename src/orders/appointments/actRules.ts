import { z } from 'zod'
import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { serviceLimits } from '#src/supply/services/rules.ts'
import type { AppointmentStatus } from './states.ts'

export const appointmentProblems = problemsOf('appointments', {
  over: [409, 'Das ist für diesen Termin nicht mehr möglich.'],
})

/** Milliseconds after the start between which a company may report that the customer was absent. */
const missedAfterMs = { min: 10 * 60_000, max: 24 * 3_600_000 }
/** Time for the customer to object to that report; the booking is not paid out before. */
export const objectionMs = 48 * 3_600_000

/** Acts of a company on an appointment, as its dashboard offers them. */
export const companyActs = ['cancel', 'performed', 'missed'] as const
export type CompanyAct = (typeof companyActs)[number]

type Timed = { status: AppointmentStatus; startsAt: Date; endsAt: Date }

/** Acts that are possible now: cancelling until the end, the others from the start on. */
export function companyActsAt({ status, startsAt, endsAt }: Timed, now: Date): CompanyAct[] {
  if (status !== 'agreed') return []
  const since = now.getTime() - startsAt.getTime()
  const isPossible = {
    cancel: now < endsAt,
    performed: since >= 0,
    missed: since >= missedAfterMs.min && since <= missedAfterMs.max,
  } satisfies Record<CompanyAct, boolean>
  return companyActs.filter((act) => isPossible[act])
}

/** Acts on a confirmed booking that has no appointment: cancelling until its end. */
export const looseActsAt = ({ endsAt }: Pick<Timed, 'endsAt'>, now: Date): CompanyAct[] => (now < endsAt ? ['cancel'] : [])

/** Moment until which the customer may object; null if there is nothing to object to. */
export const objectionEnd = ({ status, deadlineAt }: { status: AppointmentStatus; deadlineAt: Date | null }, now: Date) =>
  status === 'missed' && deadlineAt !== null && now < deadlineAt ? deadlineAt : null

const reason = z.string({ error: cancelTexts.reason }).trim().min(1, cancelTexts.reason).max(500, cancelTexts.reason)
export const customerAppointment = z.object({ companyId: z.uuid(), bookingId: z.uuid() })
export const hoursTexts = {
  none: 'Diese Leistung wird nicht nach Stunden abgerechnet',
  number: 'Bitte geben Sie Viertelstunden an, zum Beispiel 2,25',
  atMost: (hours: number) => `Höchstens ${hours.toLocaleString('de-DE')} Stunden: So viele sind gebucht und bezahlt`,
} as const
/** Booked hours and their price; null for work that is not sold by the hour. */
export const hourly = z.object({ hours: z.number(), unitCents: z.number() }).nullable()
export type BookedHours = Wire<NonNullable<z.infer<typeof hourly>>>
export const piecesTexts = {
  none: 'Diese Leistung wird nicht nach Stück abgerechnet',
  number: 'Bitte geben Sie eine ganze Zahl ab 1 an',
  atMost: (pieces: number) => `Höchstens ${pieces}: So viele sind gebucht und bezahlt`,
} as const
/** Booked pieces, what they are, and their price; null for work that is not sold by the piece. */
export const byPiece = z.object({ pieces: z.number(), piece: z.string(), unitCents: z.number() }).nullable()
export type BookedPieces = Wire<NonNullable<z.infer<typeof byPiece>>>
/** `hours`, `pieces`: number actually worked, at most as many as were booked; without it everything booked counts. */
export const performed = customerAppointment.extend({
  hours: z
    .number({ error: hoursTexts.number })
    .min(0.25, hoursTexts.number)
    .max(serviceLimits.hours.max, hoursTexts.number)
    .multipleOf(0.25, hoursTexts.number)
    .optional(),
  pieces: z.int({ error: piecesTexts.number }).min(1, piecesTexts.number).max(serviceLimits.quantity.max, piecesTexts.number).optional(),
})
export const calledOff = customerAppointment.extend({ reason })
export const objection = z.object({ key: bookingKey, reason })
export const objectionDecisions = ['performed', 'missed', 'cancelled'] as const
export const objectionDecision = z.object({ bookingId: z.uuid(), decision: z.enum(objectionDecisions), reason })

/** Texts of the dashboard's buttons, of their confirmation dialogs, and of the results. */
export const companyActTexts = {
  cancel: {
    label: 'Termin absagen und vollständig erstatten',
    done: 'Der Termin ist abgesagt',
    failed: 'Der Termin wurde nicht abgesagt',
  },
  performed: {
    label: 'Durchgeführt',
    question: 'Termin durchgeführt?',
    consequence: 'Damit bestätigen Sie, dass Sie die Leistung erbracht haben. Das lässt sich nicht rückgängig machen.',
    confirm: 'Als durchgeführt melden',
    done: 'Als durchgeführt gemeldet',
    failed: 'Der Termin wurde nicht als durchgeführt gemeldet',
  },
  missed: {
    label: 'Kunde nicht angetroffen',
    question: 'Kunde nicht angetroffen?',
    consequence: 'Der Kunde bekommt eine E-Mail und kann 48 Stunden lang widersprechen. So lange wird Ihr Anteil nicht ausgezahlt.',
    confirm: 'Als nicht angetroffen melden',
    done: 'Als nicht angetroffen gemeldet',
    failed: 'Die Meldung „Kunde nicht angetroffen“ wurde nicht gespeichert',
  },
} as const satisfies Record<CompanyAct, object>

export const objectionRate = { max: 10, windowSeconds: 3_600 } as const
