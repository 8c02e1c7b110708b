import { z } from 'zod'
import { fileNameOf } from '#src/foundation/files/rules.ts'
import { act, endpoint, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer, readId } from '#src/platform/server/pages.ts'
import {
  askVerification,
  decideVerification,
  openEvidence,
  readVerification,
  readVerifications,
  removeEvidence,
  storeEvidence,
} from './actions.ts'
import {
  askedVerification,
  evidencePath,
  parseEvidencePath,
  verification,
  verificationDecision,
  verificationList,
  verificationProblems,
  verificationRate,
} from './rules.ts'

const ofCompany = z.object({ companyId: z.uuid() })

export const verificationHttp = [
  endpoint({
    name: 'get-verification',
    isReading: true,
    allows: 'P2',
    summary: "How the company's verification stands, with the evidence of its draft or request",
    body: ofCompany,
    answer: verification,
    run: (app, { caller }) => readVerification(app, caller.companyId),
  }),
  rawEndpoint({
    name: 'upload-verification-file',
    path: `${evidencePath}*`,
    allows: 'P2',
    boundsItself: true,
    summary: 'Takes a piece of evidence for {companyId}/{kind}: raw bytes, type in content-type, name in x-file-name (percent-encoded)',
    answer: verification,
    companyOf: (path) => parseEvidencePath(path).companyId,
    limits: ({ caller }) => [{ name: 'evidence', key: caller.session.userId, ...verificationRate }],
    run: (app, { content, caller: { companyId }, headers, path }) => {
      const { kind } = parseEvidencePath(path)
      if (!kind) throw verificationProblems.fileUnknown()
      const type = headers.get('content-type') ?? ''
      return storeEvidence(app, { companyId, kind, name: fileNameOf(headers), type, content: content.stream() })
    },
  }),
  endpoint({
    name: 'remove-verification-file',
    allows: 'P2',
    summary: "Takes a piece of evidence out of the company's draft",
    body: ofCompany.extend({ fileId: z.uuid() }),
    answer: verification,
    run: (app, { body: { fileId }, caller: { companyId } }) => removeEvidence(app, { companyId, fileId }),
  }),
  endpoint({
    name: 'ask-verification',
    allows: 'P2',
    summary: "Sends the company's draft to the operator",
    body: ofCompany,
    answer: verification,
    run: (app, { caller }) => askVerification(app, caller.companyId),
  }),
  endpoint({
    name: 'admin-list-verifications',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the requests for the sign, and how many match',
    body: listBody(verificationList),
    answer: pageAnswer(askedVerification),
    run: (app, { body }) => readVerifications(app, body),
  }),
  resource({
    name: 'admin-verification-file',
    allows: 'A2',
    summary: 'A piece of evidence that waits for the decision (`?fileId=`); recorded in the audit log',
    run: (app, { query, caller }) => openEvidence(app, { fileId: readId(query, 'fileId'), caller }),
  }),
  act({
    name: 'admin-decide-verification',
    allows: 'A2',
    summary: 'Grants the sign or refuses it with a reason, once; the evidence is deleted, the company gets a mail',
    body: verificationDecision,
    run: (app, { body, caller }) => decideVerification(app, { ...body, caller }),
  }),
] as const
