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

export const appointmentStatusWords = {
  held: 'Reserviert',
  requested: 'Angefragt',
  countered: 'Gegenvorschlag',
  accepting: 'Angenommen',
  agreed: 'Vereinbart',
  performed: 'Durchgeführt',
  missed: 'Kunde nicht angetroffen',
  contested: 'Widerspruch in Prüfung',
  declined: 'Abgelehnt',
  lapsed: 'Verfallen',
  withdrawn: 'Zurückgezogen',
  cancelled: 'Abgesagt',
} as const satisfies Record<AppointmentStatus, string>
