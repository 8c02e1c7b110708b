import { type Booked, bookedOf } from '#src/orders/appointments/booked.ts'
import { type AppointmentStatus, appointmentStatusLabels } from '#src/orders/appointments/states.ts'
import { berlinOffset } from '#src/platform/kit/dates.ts'
import type { DiaryView } from './rules.ts'

/** Variants of an entry: agreed, requested but not answered, over, blocked by the company, held for some minutes. */
export type EntryStyle = 'agreed' | 'asked' | 'past' | 'blocked' | 'held'

/** Entry of a diary, its moments in milliseconds; `takenFrom` and `takenTo` include buffers. */
export type Entry = {
  key: string
  look: EntryStyle
  from: number
  to: number
  takenFrom: number
  takenTo: number
  title: string
  /** Texts of service, place and state; empty if there are none. */
  service: string
  place: string
  state: string
  resourceIds: readonly string[]
  bookingId?: string
  blockId?: string
  isMovable: boolean
  isToReport: boolean
  /** True if it clashes or does not fit, while that can still be changed. */
  isAmiss: boolean
  /** Customer's phone, travel times and permitted acts of an appointment. */
  phone: string
  ways: Appointment['ways']
  acts: Appointment['acts']
  booked: Booked | null
}
type Appointment = DiaryView['appointments'][number]

/** True if the entry can be opened. Others' holds and busy times of external calendars cannot. */
export const opens = ({ bookingId, blockId }: Entry) => bookingId !== undefined || blockId !== undefined

/** All entries of a diary, in order of time. */
export function entriesOf(diary: DiaryView, now: number): Entry[] {
  const entries = [
    ...diary.appointments.map((one) => appointmentEntry(one, now)),
    ...diary.proposals.map(proposalEntry),
    ...diary.blocks.map((one) => ({
      ...plain,
      ...timesOf(one),
      key: one.id,
      look: 'blocked' as const,
      title: one.note ? `Gesperrt: ${one.note}` : 'Gesperrt',
      resourceIds: one.resource_ids,
      blockId: one.id,
    })),
    ...diary.busy.map((one) => ({
      ...plain,
      ...timesOf(one),
      key: `busy ${one.starts_at}`,
      look: 'blocked' as const,
      title: 'Belegt in Ihrem Kalender',
      resourceIds: diary.resources.map(({ id }) => id),
    })),
    ...diary.holds.map((one) => ({
      ...plain,
      ...timesOf(one),
      key: `hold ${one.starts_at} ${one.resource_ids.join()}`,
      look: 'held' as const,
      title: 'Wird gerade gebucht',
      resourceIds: one.resource_ids,
    })),
  ]
  return entries.sort((one, other) => one.from - other.from || one.to - other.to)
}

const plain = {
  service: '',
  place: '',
  state: '',
  isMovable: false,
  isToReport: false,
  isAmiss: false,
  phone: '',
  ways: [],
  acts: [],
  booked: null,
}

function timesOf({ starts_at, ends_at }: { starts_at: string; ends_at: string }) {
  const [from, to] = [Date.parse(starts_at), Date.parse(ends_at)]
  return { from, to, takenFrom: from, takenTo: to }
}

function appointmentEntry(one: Appointment, now: number): Entry {
  const times = timesOf(one)
  return {
    ...times,
    takenFrom: Date.parse(one.taken_from),
    takenTo: Date.parse(one.taken_until),
    key: one.booking_id,
    look: asking.includes(one.status) ? 'asked' : times.to <= now || one.status !== 'agreed' ? 'past' : 'agreed',
    title: one.customer_name,
    service: one.service_title,
    place: one.location ?? '',
    state: stateOf(one, times, now),
    resourceIds: one.resource_ids,
    bookingId: one.booking_id,
    isMovable: one.may_propose,
    isToReport: isToReport(one, times, now),
    isAmiss: isAmiss(one, times, now),
    phone: one.customer_phone ?? '',
    ways: one.ways,
    acts: one.acts,
    booked: bookedOf(one),
  }
}

const clashWord = 'Überschneidung mit Ihrem Kalender'
const misfitTexts = { outsideHours: 'Außerhalb Ihrer Zeiten', besideAnother: 'Neben einem anderen Termin' } as const
const asking: readonly AppointmentStatus[] = ['held', 'requested', 'countered', 'accepting']

type Times = { from: number; to: number }

/** State text of an entry. A clash or misfit comes first while it can be changed, then the state. */
function stateOf(one: Appointment, times: Times, now: number) {
  if (one.clashes && times.to > now) return clashWord
  const misfit = isAmiss(one, times, now) && one.misfit ? misfitTexts[one.misfit] : ''
  return [misfit, stateWord(one, times, now)].filter(Boolean).join(' · ')
}

const isAmiss = ({ clashes, misfit, status }: Appointment, { to }: Times, now: number) =>
  to > now && (clashes || (status === 'agreed' && misfit !== null))

function stateWord(one: Appointment, times: Times, now: number) {
  if (one.status !== 'agreed') return appointmentStatusLabels[one.status]
  if (times.to <= now) return isToReport(one, times, now) ? 'Noch nicht gemeldet' : ''
  return times.from <= now ? 'Läuft' : ''
}

const isToReport = ({ status, acts }: Appointment, { to }: Times, now: number) =>
  status === 'agreed' && to <= now && acts.includes('performed')

const proposalEntry = (one: DiaryView['proposals'][number]): Entry => ({
  ...plain,
  ...timesOf(one),
  key: `proposal ${one.booking_id}`,
  look: 'asked',
  title: one.customer_name,
  service: one.service_title,
  state: one.proposed_by === 'customer' ? 'Vorschlag des Kunden' : 'Ihr Vorschlag',
  resourceIds: one.resource_ids,
  bookingId: one.booking_id,
})

/** Minute of a day in Berlin; below 0 and above 1440 for moments on other days. */
export const minuteOf = (at: number, day: string) => (at + berlinOffset(at) - Date.parse(day)) / 60_000

export type Whose = { day: string; resourceId?: string | undefined }

/** Entries on a day, of one resource or of all. */
export const entriesOn = (entries: readonly Entry[], { day, resourceId }: Whose) =>
  entries.filter(
    ({ from, to, resourceIds }) =>
      minuteOf(from, day) < 1_440 && minuteOf(to, day) > 0 && (resourceId === undefined || resourceIds.includes(resourceId)),
  )
