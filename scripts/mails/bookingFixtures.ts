import { methodFacts } from '#src/money/payments/methods.ts'
import * as appointments from '#src/orders/appointments/mails.ts'
import * as proposals from '#src/orders/appointments/proposalMails.ts'
import * as reminders from '#src/orders/appointments/reminderMails.ts'
import * as cancelled from '#src/orders/bookings/cancelMails.ts'
import * as complaints from '#src/orders/bookings/complaints/mails.ts'
import * as bookings from '#src/orders/bookings/mails.ts'
import * as instalments from '#src/orders/instalments/mails.ts'
import * as requests from '#src/orders/requests/mails.ts'
import * as series from '#src/orders/series/mails.ts'
import * as supplements from '#src/orders/supplements/mails.ts'
import * as tips from '#src/orders/tips/mails.ts'
import * as waiting from '#src/orders/waiting/mails.ts'
import {
  at,
  booking,
  company,
  type Drawn,
  endsAt,
  type FixturesOf,
  facts,
  id,
  items,
  links,
  paid,
  publicUrl,
  reason,
  startsAt,
  to,
  until,
} from './example.ts'

const bookingMails: FixturesOf<typeof bookings> = {
  confirmedCustomerMail: () => ({
    booked: bookings.confirmedCustomerMail({ ...paid, links, wasRequested: false }),
    requested: bookings.confirmedCustomerMail({ ...paid, endsAt: undefined, links, wasRequested: true }),
    deposit: bookings.confirmedCustomerMail({ ...paid, planCents: 3 * paid.booking.amountCents, links, wasRequested: false }),
  }),
  confirmedCompanyMail: () => ({
    plain: bookings.confirmedCompanyMail({ ...paid, fileNames: [] }),
    files: bookings.confirmedCompanyMail({
      ...paid,
      booking: { ...booking, agreedWith: 'Meike Petersen' },
      fileNames: ['Grundriss_Erdgeschoss_und_erstes_Obergeschoss_2026-11-23_endgueltig.pdf', 'Fenster.jpg'],
    }),
  }),
  processingMail: () => bookings.processingMail({ booking, payment: { method: 'SEPA-Lastschrift', days: 14 }, links }),
  paymentRefusedMail: () => bookings.paymentRefusedMail({ booking, publicUrl }),
  expiredMail: () => bookings.expiredMail({ booking, publicUrl }),
  refundedMail: () =>
    bookings.refundedMail({ booking, refund: { refundId: id, amountCents: 6900 }, links, path: methodFacts.paypal.refund }),
  refundReturnedMail: () =>
    bookings.refundReturnedMail({ booking, refund: { refundId: id, amountCents: 6900 }, links, cause: methodFacts.card.refundReturned }),
  newLinkMail: () => bookings.newLinkMail({ booking, requestId: id, links }),
}

