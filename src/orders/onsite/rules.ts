import { z } from 'zod'
import { customerAppointment } from '#src/orders/appointments/actRules.ts'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { photoKinds, photoKindTexts, workLimits, workSteps } from './texts.ts'

export const workProblems = problemsOf('work', {
  notNow: [409, 'Für diese Buchung kann jetzt keine Arbeit eingetragen werden.'],
  order: [409, 'Dieser Schritt passt nicht zum Stand der Arbeit. Bitte laden Sie die Seite neu.'],
  tooOld: [409, `Dieser Schritt liegt mehr als ${workLimits.waitHours} Stunden zurück und wird nicht mehr gespeichert.`],
  clock: [409, 'Die Uhr Ihres Telefons geht vor. Bitte stellen Sie sie, und versuchen Sie es erneut.'],
  tooMany: [409, `Mehr als ${workLimits.photos} Fotos je Art sind nicht möglich.`],
  tooLate: [409, `Ein Foto lässt sich nur ${workLimits.deleteHours} Stunden lang löschen.`],
  noPicture: [415, 'Ungültiger Dateityp: Bitte laden Sie ein Foto als JPEG oder PNG hoch.'],
  noReceipt: [409, 'Für diesen Nachtrag ist jetzt kein Beleg möglich.'],
  unknownPhoto: [404, 'Dieses Foto gibt es nicht.'],
})

/** Steps and photos per hour and account, and files read per address or account. */
export const workRates = {
  steps: { max: 120, windowSeconds: 3_600 },
  photos: { max: 60, windowSeconds: 3_600 },
  read: { max: 120, windowSeconds: 60 },
  files: { max: 300, windowSeconds: 600 },
} as const

/** One step. `id` and `at` come from the browser, so that a step that is sent later, or twice, is entered once and with its own time. */
export const workStepInput = customerAppointment.extend({ id: z.uuid(), kind: z.enum(workSteps), at: z.iso.datetime() })
export type WorkStepInput = z.infer<typeof workStepInput>

type Job = {
  bookingStatus: string
  parentId: string | null
  bookingDate: string
  appointment: { status: string; startsAt: Date; endsAt: Date } | undefined
}

/**
 * Span in which work of a job may be entered, from the first moment of its day until days after its end; undefined if it is not on.
 * Steps sent late, after a lost connection, may arrive after the work was reported as done.
 */
export function workSpan({ bookingStatus, parentId, bookingDate, appointment }: Job) {
  const isOn = appointment === undefined || appointment.status === 'agreed' || appointment.status === 'performed'
  if (bookingStatus !== 'confirmed' || parentId !== null || !isOn) return undefined
  const from = berlinInstant(appointment ? berlinDay(appointment.startsAt) : bookingDate, '00:00')
  const end = appointment?.endsAt ?? berlinInstant(addDays(bookingDate, 1), '00:00')
  return { from, until: new Date(end.getTime() + workLimits.daysAfterEnd * 86_400_000) }
}

/** Photo of a job as both sides see it. */
const photoView = z.object({
  id: z.uuid(),
  kind: z.enum(photoKinds),
  name: z.string(),
  bytes: z.number(),
  uploadedAt: z.date(),
})
export type PhotoView = Wire<z.infer<typeof photoView>>

/** Work of a booking for its company. `isOpen`: photos can be added now; `isRunnable`: steps can, too; `isDeletable`: the company may still delete it. */
export const jobWork = z.object({
  isOpen: z.boolean(),
  isRunnable: z.boolean(),
  steps: z.array(z.object({ kind: z.enum(workSteps), at: z.date() })),
  photos: z.array(photoView.extend({ isDeletable: z.boolean() })),
})
export type JobWorkView = Wire<z.infer<typeof jobWork>>

/** Work of a booking for its customer: time worked in milliseconds only at its end. */
export const ownWork = z.object({
  state: z.enum(['none', 'running', 'paused', 'ended']),
  since: z.date().nullable(),
  workedMs: z.number().nullable(),
  photos: z.array(photoView),
})
export type OwnWorkView = Wire<z.infer<typeof ownWork>>
export const ownWorkRequest = z.object({ key: bookingKey })

export const photoIds = customerAppointment.extend({ id: z.uuid() })

/** Kind, id and booking of an upload, from its query; `supplementId`: of a receipt, the supplement whose material it shows. */
export const photoQuery = z.union([
  z.object({ bookingId: z.uuid(), id: z.uuid(), kind: z.enum(photoKinds) }),
  z.object({ bookingId: z.uuid(), id: z.uuid(), kind: z.literal('receipt'), supplementId: z.uuid() }),
])
export type PhotoQuery = z.infer<typeof photoQuery>

/** Types of files for the picker of photos. */
export const photoAccept = 'image/jpeg,image/png'

/** Alternative text of a photo. */
export const photoAlt = ({ kind }: Pick<PhotoView, 'kind'>, place: number) => `Foto ${photoKindTexts[kind].toLowerCase()}, ${place + 1}`
