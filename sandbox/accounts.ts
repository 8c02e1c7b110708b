import type Stripe from 'stripe'
import { emitEvent } from './events.ts'
import { paidInto } from './externalAccounts.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, type Call, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest, notInSandbox, StripeProblem } from './problems.ts'
import { readPlatform } from './settings.ts'

const understood = [
  ...['type', 'controller', 'country', 'default_currency', 'email', 'business_type', 'metadata'],
  ...['business_profile.name', 'business_profile.url', 'business_profile.mcc', 'business_profile.product_description'],
  ...['capabilities.transfers', 'capabilities.card_payments'],
]
const changeable = understood.filter((name) => !['type', 'controller', 'country'].includes(name))

/** Connected accounts of companies: light dashboard, details collected by Stripe, fees and losses borne by the platform. */
export const accountOperations = [
  operation<Stripe.AccountCreateParams>('Accounts.create', understood, createAccount),
  operation<Stripe.AccountRetrieveParams>('Accounts.retrieve', [], ({ box, pathId }) => findAccount(box, pathId)),
  operation<Stripe.AccountUpdateParams>('Accounts.update', changeable, ({ box, params, pathId, request }) => {
    const account = findAccount(box, pathId)
    return changeAccount(box, { account, change: { ...detailsOf(params, account), ...requested(params, account) }, request })
  }),
  operation<Stripe.AccountListParams>('Accounts.list', ['limit', 'starting_after', 'ending_before', 'created'], ({ box, params }) =>
    listPage({ items: box.store.all('account').map(asListed), params, noun: 'account', url: '/v1/accounts', keep: () => true }),
  ),
]

const asListed = (account: Stripe.Account) => ({ ...account, created: account.created ?? 0 })

