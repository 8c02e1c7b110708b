import { z } from 'zod'
import { fileNameOf } from '#src/foundation/files/rules.ts'
import { bookingKey, heldBy, keyOfHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { endpoint, rawEndpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listFilter, readId, readQuery } from '#src/platform/server/pages.ts'
import { documentQuery, monthOfYear } from '../company/rules.ts'
import { acceptMandate, readMandate, revokeMandate } from '../mandates/mandateActions.ts'
import { cancelByCompany } from './cancelActions.ts'
import { changeDraft, readCustomerInvoices, readDraft } from './draftActions.ts'
import { changeBilling, openCustomerDocument, openInvoiceAsCustomer, readCustomerDocuments } from './ownActions.ts'
import {
  acceptMandate as acceptance,
  billingChange,
  cancelInput,
  cancelRate,
  companyDocumentRates,
  companyDocuments,
  customerList,
  customerListSpec,
  customerProblems,
  draftInput,
  draftView,
  mandateView,
  parseUploadedInvoicePath,
  uploadedInvoicePath,
  uploadedInvoiceRate,
} from './rules.ts'
import { storeUploadedInvoice } from './uploadActions.ts'

const ofCompany = z.object({ companyId: z.uuid() })
const ofBooking = ofCompany.extend({ bookingId: z.uuid() })

export const customerInvoicesHttp = [
  endpoint({
    name: 'get-invoice-mandate',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns whether the company has mandated the platform to write its customer invoices, with the mandate's text.",
    body: ofCompany,
    answer: mandateView,
    run: (app, { caller }) => readMandate(app, caller.companyId),
  }),
  endpoint({
    name: 'accept-invoice-mandate',
    allows: 'P2',
    summary: "Mandates the platform to write the company's customer invoices from today on; needs complete business details.",
    body: acceptance,
    answer: mandateView,
    run: (app, { body: { version }, caller }) => acceptMandate(app, { version, caller }),
  }),
  endpoint({
    name: 'revoke-invoice-mandate',
    allows: 'P2',
    summary: 'Revokes the mandate for customer invoices; issued ones remain.',
    body: ofCompany,
    answer: mandateView,
    run: (app, { caller }) => revokeMandate(app, caller),
  }),
  endpoint({
    name: 'list-customer-invoices',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's bookings without an invoice and a page of its customer invoices, newest first; amounts in euros.",
    body: listFilter(customerListSpec).extend({
      companyId: z.uuid(),
      page: z.number().int().min(1).max(1_000).default(1),
      sort: z.enum(customerListSpec.sorts).default('newest'),
      month: monthOfYear.optional(),
    }),
    answer: customerList,
    run: (app, { body, caller }) => readCustomerInvoices(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'get-invoice-draft',
    isReadOnly: true,
    allows: 'P2',
    summary: 'Returns the invoice draft of a booking of the company.',
    body: ofBooking,
    answer: draftView,
    run: (app, { body: { bookingId }, caller }) => readDraft(app, { companyId: caller.companyId, bookingId }),
  }),
  endpoint({
    name: 'update-invoice-draft',
    allows: 'P2',
    summary: 'Changes lines and recipient of an invoice draft until it is issued; amounts in euros.',
    body: draftInput,
    answer: draftView,
    run: (app, { body, caller }) => changeDraft(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'cancel-customer-invoice',
    allows: 'P2',
    summary: "Cancels an invoice in the company's name with its corrections; the next one waits for update-invoice-draft.",
    isCreating: true,
    body: cancelInput,
    answer: z.object({ bookingId: z.uuid() }),
    limits: ({ caller }) => [{ name: 'cancel-customer-invoice', key: caller.session.userId, ...cancelRate }],
    run: (app, { body, caller }) => cancelByCompany(app, { ...body, companyId: caller.companyId }),
  }),
  rawEndpoint({
    name: 'upload-own-invoice',
    path: `${uploadedInvoicePath}*`,
    allows: 'P2',
    boundsItself: true,
    summary:
      "Stores the company's own invoice of {companyId}/{bookingId}: raw bytes, type in content-type, percent-encoded name in x-file-name.",
    answer: z.object({ success: z.literal(true) }),
    companyOf: (path) => parseUploadedInvoicePath(path).companyId,
    limits: ({ caller }) => [{ name: 'ownInvoices', key: caller.session.userId, ...uploadedInvoiceRate }],
    run: async (app, { content, caller: { companyId }, headers, path }) => {
      const { bookingId } = parseUploadedInvoicePath(path)
      if (!bookingId) throw customerProblems.unknown()
      const type = headers.get('content-type') ?? ''
      await storeUploadedInvoice(app, { companyId, bookingId, name: fileNameOf(headers), type, content: content.stream() })
      return { success: true as const }
    },
  }),
  endpoint({
    name: 'list-own-documents',
    isReadOnly: true,
    allows: 'T',
    summary: 'Returns the invoice of a booking and its corrections to the customer; amounts in euros.',
    body: z.object({ key: bookingKey }),
    answer: companyDocuments,
    limits: ({ caller }) => [{ name: 'own-documents', key: caller.ip, ...companyDocumentRates.read }],
    run: (app, { body: { key }, caller }) => readCustomerDocuments(app, heldBy(caller, key)),
  }),
  endpoint({
    name: 'update-billing-address',
    allows: 'T',
    summary: "Changes the recipient of a booking's invoice until it is issued.",
    body: billingChange,
    answer: companyDocuments,
    limits: ({ caller }) => [{ name: 'billing-address', key: caller.ip, ...companyDocumentRates.change }],
    run: (app, { body: { key, ...address }, caller }) => changeBilling(app, { key: heldBy(caller, key), address }),
  }),
  resource({
    name: 'own-document',
    allows: 'T',
    summary: "Returns a document of a booking as a file (query: `documentId`, `as=pdf` or `xml`); the booking's token is sent in headers.",
    limits: ({ caller }) => [{ name: 'own-document', key: caller.ip, ...companyDocumentRates.file }],
    run: (app, { headers, query, caller }) =>
      openCustomerDocument(app, { key: heldBy(caller, keyOfHeaders(headers)), ...readQuery(query, documentQuery) }),
  }),
  resource({
    name: 'own-invoice-file',
    allows: 'T',
    summary: "Returns the company's own invoice of a booking (query: `fileId`); the booking's token is sent in headers.",
    limits: ({ caller }) => [{ name: 'own-document', key: caller.ip, ...companyDocumentRates.file }],
    run: (app, { headers, query, caller }) =>
      openInvoiceAsCustomer(app, { key: heldBy(caller, keyOfHeaders(headers)), fileId: readId(query, 'fileId') }),
  }),
] as const