const appointmentMails: FixturesOf<typeof appointments> = {
  missedMail: () =>
    (['kulant', 'ueblich'] as const).map((policy) =>
      appointments.missedMail({ booking, company, policy, leftCents: 6900, deadlineAt: until, links }),
    ),
  objectionCompanyMail: () => appointments.objectionCompanyMail({ booking, company, reason }),
  objectionOperatorMail: () => appointments.objectionOperatorMail({ to, booking, company, reason }),
  decidedMails: () => appointments.decidedMails({ booking, company, decision: 'performed', reason, links }),
  movedMails: () =>
    appointments.movedMails({
      ...facts,
      was: { bookingDate: '2026-12-10', bookingTime: '09:00' },
      startsAt,
      endsAt,
      sequence: 1,
      at,
      isProposed: false,
      earlyStartVersion: null,
    }),
}
const complaint = {
  id,
  bookingId: id,
  reason: 'missed',
  words: 'Ich habe von 14 bis 16 Uhr gewartet, und am Telefon war niemand zu erreichen.',
  request: 'part',
  answer: null,
  rejection: null,
  deadlineAt: until,
} as const
const answered = { ...complaint, answer: 'Unser Wagen ist liegen geblieben. Wir bitten um Entschuldigung.' }
const reported = { ...facts, complaint, isPaidOut: false }
const complaintMails: FixturesOf<typeof complaints> = {
  reportedMails: () => complaints.reportedMails(reported),
  answeredMail: () => ({
    open: complaints.answeredMail({ ...reported, complaint: answered, refundCents: 3450, isSettled: false }),
    settled: complaints.answeredMail({ ...reported, complaint: answered, refundCents: 6900, isSettled: true }),
  }),
  settledCompanyMail: () => complaints.settledCompanyMail(reported),
  escalatedMails: () =>
    complaints.escalatedMails({
      ...reported,
      complaint: { ...answered, rejection: 'Das hilft mir nicht.' },
      because: 'rejected',
      operatorEmail: to,
    }),
  decidedMails: () => complaints.decidedMails({ ...reported, complaint: answered, reason, refundCents: 3450 }),
}
const proposal = { id, startsAt, until }
const proposalMails: FixturesOf<typeof proposals> = {
  proposedCustomerMail: () => proposals.proposedCustomerMail({ ...facts, proposal }),
  proposedCompanyMail: () => proposals.proposedCompanyMail({ ...facts, proposal }),
  endedCustomerMail: () =>
    (['declined', 'withdrawn', 'lapsed'] as const).map((status) => proposals.endedCustomerMail({ ...facts, proposal, status })),
  endedCompanyMail: () =>
    (['declined', 'withdrawn', 'lapsed'] as const).map((status) => proposals.endedCompanyMail({ ...facts, proposal, status })),
}
const listed = { startsAt, endsAt, serviceTitle: booking.serviceTitle, customerName: booking.customerName }
const reminderMails: FixturesOf<typeof reminders> = {
  reminderMail: () =>
    (['dayBefore', 'hoursBefore'] as const).map((occasion) => {
      const cancellation = 'Bis Do, 14:00 Uhr kostenlos · danach 50 % zurück'
      return reminders.reminderMail({ ...facts, appointment: { startsAt, endsAt, cancellation }, occasion, at })
    }),
  dayListMail: () =>
    reminders.dayListMail({
      companyId: id,
      company,
      day: '2026-12-11',
      publicUrl,
      appointments: [1, 2, 3].map(() => ({ ...listed, customerPhone: booking.customerPhone, location: booking.location })),
    }),
}
const entry = { endsAt, sequence: 2, at }
const cancelMails: FixturesOf<typeof cancelled> = {
  cancelledCustomerMail: () =>
    (['operator', 'customer', 'company', 'withdrawal'] as const).map((by) =>
      cancelled.cancelledCustomerMail({ booking, company, by, reason, refundCents: 3450, retainedCents: 3450, entry, publicUrl, links }),
    ),
  cancelledCompanyMail: () =>
    cancelled.cancelledCompanyMail({
      booking,
      company,
      by: 'customer',
      reason,
      refundCents: 6900,
      retainedCents: 0,
      isPaidOut: true,
      entry,
      publicUrl,
    }),
}
const estimate = { lowCents: 9000, ceilingCents: 12000, priceCents: 14500, reason }
const requestMails: FixturesOf<typeof requests> = {
  requestedMails: () => {
    const { secret, open } = requests.requestedMails({ ...facts, items, estimate })
    return { ...requests.requestedMails({ ...facts, items, estimate: undefined }), estimatedSecret: secret, estimatedOpen: open }
  },
  answerDueMail: () => requests.answerDueMail(facts),
  declinedMail: () => requests.declinedMail({ ...facts, reason }),
  counteredMail: () => requests.counteredMail({ ...facts, estimate, starts: [startsAt, endsAt] }),
  lapsedMails: () => requests.lapsedMails({ ...facts, missing: 'answer' }),
  withdrawnMail: () => requests.withdrawnMail(facts),
  noneFitsMail: () => requests.noneFitsMail(facts),
  captureRefusedMail: () => requests.captureRefusedMail(facts),
  pricedMail: () => requests.pricedMail({ ...facts, estimate }),
  payNewPriceMail: () => requests.payNewPriceMail(facts),
  priceDeclinedMail: () => requests.priceDeclinedMail(facts),
}
const supplementItem = { title: 'Weitere Arbeitsstunden', quantity: 150, unit: 'Std.', unitCents: 4_600, totalCents: 6_900 }
const supplement = { id, item: supplementItem, reason }
const supplementMails: FixturesOf<typeof supplements> = {
  proposedMail: () => supplements.proposedMail({ ...facts, supplement, answerBy: until }),
  withdrawnMail: () => supplements.withdrawnMail({ ...facts, supplement }),
  answeredMail: () => (['declined', 'lapsed'] as const).map((answer) => supplements.answeredMail({ ...facts, supplement, answer })),
  paidMails: () => supplements.paidMails({ ...facts, job: booking, order: { ...booking, amountCents: 6_900 }, items: [supplementItem] }),
}
const instalment = { id, place: 1, parts: 2, totalCents: 35_000 }
const instalmentMails: FixturesOf<typeof instalments> = {
  dueMail: () => (['due', 'reminded'] as const).map((step) => instalments.dueMail({ ...facts, instalment, step })),
  paidMails: () =>
    instalments.paidMails({
      ...facts,
      job: booking,
      order: { ...booking, serviceTitle: 'Rate 1 von 2: Wohnung streichen', amountCents: 35_000 },
    }),
}
const waits = { id, email: to, companyName: company.companyName, serviceTitle: booking.serviceTitle, offers: 0 }
const waitingMails: FixturesOf<typeof waiting> = {
  renewedWaitingMail: () => waiting.renewedWaitingMail({ id, email: to, number: 1, url: publicUrl }),
  confirmWaitingMail: () => waiting.confirmWaitingMail({ id, email: to, url: publicUrl }),
  heldMail: () => ({
    visitor: waiting.heldMail({ entry: { ...waits, bookingId: null }, startsAt, until, url: publicUrl }),
    booking: waiting.heldMail({ entry: { ...waits, bookingId: id }, startsAt, until, url: publicUrl }),
  }),
}

