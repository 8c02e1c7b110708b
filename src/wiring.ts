import { accountsHttp } from '#src/accounts/http.ts'
import { accountsJobs } from '#src/accounts/jobs.ts'
import { findSession } from '#src/accounts/sessionActions.ts'
import { adminBookingsHttp } from '#src/admin/bookings/http.ts'
import { adminCompaniesHttp } from '#src/admin/companies/http.ts'
import { findAdmin } from '#src/admin/gate/actions.ts'
import { adminHttp } from '#src/admin/gate/http.ts'
import { overviewHttp } from '#src/admin/overview/http.ts'
import { adminRevenuesHttp } from '#src/admin/revenue/http.ts'
import { settingsHttp } from '#src/admin/settings/http.ts'
import { exportBookings } from '#src/bookings/actions.ts'
import { adoptBookings } from '#src/bookings/appointments/adoptActions.ts'
import { appointmentsHttp } from '#src/bookings/appointments/http.ts'
import { diaryHttp } from '#src/bookings/diary/http.ts'
import { feedHttp } from '#src/bookings/feed/http.ts'
import { bookingsHttp } from '#src/bookings/http.ts'
import { bookingsJobs } from '#src/bookings/jobs.ts'
import { bookingHooks } from '#src/bookings/paidActions.ts'
import { requestsHttp } from '#src/bookings/requests/http.ts'
import { exportSeries } from '#src/bookings/series/actions.ts'
import { seriesHttp } from '#src/bookings/series/http.ts'
import { exportWaiting, forgetWaiting } from '#src/bookings/waiting/actions.ts'
import { waitingHttp } from '#src/bookings/waiting/http.ts'
import { blocksHttp } from '#src/calendars/blocks/http.ts'
import { feedsHttp } from '#src/calendars/feeds/http.ts'
import { hoursHttp } from '#src/calendars/hours/http.ts'
import { calendarsJobs } from '#src/calendars/jobs.ts'
import { calendarLinksHttp } from '#src/calendars/links/http.ts'
import { calendarsHttp } from '#src/calendars/publicHttp.ts'
import { archiveCompaniesOf } from '#src/closings/actions.ts'
import { companyJobs } from '#src/closings/jobs.ts'
import { exportCompanies } from '#src/companies/actions.ts'
import { claimHttp } from '#src/companies/claims/http.ts'
import { exportDetails } from '#src/companies/details/actions.ts'
import { detailsHttp } from '#src/companies/details/http.ts'
import { companyEmailHttp } from '#src/companies/email/http.ts'
import { companiesHttp } from '#src/companies/http.ts'
import { imageHttp } from '#src/companies/images/http.ts'
import { companiesJobs } from '#src/companies/jobs.ts'
import { convergePayoutAccount } from '#src/companies/payoutAccounts/actions.ts'
import { payoutAccountHttp } from '#src/companies/payoutAccounts/http.ts'
import { requireOwnCompany } from '#src/companies/profile/actions.ts'
import { profileHttp } from '#src/companies/profile/http.ts'
import { verificationHttp } from '#src/companies/verification/http.ts'
import { exportAddresses } from '#src/customers/addresses/actions.ts'
import { exportFavourites } from '#src/customers/favourites/actions.ts'
import { customersHttp } from '#src/customers/http.ts'
import { bookingsOfCompanyHttp } from '#src/dashboard/bookings/http.ts'
import { dashboardHttp } from '#src/dashboard/http.ts'
import { exportDocuments } from '#src/documents/company/actions.ts'
import { documentsHttp } from '#src/documents/company/http.ts'
import { customerInvoicesHttp } from '#src/documents/customers/http.ts'
import { documentsJobs } from '#src/documents/jobs.ts'
import { adminDocumentsHttp } from '#src/documents/operator/http.ts'
import { filesHttp } from '#src/files/http.ts'
import { filesJobs } from '#src/files/jobs.ts'
import { exportAcceptances } from '#src/legal/actions.ts'
import { mailingsHttp } from '#src/mailings/http.ts'
import { mailingsJobs } from '#src/mailings/jobs.ts'
import { optOutHttp } from '#src/mailings/optOutHttp.ts'
import { messagesHttp } from '#src/messages/http.ts'
import { messagesJobs } from '#src/messages/jobs.ts'
import { exportMessages } from '#src/messages/keepActions.ts'
import { threadReportsHttp } from '#src/messages/operator/http.ts'
import { repliesHttp } from '#src/messages/replies/http.ts'
import { paymentsHttp } from '#src/payments/http.ts'
import { paymentsJobs } from '#src/payments/jobs.ts'
import { reconciliationHttp } from '#src/payments/reconciliation/http.ts'
import { exportBankDetails } from '#src/payouts/bank/actions.ts'
import { bankHttp } from '#src/payouts/bank/http.ts'
import { bankJobs } from '#src/payouts/bank/jobs.ts'
import { requestTargetConfirmation } from '#src/payouts/bank/targetActions.ts'
import { payoutListHttp } from '#src/payouts/lists/http.ts'
import { payoutHttp } from '#src/payouts/runs/http.ts'
import { payoutJobs } from '#src/payouts/runs/jobs.ts'
import { statementHttp } from '#src/payouts/statements/http.ts'
import { exportSubscriptions } from '#src/plans/actions.ts'
import { plansHttp } from '#src/plans/http.ts'
import { plansJobs } from '#src/plans/jobs.ts'
import { convergeHint } from '#src/plans/reconcileActions.ts'
import { takeOffer } from '#src/quotes/acceptActions.ts'
import { quotesHttp } from '#src/quotes/http.ts'
import { quotesJobs } from '#src/quotes/jobs.ts'
import { exportQuotes } from '#src/quotes/keepActions.ts'
import { quoteRequestsHttp } from '#src/quotes/operator/http.ts'
import { issuePageOfQuote } from '#src/quotes/requestActions.ts'
import { quoteThreadsHttp } from '#src/quotes/threadHttp.ts'
import { refundHooks } from '#src/refunds/actions.ts'
import { cancelHttp } from '#src/refunds/cancelHttp.ts'
import { complaintsHttp } from '#src/refunds/complaints/http.ts'
import { exportComplaints } from '#src/refunds/complaints/readActions.ts'
import { refundHttp } from '#src/refunds/http.ts'
import { refundJobs } from '#src/refunds/jobs.ts'
import { companyReviewsHttp } from '#src/reviews/companyHttp.ts'
import { forgetAuthor } from '#src/reviews/deletionActions.ts'
import { reviewsHttp } from '#src/reviews/http.ts'
import { reviewsJobs } from '#src/reviews/jobs.ts'
import { exportReviews } from '#src/reviews/writingActions.ts'
import { reviewWritingHttp } from '#src/reviews/writingHttp.ts'
import { searchJobs } from '#src/search/jobs.ts'
import { machineHttp } from '#src/search/landing/http.ts'
import { landingSlugs } from '#src/search/landing/rules.ts'
import { placesHttp } from '#src/search/places/http.ts'
import { perMinute, searchHttp } from '#src/search/query/http.ts'
import { suggestHttp } from '#src/search/query/suggestHttp.ts'
import type { Hooks } from '#src/server/app.ts'
import type { AnyEndpoint, CallsOf } from '#src/server/calls/endpoint.ts'
import type { PageLimit } from '#src/server/http.ts'
import type { AnyJob } from '#src/server/jobs.ts'
import { mailJob, secretMailJob } from '#src/server/mail/mail.ts'
import { machineJobs } from '#src/server/sweeps.ts'
import { exportServices } from '#src/services/editing/actions.ts'
import { serviceEditingHttp } from '#src/services/editing/http.ts'
import { catalogueHttp } from '#src/services/operator/http.ts'
import { publicServicesHttp } from '#src/services/publicHttp.ts'
import { forgetSender } from '#src/support/contactActions.ts'
import { contactHttp } from '#src/support/contactHttp.ts'
import { supportJobs } from '#src/support/jobs.ts'
import { readLegalPapers } from '#src/support/legalActions.ts'
import { reportHttp } from '#src/support/reportHttp.ts'
import { securityHttp } from '#src/support/securityHttp.ts'
import { exportReported } from '#src/taxes/actions.ts'
import { taxesHttp } from '#src/taxes/http.ts'
import { taxesJobs } from '#src/taxes/jobs.ts'
import { exportWithdrawals } from '#src/withdrawals/actions.ts'
import { withdrawalsHttp } from '#src/withdrawals/http.ts'
import { withdrawalsJobs } from '#src/withdrawals/jobs.ts'

/** What the slices contribute, listed once: main.ts wires it into a process, the tests into a cloned database. */
export const operations = [
  ...searchHttp,
  ...machineHttp,
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
  ...machineJobs,
  mailJob,
  secretMailJob,
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
  ...mailingsJobs,
  ...supportJobs,
  ...searchJobs,
]
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
  takeOffer,
  issueQuotePage: issuePageOfQuote,
  readLegalPapers,
  onSubscriptionChanged: convergeHint,
  onPayoutAccountChanged: convergePayoutAccount,
  onPayoutTargetSeen: requestTargetConfirmation,
  exportPerson: {
    acceptedTexts: exportAcceptances,
    companies: exportCompanies,
    businessDetails: exportDetails,
    services: exportServices,
    bookings: exportBookings,
    complaints: exportComplaints,
    waitingList: exportWaiting,
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
  mayDeleteAccount: { companies: archiveCompaniesOf, reviews: forgetAuthor, messages: forgetSender, waitingList: forgetWaiting },
}
