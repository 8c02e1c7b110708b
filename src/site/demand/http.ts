import { z } from 'zod'
import { mailLimitTexts, typedAddressLimit } from '#src/foundation/accounts/rules.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { confirmAlert, createAlert, endAlert, readAlert, readDemand } from './actions.ts'
import { alertRates, demandList } from './rules.ts'
import { alertForm, alertKey, alertView, demandRow } from './schemas.ts'

export const demandHttp = [
  endpoint({
    name: 'create-search-alert',
    allows: 'V',
    summary: 'Stores a search without results and an address to notify once, after its confirmation; returns whether it is confirmed',
    isCreating: true,
    body: alertForm,
    answer: z.object({ isConfirmed: z.boolean() }),
    limits: ({ caller }) => [{ name: 'alerts:ip', key: caller.ip, ...alertRates.perIp, says: mailLimitTexts.perIp }],
    victimLimits: ({ email }) => ({
      limits: [
        typedAddressLimit(email),
        { name: 'alerts:address', key: email, ...alertRates.perAddress, says: mailLimitTexts.perHour(alertRates.perAddress.max) },
      ],
      provenBy: email,
    }),
    run: (app, { body, caller, countCreated }) => createAlert(app, { form: body, caller, countCreated }),
  }),
  endpoint({
    name: 'get-search-alert',
    isReadOnly: true,
    allows: 'T',
    summary: 'A search alert, for the holder of its mailed link',
    body: alertKey,
    answer: alertView,
    limits: ({ caller }) => [{ name: 'alerts-read', key: caller.ip, ...alertRates.read }],
    run: (app, { body }) => readAlert(app, body.token),
  }),
  command({
    name: 'confirm-search-alert',
    allows: 'T',
    summary: 'Confirms the address of a search alert',
    body: alertKey,
    limits: ({ caller }) => [{ name: 'alerts-act', key: caller.ip, ...alertRates.act }],
    run: (app, { body }) => confirmAlert(app, body.token),
  }),
  command({
    name: 'end-search-alert',
    allows: 'T',
    summary: 'Deletes a search alert',
    body: alertKey,
    limits: ({ caller }) => [{ name: 'alerts-act', key: caller.ip, ...alertRates.act }],
    run: (app, { body }) => endAlert(app, body.token),
  }),
  endpoint({
    name: 'admin-list-unmet-demand',
    isReadOnly: true,
    allows: 'A2',
    summary: 'A page of the searches that confirmed alerts wait for, with the number of people; never an address',
    body: listBody(demandList),
    answer: pageResponse(demandRow),
    run: (app, { body }) => readDemand(app, body),
  }),
] as const
