import { adminCompaniesHttp } from '#src/backoffice/admin/companies/http.ts'
import { overviewHttp } from '#src/backoffice/admin/overview/http.ts'
import { adminRevenuesHttp } from '#src/backoffice/admin/revenue/http.ts'
import { settingsHttp } from '#src/backoffice/admin/settings/http.ts'
import { findAdmin } from '#src/backoffice/admin/signIn/actions.ts'
import { adminHttp } from '#src/backoffice/admin/signIn/http.ts'
import { archiveCompaniesOf } from '#src/backoffice/closings/actions.ts'
import { companyJobs } from '#src/backoffice/closings/jobs.ts'
import { dashboardHttp } from '#src/backoffice/dashboard/http.ts'
import { accountsHttp } from '#src/foundation/accounts/http.ts'
import { accountsJobs } from '#src/foundation/accounts/jobs.ts'
import { findSession } from '#src/foundation/accounts/sessionActions.ts'
import { filesHttp } from '#src/foundation/files/http.ts'
import { filesJobs } from '#src/foundation/files/jobs.ts'
import { exportAcceptances } from '#src/foundation/legal/actions.ts'
import { paymentsHttp } from '#src/money/payments/http.ts'
import { paymentsJobs } from '#src/money/payments/jobs.ts'
import { paymentGauges } from '#src/money/payments/metricsStore.ts'
import { reconciliationHttp } from '#src/money/payments/reconciliation/http.ts'
import { convergePayoutAccount } from '#src/money/payouts/accounts/actions.ts'
import { payoutAccountHttp } from '#src/money/payouts/accounts/http.ts'
import { exportBankDetails } from '#src/money/payouts/bank/actions.ts'
import { bankHttp } from '#src/money/payouts/bank/http.ts'
import { bankJobs } from '#src/money/payouts/bank/jobs.ts'
import { requestTargetConfirmation } from '#src/money/payouts/bank/targetActions.ts'
import { payoutListHttp } from '#src/money/payouts/lists/http.ts'
import { payoutHttp } from '#src/money/payouts/runs/http.ts'
import { payoutJobs } from '#src/money/payouts/runs/jobs.ts'
import { statementHttp } from '#src/money/payouts/statements/http.ts'
import { exportSubscriptions } from '#src/money/plans/actions.ts'
import { noteReturnedPayment } from '#src/money/plans/debits/returnActions.ts'
import { plansHttp } from '#src/money/plans/http.ts'
import { plansJobs } from '#src/money/plans/jobs.ts'
import { convergeReference } from '#src/money/plans/reconcileActions.ts'
import { exportReported } from '#src/money/taxes/actions.ts'
import { taxesHttp } from '#src/money/taxes/http.ts'
import { taxesJobs } from '#src/money/taxes/jobs.ts'
import { adoptBookings } from '#src/orders/appointments/adoptActions.ts'
import { appointmentsHttp } from '#src/orders/appointments/http.ts'
import { bookingsOfCompanyHttp } from '#src/orders/companyBookings/http.ts'
import { feedHttp } from '#src/orders/diary/feed/http.ts'
import { diaryHttp } from '#src/orders/diary/http.ts'
import { exportDocuments } from '#src/orders/documents/company/actions.ts'
import { documentsHttp } from '#src/orders/documents/company/http.ts'
import { customerInvoicesHttp } from '#src/orders/documents/customers/http.ts'
import { documentsJobs } from '#src/orders/documents/jobs.ts'
import { adminDocumentsHttp } from '#src/orders/documents/operator/http.ts'
import { instalmentsHttp } from '#src/orders/instalments/http.ts'
import { messagesHttp } from '#src/orders/messages/http.ts'
import { messagesJobs } from '#src/orders/messages/jobs.ts'
import { threadReportsHttp } from '#src/orders/messages/operator/http.ts'
import { repliesHttp } from '#src/orders/messages/replies/http.ts'
import { exportMessages } from '#src/orders/messages/retentionActions.ts'
import { exportWork } from '#src/orders/onsite/companyActions.ts'
import { workHttp } from '#src/orders/onsite/http.ts'
import { adminBookingsHttp } from '#src/orders/operatorBookings/http.ts'
import { exportBookings } from '#src/orders/ordering/actions.ts'
import { bookingsHttp } from '#src/orders/ordering/http.ts'
import { bookingsJobs } from '#src/orders/ordering/jobs.ts'
import { bookingHooks } from '#src/orders/ordering/paidActions.ts'
import { refundHooks } from '#src/orders/refunds/actions.ts'
import { cancelHttp } from '#src/orders/refunds/cancelHttp.ts'
import { complaintsHttp } from '#src/orders/refunds/complaints/http.ts'
import { exportComplaints } from '#src/orders/refunds/complaints/readActions.ts'
import { refundHttp } from '#src/orders/refunds/http.ts'
import { refundJobs } from '#src/orders/refunds/jobs.ts'
import { requestsHttp } from '#src/orders/requests/http.ts'
import { companyReviewsHttp } from '#src/orders/reviews/companyHttp.ts'
import { reviewsHttp } from '#src/orders/reviews/http.ts'
import { reviewsJobs } from '#src/orders/reviews/jobs.ts'
import { deleteAuthor, exportReviews } from '#src/orders/reviews/writingActions.ts'
import { reviewWritingHttp } from '#src/orders/reviews/writingHttp.ts'
import { exportSeries } from '#src/orders/series/actions.ts'
import { seriesHttp } from '#src/orders/series/http.ts'
import { supplementsHttp } from '#src/orders/supplements/http.ts'
import { tipsHttp } from '#src/orders/tips/http.ts'
import { deleteWaiting, exportWaiting } from '#src/orders/waiting/actions.ts'
import { waitingHttp } from '#src/orders/waiting/http.ts'
import { exportWithdrawals } from '#src/orders/withdrawals/actions.ts'
import { withdrawalsHttp } from '#src/orders/withdrawals/http.ts'
import { withdrawalsJobs } from '#src/orders/withdrawals/jobs.ts'
import type { Hooks } from '#src/platform/server/app.ts'
import type { AnyEndpoint, CallsOf } from '#src/platform/server/calls/endpoint.ts'
import type { PageLimit } from '#src/platform/server/http.ts'
import type { AnyJob } from '#src/platform/server/jobs.ts'
import { encryptedMailJob, mailJob } from '#src/platform/server/mail/mail.ts'
import type { ReadGauge } from '#src/platform/server/metrics/metrics.ts'
import { queueGauges } from '#src/platform/server/metrics/queueGauges.ts'
import { platformJobs } from '#src/platform/server/sweeps.ts'
import { exportAddresses } from '#src/site/customers/addresses/actions.ts'
import { exportFavourites } from '#src/site/customers/favourites/actions.ts'
import { customersHttp } from '#src/site/customers/http.ts'
import { deleteAlerts, exportAlerts } from '#src/site/demand/actions.ts'
import { demandHttp } from '#src/site/demand/http.ts'
import { demandJobs } from '#src/site/demand/jobs.ts'
import { mailingsHttp } from '#src/site/mailings/http.ts'
import { mailingsJobs } from '#src/site/mailings/jobs.ts'
import { optOutHttp } from '#src/site/mailings/optOutHttp.ts'
import { claimQuote } from '#src/site/quotes/acceptActions.ts'
import { exportQuotes } from '#src/site/quotes/advanceActions.ts'
import { quotesHttp } from '#src/site/quotes/http.ts'
import { quotesJobs } from '#src/site/quotes/jobs.ts'
import { quoteRequestsHttp } from '#src/site/quotes/operator/http.ts'
import { issuePageOfQuote } from '#src/site/quotes/requestActions.ts'
import { quoteThreadsHttp } from '#src/site/quotes/threadHttp.ts'
import { searchJobs } from '#src/site/search/jobs.ts'
import { crawlerHttp } from '#src/site/search/landing/http.ts'
import { landingSlugs } from '#src/site/search/landing/rules.ts'
import { placesHttp } from '#src/site/search/places/http.ts'
import { perMinute, searchHttp } from '#src/site/search/query/http.ts'
import { suggestHttp } from '#src/site/search/query/suggestHttp.ts'
import { deleteSender } from '#src/site/support/contactActions.ts'
import { contactHttp } from '#src/site/support/contactHttp.ts'
import { supportJobs } from '#src/site/support/jobs.ts'
import { readLegalFiles } from '#src/site/support/legalActions.ts'
import { reportHttp } from '#src/site/support/reportHttp.ts'
import { securityHttp } from '#src/site/support/securityHttp.ts'
import { blocksHttp } from '#src/supply/calendars/blocks/http.ts'
import { feedsHttp } from '#src/supply/calendars/feeds/http.ts'
import { hoursHttp } from '#src/supply/calendars/hours/http.ts'
import { calendarsJobs } from '#src/supply/calendars/jobs.ts'
import { calendarLinksHttp } from '#src/supply/calendars/links/http.ts'
import { calendarsHttp } from '#src/supply/calendars/publicHttp.ts'
import { exportCompanies } from '#src/supply/companies/actions.ts'
import { claimHttp } from '#src/supply/companies/claims/http.ts'
import { exportDetails } from '#src/supply/companies/details/actions.ts'
import { detailsHttp } from '#src/supply/companies/details/http.ts'
import { companyEmailHttp } from '#src/supply/companies/email/http.ts'
import { companiesHttp } from '#src/supply/companies/http.ts'
import { imageHttp } from '#src/supply/companies/images/http.ts'
import { companiesJobs } from '#src/supply/companies/jobs.ts'
import { requireOwnCompany } from '#src/supply/companies/profile/actions.ts'
import { profileHttp } from '#src/supply/companies/profile/http.ts'
import { verificationHttp } from '#src/supply/companies/verification/http.ts'
import { exportServices } from '#src/supply/services/editing/actions.ts'
import { serviceEditingHttp } from '#src/supply/services/editing/http.ts'
import { catalogueHttp } from '#src/supply/services/operator/http.ts'
import { publicServicesHttp } from '#src/supply/services/publicHttp.ts'

