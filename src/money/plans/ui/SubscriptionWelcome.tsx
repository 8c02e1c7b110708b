import { Link } from 'react-router'
import { formatEuro, formatRate } from '#src/platform/kit/money.ts'
import { ArrowRight, Check, ClipboardList, Landmark, Store } from '#src/platform/web/icons/Icons.tsx'
import { FocusedHeading } from '#src/platform/web/parts/FocusedHeading.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { Ticket } from '#src/platform/web/parts/Ticket.tsx'
import { underWayTexts } from '../debits/rules.ts'
import { type PlanKey, plans } from '../rules.ts'
import { PayoutDay } from './PayoutDay.tsx'

type SubscriptionWelcomeProps = { companyId: string; outcome: { companyName: string; isUnderWay: boolean }; plan?: PlanKey }

/** Success page: ordered plan and next steps. The plan is only known in the tab where the registration began. */
export function SubscriptionWelcome({ companyId, outcome: { companyName, isUnderWay }, plan }: SubscriptionWelcomeProps) {
  return (
    <article className="welcome">
      <Ticket>
        <div className="welcome-head">
          <span className="welcome-sign" aria-hidden="true">
            <Check />
          </span>
          <div className="stack tight">
            <FocusedHeading>Ihre Firma ist freigeschaltet</FocusedHeading>
            <p className="muted">
              <b>{companyName}</b> ist jetzt in der Suche zu finden und kann gebucht werden. Die Bestätigung kommt per E-Mail.
            </p>
          </div>
        </div>
        {plan ? <PlanRow plan={plan} /> : null}
        {isUnderWay ? (
          <Note kind="info" title={underWayTexts.title}>
            {underWayTexts.text}
          </Note>
        ) : null}
      </Ticket>
      <section className="stack" aria-labelledby="next-steps">
        <h2 id="next-steps">So geht es weiter</h2>
        <ul className="welcome-next">
          <li className="card padded">
            <Landmark />
            <div>
              <h3>Bankdaten hinterlegen</h3>
              <p className="small muted">Ohne Bankdaten können wir Ihnen nichts auszahlen.</p>
              <Link to="/dashboard/auszahlung">Zu den Bankdaten</Link>
            </div>
          </li>
          <li className="card padded">
            <ClipboardList />
            <div>
              <h3>Leistungen anlegen</h3>
              <p className="small muted">Mit Leistungen und Preisen werden Sie leichter gefunden. Das kann auch später geschehen.</p>
              <Link to="/dashboard/leistungen">Leistungen anlegen</Link>
            </div>
          </li>
          <li className="card padded">
            <Store />
            <div>
              <h3>Profil ansehen</h3>
              <p className="small muted">So sehen Kundinnen und Kunden Ihre Firma.</p>
              <Link to={`/service/${companyId}`}>Zum öffentlichen Profil</Link>
            </div>
          </li>
        </ul>
        <Link className="button primary welcome-go" to="/dashboard">
          Zum Dashboard
          <ArrowRight />
        </Link>
      </section>
    </article>
  )
}

function PlanRow({ plan }: { plan: PlanKey }) {
  const { name, priceCents, commissionBasisPoints, payout } = plans[plan]
  return (
    <div className="welcome-total">
      <span>
        <b>{name}</b>
        <span className="small muted">
          {formatRate(commissionBasisPoints)} Provision je Buchung, <PayoutDay payout={payout} />
        </span>
      </span>
      <span className="price">
        {formatEuro(priceCents)}
        <small>im Monat</small>
      </span>
    </div>
  )
}
