import { z } from 'zod'
import { type CallsOf, endpoint, resource } from '#src/server/endpoint.ts'
import { pageAnswer, pageFields, readQuery } from '#src/server/pages.ts'
import { passFreshCode, sendFreshCode } from './freshCodeActions.ts'
import {
  changeByOperator,
  createProvider,
  inviteAgain,
  liftHold,
  readProvider,
  readProviders,
  releaseProvider,
  suspendProvider,
  viewBankDetails,
} from './providerActions.ts'
import { deleteProvider, previewDeletion } from './providerClosingActions.ts'
import { deletionRequest } from './providerClosingRules.ts'
import { writeProviders } from './providerCsvActions.ts'
import {
  clearAccount,
  deletionPreview,
  newProvider,
  providerChange,
  providerDetail,
  providerFilter,
  providerSort,
  shownProvider,
  suspension,
} from './providerRules.ts'
import { codeAttempt } from './rules.ts'

const company = z.object({ companyId: z.uuid() })
const done = z.object({ success: z.literal(true) })
const success = { success: true as const }
/** How fresh the operator's code must be for bank details in clear (decisions 2, as for the provider's own). */
const freshMinutes = 10

/** Providers, for the operator. */
export const adminProvidersHttp = [
  endpoint({
    name: 'admin-create-provider',
    kind: 'function',
    allows: 'A2',
    summary: 'Enters a provider, Premium without payment; its address is mailed the code to take it over',
    isCreating: true,
    body: newProvider,
    answer: z.object({
      company: shownProvider.extend({ description: z.string(), website: z.string().nullable(), hourly_rate: z.number().nullable() }),
    }),
    run: async (app, { body, caller }) => ({ company: await createProvider(app, { ...body, caller }) }),
  }),
  endpoint({
    name: 'admin-list-providers',
    kind: 'function',
    allows: 'A2',
    summary: 'A page of all providers, archived ones only when they are asked for, and how many match',
    body: providerFilter.extend({ ...pageFields, sort: providerSort }),
    answer: pageAnswer(shownProvider),
    run: (app, { body: { page, pageSize, sort, ...filter } }) => readProviders(app, { page, pageSize, sort, filter }),
  }),
  endpoint({
    name: 'admin-read-provider',
    kind: 'function',
    allows: 'A2',
    summary: 'One provider with the state of its claim code and its bank details, masked; amounts in euros',
    body: company,
    answer: providerDetail,
    run: (app, { body }) => readProvider(app, body.companyId),
  }),
  endpoint({
    name: 'admin-update-company',
    kind: 'function',
    allows: 'A2',
    summary: "Changes a provider's fields, plan, badge and check; the plan of a paying one follows its subscription",
    body: providerChange,
    answer: done,
    run: async (app, { body: { companyId, knownAt, ...fields }, caller }) => {
      await changeByOperator(app, { companyId, knownAt: new Date(knownAt), caller, fields })
      return success
    },
  }),
  endpoint({
    name: 'admin-suspend-company',
    kind: 'function',
    allows: 'A2',
    summary: 'Hides a company, which then takes no bookings and reads why; its payouts wait',
    body: suspension,
    answer: done,
    run: (app, { body, caller }) => suspendProvider(app, { ...body, caller }).then(() => success),
  }),
  endpoint({
    name: 'admin-release-company',
    kind: 'function',
    allows: 'A2',
    summary: 'Takes a suspension back',
    body: company,
    answer: done,
    run: (app, { body, caller }) => releaseProvider(app, { ...body, caller }).then(() => success),
  }),
  endpoint({
    name: 'admin-preview-deletion',
    kind: 'function',
    allows: 'A2',
    summary: 'Whether a company would be deleted for good or archived, how many bookings that touches and how much goes back, in euros',
    body: company,
    answer: deletionPreview,
    run: (app, { body }) => previewDeletion(app, body.companyId),
  }),
  endpoint({
    name: 'admin-delete-company',
    kind: 'function',
    allows: 'A2',
    summary: 'Deletes a company for good, or archives it when anybody ever paid; `expects` says which of the two was announced',
    body: deletionRequest,
    answer: done,
    run: (app, { body, caller }) => deleteProvider(app, { ...body, caller }).then(() => success),
  }),
  endpoint({
    name: 'admin-issue-claim-code',
    kind: 'function',
    allows: 'A2',
    summary: 'Mails a new code to a company that nobody has taken over; the old one is worth nothing any more',
    body: company,
    answer: done,
    run: (app, { body, caller }) => inviteAgain(app, { ...body, caller }).then(() => success),
  }),
  endpoint({
    name: 'admin-lift-payout-hold',
    kind: 'function',
    allows: 'A2',
    summary: 'Lets payouts go on that stood still after a disputed change of bank details',
    body: company,
    answer: done,
    run: (app, { body, caller }) => liftHold(app, { ...body, caller }).then(() => success),
  }),
  endpoint({
    name: 'admin-read-bank-details',
    kind: 'function',
    allows: 'A2',
    stepUpMinutes: freshMinutes,
    summary: "A company's bank details in clear, with a code that is not older than ten minutes; each look is written down",
    body: company,
    answer: clearAccount,
    run: (app, { body, caller }) => viewBankDetails(app, { ...body, caller }),
  }),
  endpoint({
    name: 'send-admin-fresh-code',
    kind: 'function',
    allows: 'A2',
    summary: 'Mails a code to the configured address, for what asks for a fresh one',
    body: z.object({}),
    answer: done,
    run: (app, { caller }) => sendFreshCode(app, caller.admin).then(() => success),
  }),
  endpoint({
    name: 'verify-admin-fresh-code',
    kind: 'function',
    allows: 'A2',
    summary: 'Confirms with the mailed code that the operator still sits here',
    body: codeAttempt,
    refusal: { verified: false },
    answer: z.object({ verified: z.literal(true) }),
    run: async (app, { body, caller }) => {
      await passFreshCode(app, { admin: caller.admin, code: body.code, requestId: caller.requestId })
      return { verified: true as const }
    },
  }),
  resource({
    name: 'admin-providers.csv',
    kind: 'resource',
    path: '/functions/v1/admin-providers.csv',
    allows: 'A2',
    summary: 'Providers as a file for a German spreadsheet; the filters of admin-list-providers in the query',
    run: async (app, { query }) => writeProviders(app, readQuery(query, providerFilter)),
  }),
] as const
export type AdminProviderCalls = CallsOf<typeof adminProvidersHttp>
