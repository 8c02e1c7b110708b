import { z } from 'zod'
import { deleteCompany, previewDeletion } from '#src/backoffice/closings/actions.ts'
import { deletionPreview, deletionRequest } from '#src/backoffice/closings/rules.ts'
import { liftPayoutHold, readBankInClear } from '#src/money/payouts/bank/operatorActions.ts'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageAnswer, readQuery } from '#src/platform/server/pages.ts'
import { operatorProfileNames, shownSchemasOf } from '#src/supply/companies/fields/fields.ts'
import { issueNewCode, releaseCompany } from '#src/supply/companies/operator/actions.ts'
import { passFreshCode, sendFreshCode } from '../gate/freshCodeActions.ts'
import { codeAttempt } from '../gate/rules.ts'
import { changeByOperator, createCompany, readCompanies, readCompany, suspendListedCompany } from './actions.ts'
import { writeCompanies } from './csvActions.ts'
import { companyListSpec } from './listRules.ts'
import { clearAccount, companyChange, companyDetail, newCompany, shownCompany, suspension } from './rules.ts'

const company = z.object({ companyId: z.uuid() })
/** Maximum age in minutes of the operator's code for unmasked bank details (docs/spec.md#fresh-code, as for the company's own). */
const freshMinutes = 10

/** Companies, for the operator. */
export const adminCompaniesHttp = [
  endpoint({
    name: 'admin-create-provider',
    allows: 'A2',
    summary: 'Enters a company, Premium without payment; its address is mailed the code to take it over',
    isCreating: true,
    body: newCompany,
    answer: z.object({
      company: shownCompany.extend(shownSchemasOf(operatorProfileNames)),
    }),
    run: async (app, { body, caller }) => ({ company: await createCompany(app, { ...body, caller }) }),
  }),
  endpoint({
    name: 'admin-list-providers',
    isReading: true,
    allows: 'A2',
    summary: 'A page of all companies, archived ones only when they are asked for, and how many match',
    body: listBody(companyListSpec),
    answer: pageAnswer(shownCompany),
    run: (app, { body }) => readCompanies(app, body),
  }),
  endpoint({
    name: 'admin-read-provider',
    isReading: true,
    allows: 'A2',
    summary: 'One company with the state of its claim code and its bank details, masked; amounts in euros',
    body: company,
    answer: companyDetail,
    run: (app, { body }) => readCompany(app, body.companyId),
  }),
  act({
    name: 'admin-update-company',
    allows: 'A2',
    summary: "Changes a company's fields, plan, badge and check; the plan of a paying one follows its subscription",
    body: companyChange,
    run: (app, { body: { companyId, knownAt, ...fields }, caller }) =>
      changeByOperator(app, { companyId, knownAt: new Date(knownAt), caller, fields }),
  }),
  act({
    name: 'admin-suspend-company',
    allows: 'A2',
    summary: 'Hides a company, which then takes no bookings and reads why; its payouts wait',
    body: suspension,
    run: (app, { body, caller }) => suspendListedCompany(app, { ...body, caller }),
  }),
  act({
    name: 'admin-release-company',
    allows: 'A2',
    summary: 'Takes a suspension back',
    body: company,
    run: (app, { body, caller }) => releaseCompany(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-preview-deletion',
    allows: 'A2',
    summary: 'Whether a company would be deleted for good or archived, how many bookings that touches and how much goes back, in euros',
    body: company,
    answer: deletionPreview,
    run: (app, { body }) => previewDeletion(app, body.companyId),
  }),
  act({
    name: 'admin-delete-company',
    allows: 'A2',
    summary: 'Deletes a company for good, or archives it when anybody ever paid; `expects` says which of the two was announced',
    body: deletionRequest,
    run: (app, { body, caller }) => deleteCompany(app, { ...body, caller }),
  }),
  act({
    name: 'admin-issue-claim-code',
    allows: 'A2',
    summary: 'Mails a new code to a company that nobody has taken over; the old one is worth nothing any more',
    body: company,
    run: (app, { body, caller }) => issueNewCode(app, { ...body, caller }),
  }),
  act({
    name: 'admin-lift-payout-hold',
    allows: 'A2',
    summary: 'Lets payouts go on that stood still after a disputed change of bank details',
    body: company,
    run: (app, { body, caller }) => liftPayoutHold(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-read-bank-details',
    allows: 'A2',
    stepUpMinutes: freshMinutes,
    summary: "A company's bank details in clear, with a code that is not older than ten minutes; each look is written down",
    body: company,
    answer: clearAccount,
    run: (app, { body, caller }) => readBankInClear(app, { ...body, caller }),
  }),
  act({
    name: 'send-admin-fresh-code',
    allows: 'A2',
    summary: 'Mails a code to the configured address, for what asks for a fresh one',
    body: z.object({}),
    run: (app, { caller }) => sendFreshCode(app, caller),
  }),
  endpoint({
    name: 'verify-admin-fresh-code',
    allows: 'A2',
    summary: 'Confirms with the mailed code that the operator still sits here',
    body: codeAttempt,
    refusal: { verified: false },
    answer: z.object({ verified: z.literal(true) }),
    run: async (app, { body, caller }) => {
      await passFreshCode(app, { caller, code: body.code })
      return { verified: true as const }
    },
  }),
  resource({
    name: 'admin-providers.csv',
    allows: 'A2',
    summary: 'Companies as a file for a German spreadsheet; the filters of admin-list-providers in the query',
    run: async (app, { query }) => writeCompanies(app, readQuery(query, listFilter(companyListSpec))),
  }),
] as const
