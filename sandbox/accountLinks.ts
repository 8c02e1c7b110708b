import type Stripe from 'stripe'
import { findAccount } from './accounts.ts'
import { newId } from './ids.ts'
import { type Box, type Call, operation, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'
import type { AccountLinkRecord } from './tables.ts'

const linkSeconds = 5 * 60
/** Seconds for which the form is usable after the link was opened. */
const visitSeconds = 60 * 60

export const accountLinkOperations = [
  operation<Stripe.AccountLinkCreateParams>(
    'AccountLinks.create',
    ['account', 'type', 'refresh_url', 'return_url', 'collection_options', 'collect'],
    createLink,
  ),
  operation<Stripe.AccountCreateLoginLinkParams>('Accounts.createLoginLink', [], ({ box, pathId }): Stripe.LoginLink => {
    const account = findAccount(box, pathId)
    if (!account.details_submitted) throw invalidRequest('Cannot create a login link for an account that has not completed onboarding.')
    return { object: 'login_link', created: seconds(box), url: `${box.url()}/setup/e/${account.id}` }
  }),
]

function createLink({ box, params }: Call<Stripe.AccountLinkCreateParams>): Stripe.AccountLink {
  if (!box.store.get('account', params.account)) throw missingObject('account', params.account, 'account')
  if (params.type !== 'account_onboarding')
    throw invalidRequest(`You cannot create \`${params.type}\` type Account Links for this account.`, { param: 'type' })
  const link: AccountLinkRecord = {
    id: newId('', 20),
    account: findAccount(box, params.account).id,
    expiresAt: seconds(box) + linkSeconds,
    visitedAt: null,
    isUsed: false,
    refreshUrl: readUrl(params.refresh_url, 'refresh_url'),
    returnUrl: readUrl(params.return_url, 'return_url'),
  }
  box.store.put('accountLink', link.id, link)
  return {
    object: 'account_link',
    created: seconds(box),
    expires_at: link.expiresAt,
    url: `${box.url()}/setup/e/${link.account}/${link.id}`,
  }
}

function readUrl(url: string | undefined, param: string): string {
  if (!url) throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw invalidRequest('Not a valid URL', { code: 'url_invalid', param })
  return url
}

/** Returns true for the first visit within the lifetime of a link, and marks it as visited; a second visit is refused. */
export function visitLink(box: Box, link: AccountLinkRecord): boolean {
  if (link.visitedAt !== null || link.expiresAt <= seconds(box)) return false
  box.store.put('accountLink', link.id, { ...link, visitedAt: seconds(box) })
  return true
}

/** Returns true if the form of an opened link may still be submitted. */
export function isBeingVisited(box: Box, link: AccountLinkRecord): boolean {
  return link.visitedAt !== null && !link.isUsed && seconds(box) < link.visitedAt + visitSeconds
}