const seriesFacts = { id, weeks: 2 as const, dates: 3, email: to }
const seriesDates = [11, 18, 25].map((day) => ({
  ...{ bookingId: `${id}${day}`, startsAt: new Date(`2026-12-${day}T13:00:00Z`), bookingStatus: 'pending', amountCents: 6900 },
  ...{ serviceTitle: booking.serviceTitle, customerName: booking.customerName },
}))
const ofSeries = { series: seriesFacts, company, dates: seriesDates, url: publicUrl, publicUrl }
const seriesForm = {
  ...booking,
  dates: seriesDates.map(({ startsAt: start }) => ({ date: start.toISOString().slice(0, 10), time: '14:00' })),
}
const seriesMails: FixturesOf<typeof series> = {
  renewedSeriesMail: () => series.renewedSeriesMail({ id, email: to, number: 1, url: publicUrl }),
  confirmSeriesMail: () => series.confirmSeriesMail({ id, email: to, url: publicUrl }),
  seriesRequestMails: () =>
    series.seriesRequestMails({ ...ofSeries, form: seriesForm, serviceTitle: booking.serviceTitle, amountCents: 6900, items, until }),
  acceptedMail: () => series.acceptedMail(ofSeries),
  declinedMail: () => series.declinedMail({ ...ofSeries, reason }),
  lapsedMails: () => series.lapsedMails(ofSeries),
  endedCompanyMail: () =>
    [true, false].map((isWhole) => series.endedCompanyMail({ ...ofSeries, ended: seriesDates.map(({ bookingId }) => bookingId), isWhole })),
  endedCustomerMail: () => [true, false].map((isWhole) => series.endedCustomerMail({ ...ofSeries, ended: [`${id}18`], isWhole, reason })),
  dueMail: () => [false, true].map((isReminder) => series.dueMail({ booking, company, until, links, isReminder })),
  dateLapsedMails: () => series.dateLapsedMails({ booking, company, links, publicUrl }),
}

export const bookingFixtures: Record<string, Record<string, () => Drawn>> = {
  'src/orders/bookings/mails.ts': bookingMails,
  'src/orders/appointments/mails.ts': appointmentMails,
  'src/orders/appointments/proposalMails.ts': proposalMails,
  'src/orders/appointments/reminderMails.ts': reminderMails,
  'src/orders/bookings/cancelMails.ts': cancelMails,
  'src/orders/bookings/complaints/mails.ts': complaintMails,
  'src/orders/requests/mails.ts': requestMails,
  'src/orders/supplements/mails.ts': supplementMails,
  'src/orders/instalments/mails.ts': instalmentMails,
  'src/orders/tips/mails.ts': { givenMails: () => tips.givenMails({ ...facts, job: booking, order: { ...booking, amountCents: 1_000 } }) },
  'src/orders/waiting/mails.ts': waitingMails,
  'src/orders/series/mails.ts': seriesMails,
}
