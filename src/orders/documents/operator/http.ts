import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse, readQuery } from '#src/platform/server/pages.ts'
import { openDocument } from '../company/actions.ts'
import { documentQuery } from '../company/rules.ts'
import { cancelByOperator, readAllDocuments, readMissing } from './actions.ts'
import { adminDocument, cancelInput, documentList, missingDocument } from './rules.ts'

export const adminDocumentsHttp = [
  endpoint({
    name: 'admin-list-documents',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of all invoices and corrections and the number of matches; amounts in euros.',
    body: listBody(documentList),
    answer: pageResponse(adminDocument),
    run: (app, { body }) => readAllDocuments(app, body),
  }),
  endpoint({
    name: 'admin-missing-documents',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns documents that could not be issued yet, with the reasons.',
    body: z.object({}),
    answer: z.object({ missing: z.array(missingDocument) }),
    run: (app) => readMissing(app),
  }),
  resource({
    name: 'admin-document',
    allows: 'A2',
    summary: 'Returns any document as a file (query: `documentId`, `as=pdf`, `xml` or `xrechnung`).',
    run: (app, { query }) => openDocument(app, readQuery(query, documentQuery)),
  }),
  endpoint({
    name: 'admin-cancel-document',
    allows: 'A2',
    summary: 'Cancels a document by another one; its content is invoiced again, for a customer invoice only with `isReissued`.',
    isCreating: true,
    body: cancelInput,
    answer: z.object({ number: z.string() }),
    run: (app, { body, caller }) => cancelByOperator(app, { ...body, caller }),
  }),
] as const
