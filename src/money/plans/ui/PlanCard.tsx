import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { InvoiceList } from './InvoiceList.tsx'
import { PlanActions } from './PlanActions.tsx'
import { PlanFacts, PlanNotice } from './PlanFacts.tsx'
import './plan.css'

/** Plan of the company: price, term, renewal, and the owner's actions. */
export function PlanCard({ companyId, live = 0 }: { companyId: string; live?: number }) {
  const { queryResult, reload } = useQuery('get-subscription', { companyId }, { live })
  const { data } = queryResult
  return (
    <section className="card" aria-labelledby="plan-title" aria-busy={queryResult.isBusy && !data}>
      <div className="card-head">
        <h2 id="plan-title">Plan und Abonnement</h2>
      </div>
      <div className="card-body stack">
        {/* A loaded card stays visible while a later read is busy or fails. */}
        <QueryRegion
          queryResult={data ? { isBusy: false, data } : queryResult}
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
                  <PlanActions key={companyId} companyId={companyId} card={card} onChanged={reload} />
                </div>
              </div>
              {card.kind === 'paid' ? <InvoiceList invoices={card.invoices} /> : null}
            </>
          )}
        </QueryRegion>
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
