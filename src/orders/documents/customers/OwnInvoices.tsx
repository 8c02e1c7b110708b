import { useCallback, useEffect } from 'react'
import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { KeyDownload } from '#src/orders/bookings/links/KeyDownload.tsx'
import { type BookingKey, keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { berlinDay, formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { DocumentChip, DocumentFiles } from '../company/Documents.tsx'
import { billingOf, Recipient } from './Recipient.tsx'
import type { CompanyDocuments } from './rules.ts'
import './own-invoices.css'

/** Invoice section of the customer's booking page: documents, expected date and recipient. */
export default function OwnInvoices({ bookingKey }: { bookingKey: BookingKey }) {
  const wanted = JSON.stringify(bookingKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same key
  const read = useCallback(() => call('list-own-documents', { key: bookingKey }), [wanted])
  const { queryResult, reload } = useQueryOf(read)
  const { data, failure } = queryResult
  const isShown = data !== undefined
  useEffect(() => {
    // The mail links to this section, which is rendered after the rest of the page.
    if (isShown && location.hash === '#rechnung') document.getElementById('rechnung')?.scrollIntoView()
  }, [isShown])
  if (data === undefined && failure === undefined) return null
  if (data && data.documents.length + data.files.length === 0 && !data.is_billing_open) return null
  return (
    <section className="card padded stack" id="rechnung" aria-labelledby="own-invoices-title">
      <h2 id="own-invoices-title">Rechnung</h2>
      {failure === undefined ? null : (
        <RegionFailure title="Die Rechnung konnte nicht geladen werden" text={failure} onRetry={() => void reload()} />
      )}
      {data ? <Papers papers={data} bookingKey={bookingKey} onChanged={() => void reload()} /> : null}
    </section>
  )
}

type PapersProps = { papers: CompanyDocuments; bookingKey: BookingKey; onChanged: () => void }

function Papers({ papers, bookingKey, onChanged }: PapersProps) {
  const { documents, files, due_at, company_name, is_billing_open, is_held } = papers
  const hasSome = documents.length + files.length > 0
  return (
    <>
      {hasSome ? (
        <ul className="own-papers">
          {documents.map((document) => (
            <li key={document.id}>
              <span className="own-paper">
                <b>{document.number}</b>
                <span className="small muted">
                  {document.subject}, {formatDate(document.issued_on)}, {euros(document.gross)}
                </span>
              </span>
              <DocumentChip document={document} />
              <DocumentFiles document={document} call="own-document" xml="xml" headers={keyHeaders(bookingKey)} />
            </li>
          ))}
          {files.map(({ id, name, bytes, uploaded_at }) => (
            <li key={id}>
              <FileLabel name={name} bytes={bytes} />
              <span className="small muted">{formatDate(berlinDay(new Date(uploaded_at)))}</span>
              <KeyDownload
                bookingKey={bookingKey}
                path={`/functions/v1/own-invoice-file?${new URLSearchParams({ fileId: id })}`}
                name={name}
              >
                Herunterladen<span className="unseen">: {name}</span>
              </KeyDownload>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {due_at === null
            ? `Die Rechnung stellt ${company_name} selbst.`
            : new Date(due_at) > new Date()
              ? `Die Rechnung von ${company_name} kommt am ${formatMoment(new Date(due_at))} per E-Mail und steht dann hier.`
              : `Die Rechnung von ${company_name} wird gerade erstellt.`}
        </p>
      )}
      {is_held ? <p>Die Rechnung ist storniert. {company_name} prüft die Angaben und stellt sie neu; sie kommt dann per E-Mail.</p> : null}
      {is_billing_open ? <Billing papers={papers} bookingKey={bookingKey} onChanged={onChanged} /> : null}
    </>
  )
}

/** Recipient of the invoice; editable until the invoice is issued. */
const Billing = ({ papers: { billing, is_billing_missing }, bookingKey, onChanged }: PapersProps) => (
  <>
    {is_billing_missing ? (
      <Note kind="warn">Über 250 € braucht die Rechnung Ihre vollständige Anschrift. Bitte ergänzen Sie sie.</Note>
    ) : null}
    <Recipient
      billing={billingOf(billing)}
      className="small muted"
      button="Rechnungsadresse ändern"
      onSave={async (changed) => {
        await call('update-billing-address', { key: bookingKey, ...changed })
        onChanged()
      }}
    />
  </>
)
