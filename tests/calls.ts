/**
 * Which kind of caller may use which operation. A route without a row, or a row without a route, fails the build (tests/calls.test.ts).
 * `own`, `foreign` and `none` say whose object the caller names.
 */
export const callers = [
  'visitor',
  'holder',
  'holderOfAnother',
  'signedIn',
  'signedInAnother',
  // Of the company that the call names; past the dashboard code; of another company and past the code.
  'owner',
  'ownerPastCode',
  'ownerOfAnother',
  'adminPastPassword',
  'adminPastBothGates',
  'signedWebhook',
] as const
export type CallerName = (typeof callers)[number]

/** What the caller is answered: a status below 400 is "may". */
type Row = Record<CallerName, 'may' | 'refused'>

const only = (...allowed: CallerName[]): Row => {
  const answer = (caller: CallerName) => (allowed.includes(caller) ? 'may' : 'refused')
  return {
    visitor: answer('visitor'),
    holder: answer('holder'),
    holderOfAnother: answer('holderOfAnother'),
    signedIn: answer('signedIn'),
    signedInAnother: answer('signedInAnother'),
    owner: answer('owner'),
    ownerPastCode: answer('ownerPastCode'),
    ownerOfAnother: answer('ownerOfAnother'),
    adminPastPassword: answer('adminPastPassword'),
    adminPastBothGates: answer('adminPastBothGates'),
    signedWebhook: answer('signedWebhook'),
  }
}
const everybody = only(...callers)
const holderOnly = only('holder')
const signedOnly = only('signedWebhook')
const owners = ['owner', 'ownerPastCode', 'ownerOfAnother'] as const
const everySignedIn = only('signedIn', 'signedInAnother', ...owners)
/** P and P2 of docs/spec.md#who-may-call: the owner of the named company. */
const ownerOnly = only('owner', 'ownerPastCode')
const ownerPastCodeOnly = only('ownerPastCode')

