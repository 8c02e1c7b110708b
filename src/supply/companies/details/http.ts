import { z } from 'zod'
import { fileNameOf } from '#src/foundation/files/rules.ts'
import { act, endpoint, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer, readId } from '#src/platform/server/pages.ts'
import { verificationRate } from '../verification/rules.ts'
import { changeDetails, decideDetails, openDetails, readDetailsList, readStanding } from './actions.ts'
import { openBusinessFile, removeBusinessFile, storeBusinessFile } from './fileActions.ts'
import {
  businessFilePath,
  detailsDecision,
  detailsForm,
  detailsList,
  detailsProblems,
  detailsStanding,
  listedDetails,
  openedDetails,
  parseBusinessPath,
} from './rules.ts'

const ofCompany = z.object({ companyId: z.uuid() })

export const detailsHttp = [
  endpoint({
    name: 'get-business-details',
    isReading: true,
    allows: 'P2',
    summary: 'What the own company said about itself and its taxes, what is missing, and what follows when',
    body: ofCompany,
    answer: detailsStanding,
    run: (app, { caller }) => readStanding(app, caller.companyId),
  }),
  endpoint({
    name: 'update-business-details',
    allows: 'P2',
    summary: "Writes the own company's details; the whole form counts, and once nothing is missing it is submitted",
    body: detailsForm.safeExtend({ companyId: z.uuid() }),
    answer: detailsStanding,
    run: (app, { body, caller }) => {
      const { companyId: _named, ...details } = body
      return changeDetails(app, { details, caller })
    },
  }),
  rawEndpoint({
    name: 'upload-business-file',
    path: `${businessFilePath}*`,
    allows: 'P2',
    boundsItself: true,
    summary: 'Takes a copy for the check of {companyId}/{kind}: raw bytes, type in content-type, name in x-file-name (percent-encoded)',
    answer: detailsStanding,
    companyOf: (path) => parseBusinessPath(path).companyId,
    limits: ({ caller }) => [{ name: 'businessFiles', key: caller.session.userId, ...verificationRate }],
    run: async (app, { content, caller: { companyId }, headers, path }) => {
      const { kind } = parseBusinessPath(path)
      if (!kind) throw detailsProblems.fileUnknown()
      const type = headers.get('content-type') ?? ''
      await storeBusinessFile(app, { companyId, kind, name: fileNameOf(headers), type, content: content.stream() })
      return readStanding(app, companyId)
    },
  }),
  endpoint({
    name: 'remove-business-file',
    allows: 'P2',
    summary: 'Takes a copy back before the check',
    body: ofCompany.extend({ fileId: z.uuid() }),
    answer: detailsStanding,
    run: async (app, { body: { fileId }, caller: { companyId } }) => {
      await removeBusinessFile(app, { companyId, fileId })
      return readStanding(app, companyId)
    },
  }),
  endpoint({
    name: 'admin-list-business-details',
    isReading: true,
    allows: 'A2',
    summary: "A page of the companies' details without what is sealed, and how many match",
    body: listBody(detailsList),
    answer: pageAnswer(listedDetails),
    run: (app, { body }) => readDetailsList(app, body),
  }),
  endpoint({
    name: 'admin-open-business-details',
    allows: 'A2',
    stepUpMinutes: 10,
    summary: "A company's details in clear, with a code of the last ten minutes; recorded in the audit log",
    body: ofCompany,
    answer: openedDetails,
    run: (app, { body: { companyId }, caller }) => openDetails(app, { companyId, caller }),
  }),
  resource({
    name: 'admin-business-file',
    allows: 'A2',
    summary: 'A copy that waits for the decision (`?fileId=`); recorded in the audit log',
    run: (app, { query, caller }) => openBusinessFile(app, { fileId: readId(query, 'fileId'), caller }),
  }),
  act({
    name: 'admin-decide-business-details',
    allows: 'A2',
    summary: 'Accepts submitted details or refuses them with a reason, once; the copies are deleted, the company gets a mail',
    body: detailsDecision,
    run: (app, { body, caller }) => decideDetails(app, { ...body, caller }),
  }),
] as const
