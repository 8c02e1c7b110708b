import { lazy, Suspense, useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { MessagesSquare } from '#src/platform/web/icons/Icons.tsx'
import type { QuoteRequestView } from '../rules.ts'

const QuoteTalk = lazy(() => import('./QuoteTalk.tsx'))

/** Companies that received the request, their answers, and the thread with one of them. */
export function AnsweringCompanies({ token, request }: { token: string; request: QuoteRequestView }) {
  const [talkingId, setTalkingId] = useState<string>()
  const talking = request.quotes.find(({ id }) => id !== null && id === talkingId)
  return (
    <>
      <section className="card padded stack asked-part" aria-labelledby="asked-companies">
        <h2 id="asked-companies">Gefragte Anbieter</h2>
        <ul className="stack tight">
          {request.quotes.map(({ id, company_id, company_name, status, ended_by, answer_by }) => (
            <li key={company_id} className="asked-company">
              <span>
                <span className="strong">{company_name}</span>
                <span className="second small muted">{answerWord({ status, endedBy: ended_by, answerBy: answer_by })}</span>
              </span>
              {id === null ? null : (
                <button
                  type="button"
                  className="button neutral small"
                  aria-expanded={id === talkingId}
                  onClick={() => setTalkingId(id === talkingId ? undefined : id)}
                >
                  <MessagesSquare />
                  {status === 'open' || status === 'offered' ? 'Rückfrage stellen' : 'Nachrichten'}
                  <span className="unseen">: {company_name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {talking?.id ? (
        <Suspense fallback={<p role="status">Nachrichten werden geladen…</p>}>
          <QuoteTalk key={talking.id} token={token} quoteId={talking.id} companyName={talking.company_name} />
        </Suspense>
      ) : null}
    </>
  )
}

type Answer = { status: QuoteRequestView['quotes'][number]['status']; endedBy: string | null; answerBy: string | null }
function answerWord({ status, endedBy, answerBy }: Answer) {
  if (status === null) return 'Noch nicht gefragt'
  if (status === 'open') return answerBy ? `Angebot bis ${formatMoment(new Date(answerBy))}` : 'Gefragt'
  if (status === 'offered') return 'Hat ein Angebot abgegeben'
  if (status === 'accepted') return 'Beauftragt'
  if (status === 'lapsed') return 'Frist abgelaufen'
  if (status === 'declined') return endedBy === 'company' ? 'Hat abgesagt' : 'Nicht gewählt'
  return endedBy === 'company' ? 'Hat das Angebot zurückgezogen' : 'Zurückgezogen'
}