/** Contributions of the slices, listed once: main.ts wires them into a process, the tests into a cloned database. */
export const operations = [
  ...searchHttp,
  ...crawlerHttp,
  ...suggestHttp,
  ...placesHttp,
  ...filesHttp,
  ...publicServicesHttp,
  ...calendarsHttp,
  ...hoursHttp,
  ...blocksHttp,
  ...calendarLinksHttp,
  ...feedsHttp,
  ...bookingsHttp,
  ...appointmentsHttp,
  ...requestsHttp,
  ...waitingHttp,
  ...seriesHttp,
  ...supplementsHttp,
  ...instalmentsHttp,
  ...workHttp,
  ...tipsHttp,
  ...diaryHttp,
  ...feedHttp,
  ...messagesHttp,
  ...threadReportsHttp,
  ...repliesHttp,
  ...quotesHttp,
  ...quoteThreadsHttp,
  ...quoteRequestsHttp,
  ...reviewsHttp,
  ...reviewWritingHttp,
  ...companyReviewsHttp,
  ...paymentsHttp,
  ...reconciliationHttp,
  ...accountsHttp,
  ...companiesHttp,
  ...claimHttp,
  ...plansHttp,
  ...serviceEditingHttp,
  ...catalogueHttp,
  ...profileHttp,
  ...companyEmailHttp,
  ...imageHttp,
  ...verificationHttp,
  ...detailsHttp,
  ...customersHttp,
  ...dashboardHttp,
  ...bookingsOfCompanyHttp,
  ...payoutAccountHttp,
  ...bankHttp,
  ...payoutHttp,
  ...payoutListHttp,
  ...statementHttp,
  ...taxesHttp,
  ...refundHttp,
  ...cancelHttp,
  ...complaintsHttp,
  ...withdrawalsHttp,
  ...documentsHttp,
  ...customerInvoicesHttp,
  ...adminDocumentsHttp,
  ...demandHttp,
  ...mailingsHttp,
  ...optOutHttp,
  ...contactHttp,
  ...reportHttp,
  ...securityHttp,
  ...adminHttp,
  ...overviewHttp,
  ...settingsHttp,
  ...adminCompaniesHttp,
  ...adminBookingsHttp,
  ...adminRevenuesHttp,
] as const satisfies readonly AnyEndpoint[]
/** Body and answer of each, for the browser's typed client. */
export type Calls = CallsOf<typeof operations>
export const jobs: readonly AnyJob[] = [
  ...platformJobs,
  mailJob,
  encryptedMailJob,
  ...accountsJobs,
  ...filesJobs,
  ...companiesJobs,
  ...paymentsJobs,
  ...plansJobs,
  ...calendarsJobs,
  ...bookingsJobs,
  ...messagesJobs,
  ...quotesJobs,
  ...reviewsJobs,
  ...bankJobs,
  ...payoutJobs,
  ...taxesJobs,
  ...refundJobs,
  ...withdrawalsJobs,
  ...companyJobs,
  ...documentsJobs,
  ...demandJobs,
  ...mailingsJobs,
  ...supportJobs,
  ...searchJobs,
]
/** Figures of the slices for `/metrics`. */
export const gauges: readonly ReadGauge[] = [...queueGauges, ...paymentGauges]
/** Pages that run a search, with its rate limit. */
export const pageLimits: readonly PageLimit[] = ['/search', ...landingSlugs.flatMap(({ slug }) => [`/${slug}`, `/${slug}/:town`])].map(
  (pattern) => ({ pattern, limits: perMinute }),
)
export const hooks: Hooks = {
  ...bookingHooks,
  ...refundHooks,
  findSession,
  findAdmin,
  requireOwnCompany,
  onCalendarOpened: adoptBookings,
  claimQuote,
  issueQuotePage: issuePageOfQuote,
  readLegalFiles,
  onSubscriptionChanged: convergeReference,
  onPaymentReturned: noteReturnedPayment,
  onPayoutAccountChanged: convergePayoutAccount,
  onPayoutTargetSeen: requestTargetConfirmation,
  exportPerson: {
    acceptedTexts: exportAcceptances,
    companies: exportCompanies,
    businessDetails: exportDetails,
    services: exportServices,
    bookings: exportBookings,
    work: exportWork,
    complaints: exportComplaints,
    waitingList: exportWaiting,
    searchAlerts: exportAlerts,
    series: exportSeries,
    messages: exportMessages,
    quotes: exportQuotes,
    plans: exportSubscriptions,
    bankDetails: exportBankDetails,
    documents: exportDocuments,
    taxReports: exportReported,
    withdrawals: exportWithdrawals,
    reviews: exportReviews,
    favourites: exportFavourites,
    addresses: exportAddresses,
  },
  mayDeleteAccount: {
    companies: archiveCompaniesOf,
    reviews: deleteAuthor,
    messages: deleteSender,
    waitingList: deleteWaiting,
    searchAlerts: deleteAlerts,
  },
}
