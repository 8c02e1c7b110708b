import * as adminGate from '#src/backoffice/admin/signIn/mails.ts'
import * as dashboardGate from '#src/backoffice/dashboard/signIn/mails.ts'
import * as accounts from '#src/foundation/accounts/mails.ts'
import * as payments from '#src/money/payments/mails.ts'
import * as bank from '#src/money/payouts/bank/mails.ts'
import * as payouts from '#src/money/payouts/runs/mails.ts'
import * as debits from '#src/money/plans/debits/mails.ts'
import * as plans from '#src/money/plans/mails.ts'
import * as taxes from '#src/money/taxes/mails.ts'
import * as documents from '#src/orders/documents/mails.ts'
import * as messages from '#src/orders/messages/mails.ts'
import * as replies from '#src/orders/messages/replies/mails.ts'
import { replyAddress, replyProblems } from '#src/orders/messages/replies/rules.ts'
import * as refunds from '#src/orders/refunds/mails.ts'
import * as reviews from '#src/orders/reviews/mails.ts'
import * as withdrawals from '#src/orders/withdrawals/mails.ts'
import * as workers from '#src/platform/server/workers/mails.ts'
import * as demand from '#src/site/demand/mails.ts'
import * as mailings from '#src/site/mailings/mails.ts'
import * as contact from '#src/site/support/contactMails.ts'
import * as reports from '#src/site/support/reportMails.ts'
import * as feeds from '#src/supply/calendars/feeds/mails.ts'
import * as warnings from '#src/supply/calendars/warnings/mails.ts'
import * as details from '#src/supply/companies/details/mails.ts'
import * as companyEmail from '#src/supply/companies/email/mails.ts'
import * as companies from '#src/supply/companies/mails.ts'
import * as verification from '#src/supply/companies/verification/mails.ts'
import { bookingFixtures } from './bookingFixtures.ts'
import {
  at,
  booking,
  company,
  companyName,
  type Drawn,
  type Fixture,
  type FixturesOf,
  href,
  id,
  links,
  publicUrl,
  reason,
  to,
  until,
} from './example.ts'
import { quoteFixtures } from './quoteFixtures.ts'

const accountMails: FixturesOf<typeof accounts> = {
  confirmMail: () => accounts.confirmMail({ to, tokenId: id, href }),
  alreadyConfirmedMail: () => accounts.alreadyConfirmedMail({ to, requestId: id, href }),
  resetMail: () => accounts.resetMail({ to, tokenId: id, href }),
  welcomeMail: () =>
    [false, true].map((isProvider) => accounts.welcomeMail({ to, userId: id, brandName: 'Handschlag', publicUrl, isProvider })),
  passwordChangedMail: () => accounts.passwordChangedMail({ to, userId: id, changedAt: at, href }),
  newDeviceMail: () => accounts.newDeviceMail({ to, sessionId: id, device: 'Firefox auf Windows', at, href }),
}

const code = '482 913'
const adminSignInMails: FixturesOf<typeof adminGate> = {
  adminCodeMail: () => adminGate.adminCodeMail({ to, code, occasion: 'code' }),
  lockedMail: () => adminGate.lockedMail({ to, occasion: 'locked' }),
  freshCodeMail: () => adminGate.freshCodeMail({ to, code, occasion: 'fresh' }),
}
const dashboardSignInMails: FixturesOf<typeof dashboardGate> = {
  dashboardCodeMail: () => dashboardGate.dashboardCodeMail({ to, code, occasion: 'code' }),
}