/** Stripe answers the same for an unknown account and for another platform's account. */
export function findAccount(box: Box, id: string): Stripe.Account {
  const account = box.store.get('account', id)
  if (account) return account
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`
  throw new StripeProblem(403, { type: 'invalid_request_error', code: 'account_invalid', message })
}

/** Changes an account and sends an event to the platform; without a real change there is no event. */
export function changeAccount(
  box: Box,
  input: { account: Stripe.Account; change: Partial<Stripe.Account>; request?: RequestFacts },
): Stripe.Account {
  const { account, change, request } = input
  const keys = Object.keys(change).filter((key) => JSON.stringify(Reflect.get(account, key)) !== JSON.stringify(Reflect.get(change, key)))
  if (keys.length === 0) return account
  const changed = { ...account, ...change }
  box.store.put('account', account.id, changed)
  const previous = Object.fromEntries(keys.map((key) => [key, Reflect.get(account, key) ?? null]))
  emitEvent(box, { type: 'account.updated', object: changed, previous, request, account: account.id })
  return changed
}

/** Capabilities and requirements of an account in each state that a test may need. */
export function stateOf(account: Stripe.Account, state: 'enabled' | 'pending' | 'restricted' | 'new'): Partial<Stripe.Account> {
  const isEnabled = state === 'enabled'
  const capabilityNames = Object.keys(account.capabilities ?? {})
  const due = { enabled: [], pending: [], restricted: ['individual.verification.document'], new: dueAtFirst }[state]
  const requirements: Stripe.Account.Requirements = {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: isEnabled ? null : state === 'pending' ? 'requirements.pending_verification' : 'requirements.past_due',
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: state === 'pending' ? ['individual.verification.document'] : [],
  }
  return {
    capabilities: Object.fromEntries(
      capabilityNames.map((name) => [name, isEnabled ? 'active' : state === 'pending' ? 'pending' : 'inactive']),
    ),
    charges_enabled: isEnabled && capabilityNames.length > 0,
    details_submitted: state !== 'new',
    payouts_enabled: isEnabled,
    requirements,
  }
}

const dueAtFirst = ['business_type', 'external_account', 'tos_acceptance.date', 'tos_acceptance.ip']

/**
 * `iban`: the owner enters another bank account on Stripe's pages. `due`: Stripe's deadline for its requirements, in seconds since 1970.
 */
type Judgement = { account: string; state: 'enabled' | 'pending' | 'restricted'; iban?: string | undefined; due?: number | undefined }

/** Verb `account` of the control interface: Stripe's own decision about an account. */
export function setAccountState(box: Box, input: Judgement): Stripe.Account {
  return box.store.transact(() => {
    const account = findAccount(box, input.account)
    const state = stateOf(account, input.state)
    const requirements = state.requirements && { ...state.requirements, current_deadline: input.due ?? null }
    const bank = input.state === 'enabled' || input.iban ? paidInto(account, input.iban) : {}
    return changeAccount(box, { account, change: { ...state, ...(requirements ? { requirements } : {}), ...bank } })
  })
}

/** Stripe has to approve platforms whose accounts only receive transfers; before that it refuses such accounts. */
function refuseUnapproved(box: Box, { capabilities }: Stripe.AccountCreateParams) {
  if (readPlatform(box.store).transfersAlone || !capabilities?.transfers?.requested || capabilities.card_payments?.requested) return
  throw invalidRequest(
    'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.',
    { param: 'capabilities' },
  )
}

function createAccount({ box, params }: Call<Stripe.AccountCreateParams>): Stripe.Account {
  refuseOtherKinds(params)
  refuseUnapproved(box, params)
  const id = newId('acct_', 16)
  const blank: Stripe.Account = {
    id,
    object: 'account',
    business_profile: emptyProfile,
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: {
      fees: { payer: params.type ? 'application_express' : 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
      type: 'application',
    },
    country: 'DE',
    created: seconds(box),
    default_currency: 'eur',
    details_submitted: false,
    email: null,
    metadata: {},
    payouts_enabled: false,
    type: 'express',
  }
  const described = { ...blank, ...detailsOf(params, blank), capabilities: capabilitiesOf(params) }
  const account: Stripe.Account = { ...described, ...stateOf(described, 'new') }
  box.store.put('account', id, account)
  return account
}

function refuseOtherKinds({ type, controller, country }: Stripe.AccountCreateParams) {
  if (type && controller) throw invalidRequest('You may only specify one of these parameters: type, controller.')
  const isLight =
    controller?.stripe_dashboard?.type === 'express' &&
    controller.fees?.payer === 'application' &&
    controller.losses?.payments === 'application' &&
    (controller.requirement_collection ?? 'stripe') === 'stripe'
  if (type !== 'express' && !isLight) throw notInSandbox('accounts of another kind than express')
  if (country !== 'DE') throw notInSandbox(`accounts in ${country ?? 'the country of the platform'}`)
}

type Details = Pick<Stripe.AccountCreateParams, 'email' | 'business_type' | 'business_profile' | 'metadata' | 'default_currency'>

/** Changes only the given fields; metadata is merged key by key. */
function detailsOf(params: Details, account: Stripe.Account): Partial<Stripe.Account> {
  const { email, business_type, business_profile, metadata, default_currency } = params
  const { name, url, mcc, product_description } = business_profile ?? {}
  const profile = {
    ...(name ? { name } : {}),
    ...(url ? { url } : {}),
    ...(mcc ? { mcc } : {}),
    ...(product_description ? { product_description } : {}),
  }
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
  return {
    ...(email === undefined ? {} : { email }),
    ...(business_type === undefined ? {} : { business_type }),
    ...(business_profile === undefined ? {} : { business_profile: { ...emptyProfile, ...account.business_profile, ...profile } }),
    ...(default_currency === undefined ? {} : { default_currency }),
    ...(metadata === undefined ? {} : { metadata: mergedMetadata(account.metadata, metadata) }),
  }
}

function mergedMetadata(before: Stripe.Metadata = {}, given: Stripe.Emptyable<Stripe.MetadataParam>): Stripe.Metadata {
  return given ? { ...before, ...readMetadata(given) } : {}
}

function capabilitiesOf({ capabilities }: Pick<Stripe.AccountUpdateParams, 'capabilities'>): Stripe.Account.Capabilities {
  return {
    ...(capabilities?.card_payments?.requested ? { card_payments: 'inactive' } : {}),
    ...(capabilities?.transfers?.requested ? { transfers: 'inactive' } : {}),
  }
}

/** A capability requested later is active at once if the account's details are known. */
function requested(params: Stripe.AccountUpdateParams, account: Stripe.Account): Partial<Stripe.Account> {
  const added = Object.keys(capabilitiesOf(params)).filter((name) => !Object.hasOwn(account.capabilities ?? {}, name))
  if (added.length === 0) return {}
  const state = account.payouts_enabled ? 'active' : 'inactive'
  return { capabilities: { ...account.capabilities, ...Object.fromEntries(added.map((name) => [name, state])) } }
}

const emptyProfile: Stripe.Account.BusinessProfile = {
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
}
