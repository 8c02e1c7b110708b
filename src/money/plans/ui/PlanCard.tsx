import { ReadRegion } from '#src/platform/web/reading/ReadRegion.tsx'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { InvoiceList } from './InvoiceList.tsx'
import { PlanActs } from './PlanActs.tsx'
import { PlanFacts, PlanNotice } from './PlanFacts.tsx'
import './plan.css'

/** Plan of the company: price, term, renewal, and the owner's actions. */
export function PlanCard({ companyId, live = 0 }: { companyId: string; live?: number }) {
  const { reading, reload } = useReading('get-subscription', { companyId }, { live })
  const { shown } = reading
  return (
    <section className="card" aria-labelledby="plan-title" aria-busy={reading.isBusy && !shown}>
      <div className="card-head">
        <h2 id="plan-title">Plan und Abonnement</h2>
      </div>
      <div className="card-body stack">
        {/* A loaded card stays visible while a later read is busy or fails. */}
        <ReadRegion
          reading={shown ? { isBusy: false, shown } : reading}
          failed="Das Abonnement konnte nicht geladen werden"
          loading={<PlanWaiting />}
          onRetry={reload}
        >
          {(card) => (
            <>
              <div className="plan-grid">
                <PlanFacts card={card} />
                <div className="stack">
                  <PlanNotice card={card} />
                  <PlanActs key={companyId} companyId={companyId} card={card} onChanged={reload} />
                </div>
              </div>
              {card.kind === 'paid' ? <InvoiceList invoices={card.invoices} /> : null}
            </>
          )}
        </ReadRegion>
      </div>
    </section>
  )
}

function PlanWaiting() {
  return (
    <div className="stack">
      <span className="unseen" role="status">
        Das Abonnement wird geladen…
      </span>
      <span className="skeleton plan-skeleton" aria-hidden="true" />
      <span className="skeleton plan-skeleton" aria-hidden="true" />
    </div>
  )
}