const companyFacts = { to, companyId: id, companyName, publicUrl, at }
const companyMails: FixturesOf<typeof companies> = {
  companyAddedMail: () =>
    companies.companyAddedMail({
      to: company.email,
      occasion: 'added',
      companyName,
      contactPerson: company.contactPerson,
      dashboardCode: '48291377',
      dashboardUrl: `${publicUrl}/dashboard`,
    }),
  companyClosedMail: () => companies.companyClosedMail(companyFacts),
  companySuspendedMail: () => companies.companySuspendedMail({ ...companyFacts, reason }),
  companyReleasedMail: () => companies.companyReleasedMail(companyFacts),
}
const feedMails: FixturesOf<typeof feeds> = {
  feedFailingMail: () =>
    feeds.feedFailingMail({ companyId: id, company, host: 'calendar.google.com', failure: 'unreachable', readAt: at, at, publicUrl }),
}
const unbookable = { title: 'Fenster putzen', minutes: 300, isSpread: false, why: 'short', longestMinutes: 240 } as const
const warningMails: FixturesOf<typeof warnings> = {
  unbookableMail: () =>
    [[unbookable], [unbookable, { ...unbookable, title: 'Wohnung streichen', minutes: 4_800, isSpread: true, longestMinutes: null }]].map(
      (services) => warnings.unbookableMail({ companyId: id, company, services, day: '2026-12-09', publicUrl }),
    ),
}
const steps = ['asked', 'reminded', 'remindedAgain', 'stopped', 'withheld', 'expired'] as const
const detailsMails: FixturesOf<typeof details> = {
  detailsRequestMail: () => steps.map((step) => details.detailsRequestMail({ ...companyFacts, step }, { publicUrl })),
  detailsSubmittedMail: () => details.detailsSubmittedMail(companyFacts, { publicUrl }),
  detailsDecidedMail: () =>
    [true, false].map((isAccepted) => details.detailsDecidedMail({ ...companyFacts, isAccepted, reason }, { publicUrl })),
}
const quarters = ([1, 2, 3, 4] as const).map((quarter) => ({ quarter, consideration: 4_120, activities: 32, fees: 124, taxes: 0 }))
const taxMails: FixturesOf<typeof taxes> = {
  figuresMail: () => taxes.figuresMail({ companyId: id, companyName, email: company.email, year: 2026, quarters }, { publicUrl }),
}
const facts = {
  buyer: { email: to, contactName: company.contactPerson },
  terms: '',
  issuedOn: '2026-11-01',
  grossCents: 13_800,
  taxCents: 2_203,
}
const documentMails: FixturesOf<typeof documents> = {
  issuedMail: () => documents.issuedMail({ document: { id, number: 'RE-2026-000042', facts }, word: 'Rechnung', publicUrl }),
  customerMail: () =>
    documents.customerMail({
      document: {
        id,
        number: 'P7K2A-2026-00017',
        facts: { ...facts, supplyTo: '2026-10-31', seller: { name: companyName }, terms: 'Bereits bezahlt am 24.10.2026 über Stripe.' },
      },
      word: 'Rechnung',
      page: href,
    }),
  cancelledMail: () =>
    [true, false].map((isReissued) =>
      documents.cancelledMail({
        to,
        document: {
          id,
          number: 'P7K2A-2026-00017',
          facts: { buyer: { name: 'Praxis Dr. Behrens' }, seller: { contactName: company.contactPerson } },
        },
        reason,
        isReissued,
        publicUrl,
      }),
    ),
  heldMail: () =>
    (['reminded', 'remindedAgain'] as const).flatMap((step) =>
      [true, false].map((isMandated) =>
        documents.heldMail({
          to,
          contactPerson: company.contactPerson,
          booking: { ...booking, bookingDate: '2026-11-20' },
          number: 'P7K2A-2026-00017',
          heldOn: '2026-11-21',
          step,
          isMandated,
          publicUrl,
        }),
      ),
    ),
  uploadedInvoiceMail: () => documents.uploadedInvoiceMail({ fileId: id, to, companyName, page: href }),
}
const verificationMails: FixturesOf<typeof verification> = {
  submittedMail: () => verification.submittedMail({ ...companyFacts, requestId: id }),
  badgeLostMail: () => verification.badgeLostMail({ to, companyId: id, companyName, at, publicUrl }),
  proofEndingMail: () =>
    verification.proofEndingMail({ to, companyId: id, companyName, proof: { kind: 'insurance', validUntil: '2027-06-30' }, publicUrl }),
  badgeEndedMail: () => verification.badgeEndedMail({ to, companyId: id, companyName, at, publicUrl }),
  decidedMail: () => [true, false].map((isGranted) => verification.decidedMail({ ...companyFacts, requestId: id, isGranted, reason })),
}
const mailingMails: FixturesOf<typeof mailings> = {
  bulkMail: () =>
    mailings.bulkMail({
      subject: 'Neu: Ihre Termine im eigenen Kalender',
      message: 'ab heute können Sie Ihre Termine abonnieren.\n\nSie finden die Adresse unter „Zeiten“.',
      addressee: company,
      brandName: 'Handschlag',
      optOutUrl: href,
    }),
}

