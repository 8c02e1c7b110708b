import { planKeys, plans } from '#src/money/plans/rules.ts'
import { euros, formatEuroShort, formatRate } from '#src/platform/kit/money.ts'
import type { OverviewView } from './rules.ts'

/** The bars are relative to the highest rate. */
const highest = Math.max(...planKeys.map((key) => plans[key].commissionBasisPoints))

/** Commission rate of each plan, and commission earned. */
export const CommissionCard = ({ overview }: { overview: OverviewView | undefined }) => (
  <section className="card" aria-labelledby="commission-title">
    <div className="card-head">
      <h2 id="commission-title">Provision</h2>
    </div>
    <div className="card-body stack">
      <ul className="rates">
        {planKeys.map((key) => (
          <li key={key}>
            <span className="row between">
              <span>
                {plans[key].name} <span className="small dim">{formatEuroShort(plans[key].priceCents)} im Monat</span>
              </span>
              <span className="price">{formatRate(plans[key].commissionBasisPoints)}</span>
            </span>
            <span className="scale yellow" aria-hidden="true" style={{ width: `${(100 * plans[key].commissionBasisPoints) / highest}%` }} />
          </li>
        ))}
      </ul>
      <dl className="pairs small sums">
        <Sum label="Provision gesamt" amount={overview?.platform_revenue.fees} />
        <Sum label="Abonnements gesamt" amount={overview?.platform_revenue.subscriptions} />
        <Sum label="Umsatz der Plattform" amount={overview?.platform_revenue.total} />
      </dl>
    </div>
  </section>
)

const Sum = ({ label, amount }: { label: string; amount: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd className="number">{amount === undefined ? '…' : euros(amount)}</dd>
  </div>
)
