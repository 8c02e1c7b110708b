import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readQuery } from '#src/platform/server/pages.ts'
import { openDocument, openMonth, readDocuments, readMonths } from './actions.ts'
import { documentQuery, documentRate, documentView, monthQuery, monthRate } from './rules.ts'

export const documentsHttp = [
  endpoint({
    name: 'list-documents',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns a page of the platform's invoices and corrections to the company, newest first; amounts in euros.",
    body: z.object({ companyId: z.uuid(), page: z.number().int().min(1).max(1_000).default(1) }),
    answer: z.object({ documents: z.array(documentView), total: z.number() }),
    run: (app, { body, caller }) => readDocuments(app, { ...body, companyId: caller.companyId }),
  }),
  resource({
    name: 'document',
    allows: 'P2',
    summary: 'Returns a document of the company as a file (query: `companyId`, `documentId`, `as=pdf`, `xml` or `xrechnung`).',
    limits: ({ caller }) => [{ name: 'document', key: caller.session.userId, ...documentRate }],
    run: (app, { query, caller }) => openDocument(app, { ...readQuery(query, documentQuery), companyId: caller.companyId }),
  }),
  endpoint({
    name: 'list-document-months',
    isReadOnly: true,
    allows: 'P2',
    summary: 'Returns the months in which the company received or issued documents, newest first.',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ months: z.array(z.string()) }),
    run: (app, { caller }) => readMonths(app, caller.companyId),
  }),
  resource({
    name: 'documents.zip',
    allows: 'P2',
    summary: "Returns the company's documents of a month as PDFs in one ZIP (query: `companyId`, `month=2026-11`).",
    limits: ({ caller }) => [{ name: 'documents.zip', key: caller.session.userId, ...monthRate }],
    run: (app, { query, caller }) => openMonth(app, { ...readQuery(query, monthQuery), companyId: caller.companyId }),
  }),
] as const