const place = { ...booking, bookingId: id, quoteId: null, companyName, companyEmail: company.email, contactPerson: company.contactPerson }
const quotePlace = { ...place, bookingId: null, quoteId: id, bookingDate: null, bookingTime: null }
const replyTo = replyAddress('b7kq'.repeat(8), 'antwort.handschlag.example')
const unread = [
  { id, body: 'Guten Tag, sollen wir eine Leiter mitbringen?', sentAt: at, files: [] },
  { id, body: '', sentAt: at, files: [{ name: 'Treppenhaus.jpg' }] },
]
const messageMails: FixturesOf<typeof messages> = {
  unreadCustomerMail: () => [
    ...[true, false].map((isConfirmed) => messages.unreadCustomerMail({ place, unread, isConfirmed, links, replyTo })),
    messages.unreadCustomerMail({
      place: quotePlace,
      unread,
      isConfirmed: true,
      links: { page: href, withdrawal: null },
      replyTo: undefined,
    }),
  ],
  unreadCompanyMail: () => [place, quotePlace].map((one) => messages.unreadCompanyMail({ place: one, unread, threadUrl: href, replyTo })),
  reportedMail: () => messages.reportedMail({ to, reportId: id, place, side: 'customer', areaUrl: href }),
}
const replyMails: FixturesOf<typeof replies> = {
  undeliveredMail: () =>
    [replyProblems.empty().message, 'Ihr Text kam an, aber ohne diese Dateien: Plan.dwg (Ungültiger Dateityp).'].map((reason) =>
      replies.undeliveredMail({ to, threadId: id, side: 'customer', day: '2026-11-24', place, reason }),
    ),
}
const paymentMails: FixturesOf<typeof payments> = {
  discrepancyMail: () =>
    payments.discrepancyMail({ to, kind: 'balanceDiffers', reference: 'pi_3PqXbK2eZvKYlo2C1gFJ8x2f', amountCents: 6900 }),
  outageMail: () =>
    payments.outageMail({
      to,
      kind: 'keyRefused',
      beganAt: at,
      refusals: 1,
      reason: 'StripeAuthenticationError api_key_expired (401) req_8sKqLw2Tn4vXyZ https://stripe.com/docs/error-codes/api-key-expired',
    }),
  discrepanciesMail: () =>
    payments.discrepanciesMail({
      to,
      at: new Date('2026-11-27T10:00:00Z'),
      breaks: [
        { kind: 'unmatchedTransaction', reference: 'txn_3PqXbK2eZvKYlo2C1gFJ8x2f', amountCents: 6900 },
        { kind: 'unknownSubscription', reference: 'sub_1PqXbK2eZvKYlo2C', amountCents: 2900 },
      ],
    }),
  auditMail: () =>
    payments.auditMail({
      to,
      id,
      violations: 1,
      openBreaks: 0,
      pspCents: null,
      ledgerCents: 6900,
      findings: [],
    }),
}
const workerMails: FixturesOf<typeof workers> = {
  stalledJobsMail: () => workers.stalledJobsMail({ to, occasion: 'stalled', job: 'payments.converge', minutes: 12, waiting: 148 }),
}
const account = {
  account_holder: companyName,
  bank_account: 'DE•• •••• •••• •••• ••34 56',
  bank_code: 'HASPDEHHXXX',
  bank_name: 'Hamburger Sparkasse',
}
const change = { to, kind: 'bank' as const, changeId: id, companyName, href, account }
const target = {
  ...change,
  kind: 'account' as const,
  account: { ...account, account_holder: 'Ihr Konto beim Zahlungsdienst', bank_code: null },
}
const companyEmailMails: FixturesOf<typeof companyEmail> = {
  confirmCompanyEmailMail: () => companyEmail.confirmCompanyEmailMail({ to, changeId: id, href }),
  changedCompanyEmailMail: () =>
    (['account', 'former'] as const).map((addressee) =>
      companyEmail.changedCompanyEmailMail({ to, changeId: id, href, companyName, email: 'neu@firma.example', changedAt: at, addressee }),
    ),
}
const bankMails: FixturesOf<typeof bank> = {
  confirmBankMail: () => [bank.confirmBankMail(change), bank.confirmBankMail(target)],
  changedBankMail: () =>
    (['account', 'company'] as const).flatMap((addressee) => [
      bank.changedBankMail({ ...change, isFirst: addressee === 'account', changedAt: at, addressee }),
      bank.changedBankMail({ ...target, isFirst: false, changedAt: at, addressee }),
    ]),
  disputedBankMail: () => bank.disputedBankMail({ to, changeId: id, companyName, disputedAt: at }),
}
const payout = {
  id,
  companyName,
  email: company.email,
  rail: 'sepa' as const,
  companyAmountCents: 132_480,
  nettedCents: 6693,
  bookings: 21,
  periodStart: '2026-11-16',
  periodEnd: '2026-11-22',
}
const payoutMails: FixturesOf<typeof payouts> = {
  payoutSentMail: () =>
    [payout.nettedCents, payout.companyAmountCents].map((nettedCents) => payouts.payoutSentMail({ ...payout, nettedCents }, { publicUrl })),
  payoutFailedMail: () => payouts.payoutFailedMail({ ...payout, errorCode: 'returned', reason: 'Konto erloschen' }, { publicUrl }),
  payoutWaitsMail: () =>
    payouts.payoutWaitsMail(
      { companyId: id, companyName, email: company.email, cause: 'noBankDetails', weekOn: '2026-11-23', amountCents: 132_480 },
      { publicUrl },
    ),
}
const subscription = {
  to,
  companyId: id,
  companyName,
  publicUrl,
  pspId: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  paidPlan: 'premium',
  renewsAs: 'premium',
  currentPeriodEnd: until,
  cancelAtPeriodEnd: true,
  cancelAt: until,
  cancellations: 1,
  pastDueSince: null,
  startedAt: at,
  endedAt: null,
  latestInvoiceId: 'in_1',
  method: 'card',
  look: 1,
  checkedAt: at,
} as const
const planMails: FixturesOf<typeof plans> = {
  startedMail: () => [false, true].map((isUnderWay) => plans.startedMail({ ...subscription, isUnderWay })),
  paymentFailedMail: () => plans.paymentFailedMail(subscription),
  unpaidMail: () => plans.unpaidMail(subscription),
  cancelledMail: () => plans.cancelledMail(subscription),
  endedMail: () => [
    ...[false, true].map((isReturned) => plans.endedMail({ ...subscription, isReturned })),
    plans.endedMail({ ...subscription, paidPlan: null, isReturned: false }),
  ],
}

