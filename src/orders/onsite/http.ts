import { z } from 'zod'
import { readView } from '#src/foundation/files/downloadActions.ts'
import { fileNameOf } from '#src/foundation/files/rules.ts'
import { heldBy, keyOfHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { command, endpoint, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readId, readQuery } from '#src/platform/server/pages.ts'
import { addWorkStep } from './companyActions.ts'
import { openPhotoAsCompany, openPhotoAsCustomer, readOwnWork, removePhoto, storePhoto } from './photoActions.ts'
import { ownWork, ownWorkRequest, photoIds, photoQuery, workRates, workStepInput } from './rules.ts'

export const workHttp = [
  command({
    name: 'add-work-step',
    allows: 'P2',
    summary: 'Enters a step of running work with the time of the phone: begun, paused, continued or ended.',
    body: workStepInput,
    limits: ({ caller }) => [{ name: 'work-step', key: caller.session.userId, ...workRates.steps }],
    run: (app, { body, caller }) => addWorkStep(app, { ...body, companyId: caller.companyId }),
  }),
  rawEndpoint({
    name: 'upload-work-photo',
    path: '/functions/v1/upload-work-photo',
    allows: 'P2',
    boundsItself: true,
    summary:
      'Stores a photo of a job, or a receipt (query: `bookingId`, `id` chosen by the browser, `kind`, of a receipt `supplementId`): raw bytes, percent-encoded name in x-file-name.',
    answer: z.object({ success: z.boolean() }),
    limits: ({ caller }) => [{ name: 'work-photo', key: caller.session.userId, ...workRates.photos }],
    run: (app, { content, caller, headers, query }) =>
      storePhoto(app, {
        ...readQuery(query, photoQuery),
        companyId: caller.companyId,
        name: fileNameOf(headers),
        type: headers.get('content-type') ?? '',
        content: content.stream(),
      }),
  }),
  command({
    name: 'remove-work-photo',
    allows: 'P2',
    summary: 'Deletes a photo of a job, within a day of its upload.',
    body: photoIds,
    run: (app, { body, caller }) => removePhoto(app, { ...body, companyId: caller.companyId }),
  }),
  resource({
    name: 'work-photo',
    allows: 'P2',
    summary: 'Returns a photo of a job to its company (query: `companyId`, `bookingId`, `id`, `view=small` or `large`).',
    limits: ({ caller }) => [{ name: 'work-file', key: caller.session.userId, ...workRates.files }],
    run: (app, { query, caller }) =>
      openPhotoAsCompany(app, {
        companyId: caller.companyId,
        bookingId: readId(query, 'bookingId'),
        id: readId(query, 'id'),
        view: readView(query),
      }),
  }),
  endpoint({
    name: 'get-work',
    isReadOnly: true,
    allows: 'T',
    summary: 'Returns the state of the work of a booking and its photos, for the holder of the booking.',
    body: ownWorkRequest,
    answer: ownWork,
    limits: ({ caller }) => [{ name: 'work-read', key: caller.ip, ...workRates.read }],
    run: (app, { body, caller }) => readOwnWork(app, heldBy(caller, body.key)),
  }),
  resource({
    name: 'own-work-photo',
    allows: 'T',
    summary: 'Returns a photo of a job to the customer (query: `id`, `view=small` or `large`); the token is sent in headers.',
    limits: ({ caller }) => [{ name: 'work-file', key: caller.ip, ...workRates.files }],
    run: (app, { headers, query, caller }) =>
      openPhotoAsCustomer(app, { key: heldBy(caller, keyOfHeaders(headers)), id: readId(query, 'id'), view: readView(query) }),
  }),
] as const