/** By `METHOD path`, as the server's own route list names it. */
export const calls: Record<string, Row> = {
  'GET /healthz': everybody,
  'GET /readyz': everybody,
  'GET /openapi.json': everybody,
  'GET /robots.txt': everybody,
  'GET /sitemap.xml': everybody,
  'GET /sitemaps/*': everybody,
  'GET /vorschau/*': everybody,
  'GET /storage/v1/object/company-images/*': everybody,
  'POST /storage/v1/object/company-images/*': ownerPastCodeOnly,
  'DELETE /storage/v1/object/company-images/*': ownerPastCodeOnly,
  'POST /functions/v1/order-gallery': ownerPastCodeOnly,
  'POST /functions/v1/list-services': ownerPastCodeOnly,
  'POST /functions/v1/save-service': ownerPastCodeOnly,
  'POST /functions/v1/delete-service': ownerPastCodeOnly,
  'POST /functions/v1/order-services': ownerPastCodeOnly,
  'POST /functions/v1/suggest-catalogue': ownerPastCodeOnly,
  'POST /functions/v1/import-services': ownerPastCodeOnly,
  'GET /functions/v1/services.csv': ownerPastCodeOnly,
  'POST /functions/v1/get-bank-details': ownerPastCodeOnly,
  'POST /functions/v1/request-bank-details-update': ownerPastCodeOnly,
  // Holders of the link in a mail.
  'POST /functions/v1/verify-bank-update': holderOnly,
  'POST /functions/v1/undo-bank-update': holderOnly,
  'POST /functions/v1/get-payout-account': ownerPastCodeOnly,
  'POST /functions/v1/open-payout-account': ownerPastCodeOnly,
  'POST /rest/v1/rpc/get_homepage_stats': everybody,
  'POST /rest/v1/rpc/search_companies_safe': everybody,
  'POST /rest/v1/rpc/get_public_companies_simple': everybody,
  'POST /rest/v1/rpc/get_public_reviews': everybody,
  'POST /functions/v1/suggest-words': everybody,
  'POST /functions/v1/suggest-places': everybody,
  'POST /functions/v1/get-company-services': everybody,
  'POST /functions/v1/get-company-reach': everybody,
  'POST /functions/v1/create-booking-payment': everybody,
  'POST /functions/v1/upload-booking-attachment': everybody,
  // The uploading browser: to another browser the file is unknown.
  'POST /functions/v1/remove-booking-attachment': holderOnly,
  'POST /functions/v1/verify-payment': holderOnly,
  'POST /functions/v1/get-booking': holderOnly,
  'POST /functions/v1/request-booking-link': everybody,
  'POST /functions/v1/cancel-own-booking': holderOnly,
  'GET /functions/v1/booking-receipt.pdf': holderOnly,
  'GET /functions/v1/own-booking-attachment': holderOnly,
  // Holders of the link in a booking mail; a declaration is accepted from everybody.
  'POST /functions/v1/get-withdrawal-contract': holderOnly,
  'POST /functions/v1/declare-withdrawal': everybody,
  'POST /webhooks/stripe': signedOnly,
  'POST /auth/v1/sign-up': everybody,
  // With the right password of an account.
  'POST /auth/v1/sign-in': everybody,
  'POST /auth/v1/sign-out': everybody,
  'POST /auth/v1/session': everybody,
  'POST /auth/v1/resend': everybody,
  'POST /auth/v1/recover': everybody,
  // Holders of an unused link of ours.
  'POST /auth/v1/verify': holderOnly,
  'POST /auth/v1/exchange': holderOnly,
  // The current password is right for every account but the second.
  'POST /auth/v1/user': only('signedIn', ...owners),
  'POST /functions/v1/send-auth-link': everybody,
  'POST /functions/v1/create-user-profile': everySignedIn,
  'POST /functions/v1/send-welcome-email': everySignedIn,
  'POST /functions/v1/get-company-contact': everySignedIn,
  'POST /functions/v1/get-legal-notice': everybody,
  'POST /functions/v1/create-provider-company': everySignedIn,
  'POST /functions/v1/create-company-subscription': ownerOnly,
  'POST /functions/v1/get-company-subscription': ownerOnly,
  'POST /functions/v1/get-subscription': ownerPastCodeOnly,
  'POST /functions/v1/cancel-subscription': ownerPastCodeOnly,
  'POST /functions/v1/resume-subscription': ownerPastCodeOnly,
  'POST /functions/v1/change-plan': ownerPastCodeOnly,
  'POST /functions/v1/open-billing-portal': ownerPastCodeOnly,
  // Accounts that were mailed the code.
  'POST /functions/v1/claim-company': everySignedIn,
  'POST /functions/v1/get-claim-offer': everySignedIn,
  'POST /functions/v1/list-own-sessions': everySignedIn,
  // The session of the first account is named.
  'POST /functions/v1/end-own-session': only('signedIn'),
  // Owners of a company must have passed the dashboard code.
  'POST /functions/v1/export-own-data': only('signedIn', 'signedInAnother', 'ownerPastCode', 'ownerOfAnother'),
  'POST /functions/v1/delete-own-account': only('signedIn', ...owners),
  'POST /functions/v1/send-2fa-code': everySignedIn,
  // With the code that was mailed.
  'POST /functions/v1/verify-2fa-code': everySignedIn,
  // Each owner reads their own data.
  'POST /functions/v1/get-dashboard-data': only('ownerPastCode', 'ownerOfAnother'),
  'GET /functions/v1/dashboard-events': ownerPastCodeOnly,
  'POST /functions/v1/list-company-bookings': ownerPastCodeOnly,
  'POST /functions/v1/get-company-booking': ownerPastCodeOnly,
  'GET /functions/v1/company-bookings.csv': ownerPastCodeOnly,
  'GET /functions/v1/booking-attachment': ownerPastCodeOnly,
  'POST /functions/v1/update-company': ownerPastCodeOnly,
  // With the right password of the operator.
  'POST /functions/v1/verify-admin-code': everybody,
  'POST /functions/v1/send-admin-2fa-code': only('adminPastPassword'),
  'POST /functions/v1/verify-admin-2fa-code': only('adminPastPassword'),
  'POST /functions/v1/admin-session': everybody,
  'POST /functions/v1/admin-sign-out': everybody,
  'POST /functions/v1/admin-stats': only('adminPastBothGates'),
  'POST /functions/v1/admin-overview': only('adminPastBothGates'),
  'POST /functions/v1/admin-health': only('adminPastBothGates'),
  'POST /functions/v1/admin-read-settings': only('adminPastBothGates'),
  'POST /functions/v1/admin-update-settings': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-audit': only('adminPastBothGates'),
  'GET /functions/v1/admin-audit.csv': only('adminPastBothGates'),
  'POST /functions/v1/process-weekly-payouts': only('adminPastBothGates'),
  'POST /functions/v1/process-hourly-payouts': only('adminPastBothGates'),
  'POST /functions/v1/list-company-payouts': ownerPastCodeOnly,
  'GET /functions/v1/company-payouts.csv': ownerPastCodeOnly,
  'POST /functions/v1/list-statement-months': ownerPastCodeOnly,
  'GET /functions/v1/payout-statement.pdf': ownerPastCodeOnly,
  'POST /functions/v1/admin-list-payouts': only('adminPastBothGates'),
  'GET /functions/v1/admin-payouts.csv': only('adminPastBothGates'),
  'POST /functions/v1/admin-payout-stats': only('adminPastBothGates'),
  'POST /functions/v1/admin-preview-payouts': only('adminPastBothGates'),
  'POST /functions/v1/admin-payout-run': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-sepa-files': only('adminPastBothGates'),
  'GET /functions/v1/sepa-file.xml': only('adminPastBothGates'),
  'POST /functions/v1/admin-mark-sepa-file': only('adminPastBothGates'),
  'POST /functions/v1/admin-mark-payout-returned': only('adminPastBothGates'),
  'POST /functions/v1/admin-fail-sepa-payout': only('adminPastBothGates'),
  'POST /functions/v1/admin-refund-booking': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-bookings': only('adminPastBothGates'),
  'POST /functions/v1/admin-read-booking': only('adminPastBothGates'),
  'POST /functions/v1/admin-cancel-booking': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-withdrawals': only('adminPastBothGates'),
  'POST /functions/v1/admin-read-withdrawal': only('adminPastBothGates'),
  'POST /functions/v1/admin-decide-withdrawal': only('adminPastBothGates'),
  'GET /functions/v1/admin-bookings.csv': only('adminPastBothGates'),
  'GET /functions/v1/admin-booking-attachment': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-reviews': only('adminPastBothGates'),
  'POST /functions/v1/admin-delete-review': only('adminPastBothGates'),
  // A review that its company objected to.
  'POST /functions/v1/admin-keep-review': only('adminPastBothGates'),
  // Everybody but the company's own people.
  'POST /functions/v1/insert-review': only(...callers.filter((caller) => caller !== 'owner' && caller !== 'ownerPastCode')),
  // Holders of the link in the review's mail.
  'POST /functions/v1/get-written-review': holderOnly,
  'POST /functions/v1/confirm-review': holderOnly,
  'POST /functions/v1/discard-review': holderOnly,
  // Holders of the link in a booking's mail.
  'POST /functions/v1/get-review-invitation': holderOnly,
  'POST /functions/v1/decline-review-invitations': holderOnly,
  'POST /functions/v1/list-company-reviews': ownerPastCodeOnly,
  'POST /functions/v1/reply-to-review': ownerPastCodeOnly,
  'POST /functions/v1/object-to-review': ownerPastCodeOnly,
  'GET /functions/v1/admin-reviews.csv': only('adminPastBothGates'),
  'POST /functions/v1/send-contact-message': everybody,
  'POST /functions/v1/report-content': everybody,
  'POST /functions/v1/admin-list-contact-messages': only('adminPastBothGates'),
  'POST /functions/v1/admin-file-contact-message': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-notices': only('adminPastBothGates'),
  'POST /functions/v1/admin-read-notice': only('adminPastBothGates'),
  'POST /functions/v1/admin-decide-notice': only('adminPastBothGates'),
  'POST /functions/v1/send-email': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-mailing-recipients': only('adminPastBothGates'),
  'POST /functions/v1/admin-preview-mailing': only('adminPastBothGates'),
  'POST /functions/v1/admin-start-mailing': only('adminPastBothGates'),
  'POST /functions/v1/admin-mailing': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-mailing-results': only('adminPastBothGates'),
  'GET /functions/v1/admin-mailing-results.csv': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-mailings': only('adminPastBothGates'),
  'POST /functions/v1/admin-stop-mailing': only('adminPastBothGates'),
  'POST /functions/v1/admin-resume-mailing': only('adminPastBothGates'),
  // Holders of the link in a mailing.
  'POST /functions/v1/unsubscribe-mailings': holderOnly,
  'POST /abmelden': holderOnly,
  'POST /functions/v1/get-mailing-choice': ownerPastCodeOnly,
  'POST /functions/v1/set-mailing-choice': ownerPastCodeOnly,
  'POST /functions/v1/admin-revenues': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-revenues': only('adminPastBothGates'),
  'POST /functions/v1/admin-check-revenues': only('adminPastBothGates'),
  'GET /functions/v1/admin-revenues.csv': only('adminPastBothGates'),
  'POST /functions/v1/admin-create-provider': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-providers': only('adminPastBothGates'),
  'POST /functions/v1/admin-read-provider': only('adminPastBothGates'),
  'POST /functions/v1/admin-update-company': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-services': only('adminPastBothGates'),
  'POST /functions/v1/admin-save-service': only('adminPastBothGates'),
  'POST /functions/v1/admin-delete-service': only('adminPastBothGates'),
  'POST /functions/v1/admin-order-services': only('adminPastBothGates'),
  'POST /functions/v1/admin-suggest-catalogue': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-catalogue': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-trades': only('adminPastBothGates'),
  'POST /functions/v1/admin-change-catalogue-entry': only('adminPastBothGates'),
  'POST /functions/v1/admin-add-catalogue-service': only('adminPastBothGates'),
  'POST /functions/v1/admin-suspend-company': only('adminPastBothGates'),
  'POST /functions/v1/admin-release-company': only('adminPastBothGates'),
  'POST /functions/v1/admin-preview-deletion': only('adminPastBothGates'),
  'POST /functions/v1/admin-delete-company': only('adminPastBothGates'),
  'POST /functions/v1/admin-issue-claim-code': only('adminPastBothGates'),
  'POST /functions/v1/admin-lift-payout-hold': only('adminPastBothGates'),
  'POST /functions/v1/admin-read-bank-details': only('adminPastBothGates'),
  'POST /functions/v1/send-admin-fresh-code': only('adminPastBothGates'),
  'POST /functions/v1/verify-admin-fresh-code': only('adminPastBothGates'),
  'GET /functions/v1/admin-providers.csv': only('adminPastBothGates'),
  'POST /functions/v1/admin-self-audit': only('adminPastBothGates'),
  'POST /functions/v1/admin-list-breaks': only('adminPastBothGates'),
  // An open break that only the operator can close.
  'POST /functions/v1/admin-close-break': only('adminPastBothGates'),
}

/** Catch-all routes that refuse everything that is no operation: routes of the server, but nothing to call. */
export const refusals = ['ALL /functions/*', 'ALL /rest/*', 'ALL /storage/*', 'ALL /auth/v1/*', 'ALL /webhooks/*']