const debit = { to, companyName, publicUrl, amountCents: 3000 }
const mandate = { reference: 'K2XQ7RZ4M9TB1LPW', creditorId: 'DE98ZZZ09999999999', last4: '3000' }
const debitMails: FixturesOf<typeof debits> = {
  debitNoticeMail: () =>
    [undefined, mandate].map((known) =>
      debits.debitNoticeMail({ ...debit, key: 'in_1', from: until, creditor: 'Handschlag GmbH', mandate: known }),
    ),
  paymentReturnedMail: () => [until, null].map((payUntil) => debits.paymentReturnedMail({ ...debit, invoiceId: 'in_1', payUntil })),
}

const dispute = { id, amountCents: 6900, reason: 'Die Leistung ist ausgeblieben', dueBy: until }
const stages = ['opened', 'won', 'lost'] as const
const refundMails: FixturesOf<typeof refunds> = {
  refundedCompanyMail: () =>
    refunds.refundedCompanyMail({ company, booking, refund: { refundId: id, amountCents: 6900 }, shareCents: 6693, isPaidOut: true }),
  disputeOperatorMail: () => stages.map((stage) => refunds.disputeOperatorMail({ to, booking, change: { ...dispute, stage } })),
  disputeCompanyMail: () => stages.map((stage) => refunds.disputeCompanyMail({ company, booking, change: { ...dispute, stage } })),
}

const reviewFacts = { to, reviewId: id, companyName, companyId: id, reason, publicUrl, key: id, token: 'beispiel' }
const reviewMails: FixturesOf<typeof reviews> = {
  confirmReviewMail: () => reviews.confirmReviewMail(reviewFacts),
  alreadyReviewedMail: () => reviews.alreadyReviewedMail(reviewFacts),
  invitationMail: () => reviews.invitationMail({ booking: { ...booking, companyName }, token: 'beispiel', publicUrl }),
  repliedMail: () =>
    reviews.repliedMail({ ...reviewFacts, reply: 'Vielen Dank! Die Sprossenfenster machen wir nächstes Mal gründlicher.' }),
  deletedAuthorMail: () => reviews.deletedAuthorMail(reviewFacts),
  deletedCompanyMail: () => reviews.deletedCompanyMail(reviewFacts),
  rejectedCompanyMail: () => reviews.rejectedCompanyMail(reviewFacts),
  rejectedAuthorMail: () => reviews.rejectedAuthorMail(reviewFacts),
}

const demandMails: FixturesOf<typeof demand> = {
  confirmAlertMail: () => demand.confirmAlertMail({ id, email: to, url: publicUrl }),
  companyFoundMail: () =>
    demand.companyFoundMail({
      alert: { id, email: to, words: 'Dachrinne reinigen', location: 'Kiel', category: null, service: null },
      company: { companyName, location: '24103 Kiel' },
      searchUrl: publicUrl,
      url: publicUrl,
    }),
}

