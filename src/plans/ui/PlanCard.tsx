import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { InvoiceList } from './InvoiceList.tsx'
import { PlanActs } from './PlanActs.tsx'
import { PlanFacts, PlanNotice } from './PlanFacts.tsx'
import { useSubscription } from './SubscriptionReading.tsx'
import './plan.css'

/** The company's plan: what it costs, until when, how it goes on, and everything its owner can change about it. */
export function PlanCard({ companyId, live = 0 }: { companyId: string; live?: number }) {
  const { reading, read, retry } = useSubscription(companyId, live)
  return (
    <section className="card" aria-labelledby="plan-title" aria-busy={reading.status === 'loading'}>
      <div className="ch">
        <h2 id="plan-title">Plan und Abonnement</h2>
      </div>
      <div className="cb stack">
        {reading.status === 'loading' ? <PlanWaiting /> : null}
        {reading.status === 'failed' ? (
          <RegionFailure title="Das Abonnement konnte nicht geladen werden" text={reading.text} onRetry={retry} />
        ) : null}
        {reading.status === 'loaded' ? (
          <>
            <div className="pl">
              <PlanFacts card={reading.card} />
              <div className="stack">
                <PlanNotice card={reading.card} />
                <PlanActs key={companyId} companyId={companyId} card={reading.card} onChanged={read} />
              </div>
            </div>
            {reading.card.kind === 'paid' ? <InvoiceList invoices={reading.card.invoices} /> : null}
          </>
        ) : null}
      </div>
    </section>
  )
}

function PlanWaiting() {
  return (
    <div className="stack">
      <span className="sr" role="status">
        Das Abonnement wird geladen…
      </span>
      <span className="sk pl-sk" aria-hidden="true" />
      <span className="sk pl-sk" aria-hidden="true" />
    </div>
  )
}
