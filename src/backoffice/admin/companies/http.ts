import { z } from 'zod'
import { deleteCompany, previewDeletion } from '#src/backoffice/closings/actions.ts'
import { deletionPreview, deletionRequest } from '#src/backoffice/closings/rules.ts'
import { liftPayoutHold, readBankInClear } from '#src/money/payouts/bank/operatorActions.ts'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageResponse, readQuery } from '#src/platform/server/pages.ts'
import { operatorProfileNames, responseSchemasOf } from '#src/supply/companies/fields/fields.ts'
import { issueNewCode, releaseCompany } from '#src/supply/companies/operator/actions.ts'
import { passFreshCode, sendFreshCode } from '../signIn/freshCodeActions.ts'
import { codeAttempt } from '../signIn/rules.ts'
import { changeByOperator, createCompany, readCompanies, readCompany, suspendListedCompany } from './actions.ts'
import { writeCompanies } from './csvActions.ts'
import { companyListSpec } from './listRules.ts'
import { adminCompanyView, clearAccount, companyChange, companyDetail, newCompany, suspension } from './rules.ts'

const company = z.object({ companyId: z.uuid() })
/** Maximum age in minutes of the operator's code for unmasked bank details (docs/spec.md#fresh-code, as for the company's own). */
const freshMinutes = 10

/** Companies, for the operator. */
export const adminCompaniesHttp = [
  endpoint({
    name: 'admin-create-provider',
    allows: 'A2',
    summary: 'Creates a company on the Premium plan without payment and mails a claim code to its address.',
    isCreating: true,
    body: newCompany,
    answer: z.object({
      company: adminCompanyView.extend(responseSchemasOf(operatorProfileNames)),
    }),
    run: async (app, { body, caller }) => ({ company: await createCompany(app, { ...body, caller }) }),
  }),
  endpoint({
    name: 'admin-list-providers',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of companies and the number of matches; archived ones only on request.',
    body: listBody(companyListSpec),
    answer: pageResponse(adminCompanyView),
    run: (app, { body }) => readCompanies(app, body),
  }),
  endpoint({
    name: 'admin-read-provider',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns one company with the state of its claim code and its masked bank details; amounts in euros.',
    body: company,
    answer: companyDetail,
    run: (app, { body }) => readCompany(app, body.companyId),
  }),
  command({
    name: 'admin-update-company',
    allows: 'A2',
    summary: "Changes a company's fields, plan, badge and verification; the plan of a paying company follows its subscription.",
    body: companyChange,
    run: (app, { body: { companyId, knownAt, ...fields }, caller }) =>
      changeByOperator(app, { companyId, knownAt: new Date(knownAt), caller, fields }),
  }),
  command({
    name: 'admin-suspend-company',
    allows: 'A2',
    summary: 'Suspends a company: it is hidden, takes no bookings, sees the reason, and its payouts wait.',
    body: suspension,
    run: (app, { body, caller }) => suspendListedCompany(app, { ...body, caller }),
  }),
  command({
    name: 'admin-release-company',
    allows: 'A2',
    summary: "Lifts a company's suspension.",
    body: company,
    run: (app, { body, caller }) => releaseCompany(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-preview-deletion',
    allows: 'A2',
    summary: 'Returns whether a deletion would delete or archive a company, with the affected bookings and the refunds in euros.',
    body: company,
    answer: deletionPreview,
    run: (app, { body }) => previewDeletion(app, body.companyId),
  }),
  command({
    name: 'admin-delete-company',
    allows: 'A2',
    summary: 'Deletes a company, or archives it if it was ever paid; `expects` names the outcome that was announced.',
    body: deletionRequest,
    run: (app, { body, caller }) => deleteCompany(app, { ...body, caller }),
  }),
  command({
    name: 'admin-issue-claim-code',
    allows: 'A2',
    summary: 'Mails a new claim code to an unclaimed company and invalidates the old code.',
    body: company,
    run: (app, { body, caller }) => issueNewCode(app, { ...body, caller }),
  }),
  command({
    name: 'admin-lift-payout-hold',
    allows: 'A2',
    summary: 'Resumes payouts that were held after a disputed change of bank details.',
    body: company,
    run: (app, { body, caller }) => liftPayoutHold(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-read-bank-details',
    allows: 'A2',
    stepUpMinutes: freshMinutes,
    summary: "Returns a company's bank details in clear text; needs a code of the last ten minutes and writes to the audit log.",
    body: company,
    answer: clearAccount,
    run: (app, { body, caller }) => readBankInClear(app, { ...body, caller }),
  }),
  command({
    name: 'send-admin-fresh-code',
    allows: 'A2',
    summary: "Mails a code to the operator's configured address, for operations that need a fresh code.",
    body: z.object({}),
    run: (app, { caller }) => sendFreshCode(app, caller),
  }),
  endpoint({
    name: 'verify-admin-fresh-code',
    allows: 'A2',
    summary: "Confirms the operator's presence with the mailed code.",
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
    summary: 'Returns companies as a CSV file for a German spreadsheet; the query takes the filters of admin-list-providers.',
    run: async (app, { query }) => writeCompanies(app, readQuery(query, listFilter(companyListSpec))),
  }),
] as const