const contactMails: FixturesOf<typeof contact> = {
  contactMail: () =>
    contact.contactMail({ id, to, name: booking.customerName, email: to, topic: 'booking', message: 'Wo finde ich meinen Beleg?' }),
}
const reported = { id, to, replyTo: to, publicUrl, companyName, createdAt: at, decisionReason: reason }
const reportMails: FixturesOf<typeof reports> = {
  reportReceivedMail: () => reports.reportReceivedMail({ ...reported, target: 'review', reason: 'insult' }),
  newReportMail: () => reports.newReportMail({ ...reported, target: 'company', reason: 'fraud' }),
  reportDecidedMail: () =>
    reports.reportDecidedMail({ ...reported, target: 'review', reason: 'insult', decision: 'removed', ground: 'terms' }),
  reviewRemovedMail: () => reports.reviewRemovedMail({ ...reported, decision: 'removed', ground: 'terms' }),
  companySuspendedMail: () => reports.companySuspendedMail({ ...reported, decision: 'removed', ground: 'law' }),
  profileEditedMail: () => reports.profileEditedMail({ ...reported, decision: 'edited', ground: 'terms' }),
}

const withdrawal = {
  id,
  name: booking.customerName,
  contract: 'Buchung 89bc5f72',
  email: to,
  bookingId: id,
  status: 'accepted',
  cause: 'late',
  times: 1,
  declaredAt: at,
} as const
const withdrawalMails: FixturesOf<typeof withdrawals> = {
  receiptMail: () => withdrawals.receiptMail({ withdrawal, at }),
  openWithdrawalMail: () => withdrawals.openWithdrawalMail({ to, withdrawal, publicUrl }),
  decisionMail: () =>
    (['accepted', 'rejected'] as const).map((status) =>
      withdrawals.decisionMail({ withdrawal: { ...withdrawal, status }, reason, refundCents: 6900 }),
    ),
}

/** A fixture for every mail of the product, by the file that writes it and the name of its function. */
export const mailFixtures: Record<string, Record<string, () => Drawn>> = {
  ...bookingFixtures,
  ...quoteFixtures,
  'src/foundation/accounts/mails.ts': accountMails,
  'src/backoffice/admin/signIn/mails.ts': adminSignInMails,
  'src/supply/calendars/feeds/mails.ts': feedMails,
  'src/supply/calendars/warnings/mails.ts': warningMails,
  'src/supply/companies/details/mails.ts': detailsMails,
  'src/supply/companies/mails.ts': companyMails,
  'src/supply/companies/verification/mails.ts': verificationMails,
  'src/backoffice/dashboard/signIn/mails.ts': dashboardSignInMails,
  'src/orders/documents/mails.ts': documentMails,
  'src/site/demand/mails.ts': demandMails,
  'src/site/mailings/mails.ts': mailingMails,
  'src/orders/messages/mails.ts': messageMails,
  'src/orders/messages/replies/mails.ts': replyMails,
  'src/money/payments/mails.ts': paymentMails,
  'src/supply/companies/email/mails.ts': companyEmailMails,
  'src/money/payouts/bank/mails.ts': bankMails,
  'src/money/payouts/runs/mails.ts': payoutMails,
  'src/money/plans/debits/mails.ts': debitMails,
  'src/money/plans/mails.ts': planMails,
  'src/orders/refunds/mails.ts': refundMails,
  'src/orders/reviews/mails.ts': reviewMails,
  'src/platform/server/workers/mails.ts': workerMails,
  'src/site/support/contactMails.ts': contactMails,
  'src/site/support/reportMails.ts': reportMails,
  'src/money/taxes/mails.ts': taxMails,
  'src/orders/withdrawals/mails.ts': withdrawalMails,
}

/** All mails as they are rendered, each under its own name. */
export const listFixtures = () =>
  Object.entries(mailFixtures).flatMap(([file, mails]) =>
    Object.entries(mails).flatMap(([name, write]) =>
      variantsOf(write()).map(([variant, mail]) => ({
        name: [file.slice(4, -3).replaceAll('/', '.'), name, variant].filter(Boolean).join('.'),
        mail,
      })),
    ),
  )

function variantsOf(drawn: Drawn): [string, Fixture][] {
  if ('blocks' in drawn) return [['', drawn as Fixture]]
  return Object.entries(drawn)
}
