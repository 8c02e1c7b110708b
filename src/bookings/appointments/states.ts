/**
 * The states of an appointment at a company with a calendar; the booking's own states stay what they are. `held`: ordered, not paid ·
 * `requested`: authorised, the company has to answer · `countered`: the company proposed other times · `accepting`: accepted, the money is
 * being taken · `agreed`: it takes place · `performed`, `missed`: it is over · `contested`: the customer objected · `declined`, `lapsed`,
 * `withdrawn`: nothing was agreed · `cancelled`.
 */
export const appointmentStatuses = [
  'held',
  'requested',
  'countered',
  'accepting',
  'agreed',
  'performed',
  'missed',
  'contested',
  'declined',
  'lapsed',
  'withdrawn',
  'cancelled',
] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]
