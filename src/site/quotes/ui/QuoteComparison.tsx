import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import type { QuoteRequestView, QuoteView } from '../rules.ts'
import { AcceptForm } from './AcceptForm.tsx'
import { PriceRuler } from './PriceRuler.tsx'
import { QuoteCard } from './QuoteCard.tsx'

type QuoteComparisonProps = { token: string; request: QuoteRequestView; quotes: QuoteView[]; reload: () => Promise<unknown> }

/** Quotes side by side, cheapest first, and the acceptance of one. */
export function QuoteComparison({ token, request, quotes, reload }: QuoteComparisonProps) {
  const isOpen = request.status === 'open'
  const [chosenId, setChosenId] = useState(quotes[0]?.id ?? '')
  const [starts, setStarts] = useState<Record<string, string>>({})
  const [extra, setExtra] = useState<string[]>([])
  const chosen = quotes.find(({ id }) => id === chosenId) ?? quotes[0]
  const startOf = (quote: QuoteView) => starts[quote.id ?? ''] ?? slotsOf(quote)[0] ?? ''
  return (
    <section className="stack" aria-labelledby="offers-title">
      <div className="stack tight">
        <h2 id="offers-title">{isOpen ? plural(quotes.length, 'Angebot', 'Angebote') : 'Angenommenes Angebot'}</h2>
        {isOpen ? <p className="muted">{standingText(request)}</p> : null}
      </div>
      {isOpen && quotes.length > 1 ? <PriceRuler quotes={quotes} /> : null}
      <div className="bids">
        {quotes.map((quote) => (
          <QuoteCard
            key={quote.company_id}
            quote={quote}
            slots={quote === chosen ? [...slotsOf(quote), ...extra] : slotsOf(quote)}
            isChosen={quote === chosen}
            isOpen={isOpen}
            start={startOf(quote)}
            onChoose={() => {
              if (quote === chosen) return
              setChosenId(quote.id ?? '')
              setExtra([])
            }}
            onStart={(start) => setStarts((last) => ({ ...last, [quote.id ?? '']: start }))}
          />
        ))}
      </div>
      {isOpen && chosen?.offer ? (
        <AcceptForm
          key={chosen.company_id}
          {...{ token, request }}
          quote={chosen}
          start={startOf(chosen)}
          onSlots={(slots) => {
            const free = slots.filter((one) => !slotsOf(chosen).includes(one))
            setExtra(free)
            if (free[0]) setStarts((last) => ({ ...last, [chosen.id ?? '']: free[0] ?? '' }))
            void reload()
          }}
        />
      ) : null}
    </section>
  )
}

const slotsOf = ({ offer }: QuoteView) => (offer?.slots ?? []).map(({ date, time }) => `${date} ${time}`)

/** 'Zwei weitere Anbieter haben noch Zeit bis …', or the number that declined. */
function standingText({ quotes }: QuoteRequestView) {
  const waiting = quotes.filter(({ status }) => status === 'open')
  const refused = quotes.filter(({ status, ended_by }) => status === 'declined' && ended_by === 'company').length
  const until = waiting
    .map(({ answer_by }) => answer_by ?? '')
    .sort()
    .at(-1)
  return [
    waiting.length > 0 && until
      ? `${plural(waiting.length, 'weiterer Anbieter hat', 'weitere Anbieter haben')} noch bis ${formatMoment(new Date(until))} Zeit.`
      : '',
    refused > 0 ? `${plural(refused, 'Anbieter hat', 'Anbieter haben')} abgesagt.` : '',
    'Jedes Angebot ist verbindlich, solange es gilt.',
  ]
    .filter(Boolean)
    .join(' ')
}
