/**
 * Every operation × every kind of caller: may it be used? Later issues add their rows and kinds; a route without a row, or a row without
 * a route, fails the build (tests/calls.test.ts). `own`, `foreign` and `none` tell whose object the caller names.
 */
export const callers = ['visitor', 'holder', 'holderOfAnother', 'signedWebhook'] as const
export type CallerName = (typeof callers)[number]

/** What the caller is answered: a status below 400 is "may". */
type Row = Record<CallerName, 'may' | 'refused'>

const everybody: Row = { visitor: 'may', holder: 'may', holderOfAnother: 'may', signedWebhook: 'may' }
const holderOnly: Row = { visitor: 'refused', holder: 'may', holderOfAnother: 'refused', signedWebhook: 'refused' }
const signedOnly: Row = { visitor: 'refused', holder: 'refused', holderOfAnother: 'refused', signedWebhook: 'may' }

/** By `METHOD path`, as the server's own route list names it. */
export const calls: Record<string, Row> = {
  'GET /healthz': everybody,
  'GET /readyz': everybody,
  'GET /openapi.json': everybody,
  'GET /storage/v1/object/company-images/*': everybody,
  'POST /rest/v1/rpc/get_homepage_stats': everybody,
  'POST /rest/v1/rpc/search_companies_safe': everybody,
  'POST /rest/v1/rpc/get_public_companies_simple': everybody,
  'POST /rest/v1/rpc/get_public_reviews': everybody,
  'POST /functions/v1/create-booking-payment': everybody,
  'POST /functions/v1/upload-booking-attachment': everybody,
  // Whoever uploaded it: the file of another browser is unknown.
  'POST /functions/v1/remove-booking-attachment': holderOnly,
  'POST /functions/v1/verify-payment': holderOnly,
  'POST /functions/v1/get-booking': holderOnly,
  'POST /webhooks/stripe': signedOnly,
}

/** Refuse everything under their prefix that is no operation: they are routes of the server, but nothing to call. */
export const refusals = ['ALL /functions/*', 'ALL /rest/*', 'ALL /storage/*', 'ALL /auth/v1/*', 'ALL /webhooks/*']
