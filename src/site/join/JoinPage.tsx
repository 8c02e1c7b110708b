import { Link } from 'react-router'
import { methodsChoice, offeredMethods } from '#src/money/payments/methods.ts'
import { type PlanKey, planKeys, plans } from '#src/money/plans/rules.ts'
import { PayoutDay } from '#src/money/plans/ui/PayoutDay.tsx'
import { findVatBasisPoints } from '#src/money/plans/vatActions.ts'
import { formatEuro, formatEuroShort, formatRate, shareOf } from '#src/platform/kit/money.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { ChevronDown } from '#src/platform/web/icons/Icons.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { JsonLd } from '#src/platform/web/parts/JsonLd.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { useSite } from '#src/platform/web/shell/site.ts'
import { useBookingDialog } from '#src/site/search/profile/BookingOpener.tsx'
import { searchCompanies } from '#src/site/search/query/actions.ts'
import { emptyQuery, type FoundCompany } from '#src/site/search/query/rules.ts'
import { ResultCard } from '#src/site/search/ui/ResultCard.tsx'
import type { Route } from './+types/JoinPage'
import { Calculator } from './Calculator.tsx'
import { calculatorParameters, parseMonth, premiumPaysFrom } from './earnings.ts'
import { companyQuestions, moneySteps, questionData } from './texts.ts'
import '#src/site/search/ui/results.css'
import './join.css'

export const handle = { cachedParams: Object.values(calculatorParameters) }

/** Loads the month to calculate from the URL, the VAT rate of the prices, and the first company of the search as the example. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(appOf)
  const [vatBasisPoints, { companies }] = await Promise.all([
    findVatBasisPoints(db),
    searchCompanies(db, { ...emptyQuery, limit: 1, offset: 0, hasFacets: false }),
  ])
  return { month: parseMonth(url.searchParams), vatBasisPoints, example: companies[0] }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    title: 'Für Anbieter',
    description: 'Aufträge aus Ihrer Nähe, im Voraus bezahlt: was die Pläne kosten, was bei Ihnen ankommt und wie das Geld fließt.',
    path: '/fuer-anbieter',
  })

/** Page about the plans for companies that may join. Complete without scripts. */
export default function JoinPage({ loaderData: { month, vatBasisPoints, example } }: Route.ComponentProps) {
  return (
    <main id="inhalt">
      <Hero />
      <Plans vatBasisPoints={vatBasisPoints} />
      <section className="wrap join-part" id="rechner" aria-labelledby="join-calculator">
        <h2 id="join-calculator">Was bei Ihnen ankommt</h2>
        <Calculator key={`${month.bookings}:${month.euros}`} start={month} />
      </section>
      {example ? <Example company={example} /> : null}
      <Steps />
      <Questions />
      <section className="join-end join-part" aria-labelledby="join-end">
        <div className="wrap stack">
          <h2 id="join-end">Konto anlegen, Plan danach wählen</h2>
          <p>Mit dem Konto legen Sie Firma, Leistungen und Zeiten an. Bezahlt wird erst, wenn Sie veröffentlichen.</p>
          <p>
            <Link className="button accent" to="/provider-signup">
              Konto anlegen
            </Link>
          </p>
          <p className="small">
            Schon ein Konto? <Link to="/auth">Anmelden</Link>
          </p>
        </div>
      </section>
      <JsonLd data={questionData} />
    </main>
  )
}

const exampleCents = 17_250

const Hero = () => (
  <section className="wrap join-hero">
    <div className="join-columns">
      <div className="stack">
        <h1>Sie machen gute Arbeit? Wir bringen die Aufträge.</h1>
        <p className="lead">
          Kundinnen und Kunden sehen Ihren Preis und Ihre freien Zeiten, fragen an und zahlen im Voraus. Sie nehmen an, arbeiten und
          bekommen Ihr Geld nach dem Termin auf Ihr Konto.
        </p>
        <div className="row wrapping">
          <Link className="button primary" to="/provider-signup">
            Konto anlegen
          </Link>
          <a className="button neutral" href="#rechner">
            Auszahlung berechnen
          </a>
        </div>
        <p className="small muted">Ein Konto kostet nichts. Bezahlt wird, wenn Sie Ihr Profil veröffentlichen.</p>
      </div>
      <figure className="agreed-pair" aria-label="Beispiel: Eine Anfrage und Ihre Zusage">
        <div>
          <p className="small">Anfrage, Montag 17:40 Uhr</p>
          <p className="agreed-title">Fenster putzen, Freitag um 9</p>
          <p className="small">22765 Hamburg, 1,8 km</p>
          <p className="agreed-sum">{formatEuro(exampleCents)}</p>
          <p className="small">Betrag ist reserviert.</p>
        </div>
        <div>
          <p className="small">Ihre Zusage, Montag 18:05 Uhr</p>
          <p className="agreed-title">Abgemacht.</p>
          <p className="small">Termin steht, Adresse und Telefon sind da.</p>
          <p className="agreed-sum">{formatEuro(exampleCents - shareOf(exampleCents, plans.premium.commissionBasisPoints))}</p>
          <p className="small">Ihre Auszahlung mit Premium.</p>
        </div>
      </figure>
    </div>
    <dl className="join-figures">
      <Fact label="im Monat, monatlich kündbar">{planKeys.map((key) => formatEuroShort(plans[key].priceCents)).join(' oder ')}</Fact>
      <Fact label="Provision je bezahlter Buchung">
        {planKeys.map((key) => formatRate(plans[key].commissionBasisPoints)).join(' oder ')}
      </Fact>
      <Fact label="Auszahlung, je nach Plan">wöchentlich oder werktags</Fact>
      <Fact label="für Anfragen ohne Auftrag">{formatEuroShort(0)}</Fact>
    </dl>
  </section>
)

const Plans = ({ vatBasisPoints }: { vatBasisPoints: number }) => (
  <section className="join-part join-plans" aria-labelledby="join-plans">
    <div className="wrap stack">
      <h2 id="join-plans">Zwei Pläne, gleiche Reihenfolge in der Suche</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones the table scrolls sideways and must be reachable with the keyboard */}
      <section className="join-table" tabIndex={0} aria-label="Pläne im Vergleich">
        <table>
          <thead>
            <tr>
              <th scope="col">
                {vatBasisPoints === 0 ? 'Preise ohne USt. nach § 19 UStG' : `Preise inkl. ${formatRate(vatBasisPoints)} MwSt.`}
              </th>
              {planKeys.map((key) => (
                <th key={key} scope="col">
                  <b>{plans[key].name}</b>
                  <span className="join-price">{formatEuroShort(plans[key].priceCents)}</span>
                  im Monat
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <PlanRow name="Provision je Buchung">{(key) => formatRate(plans[key].commissionBasisPoints)}</PlanRow>
            <PlanRow name="Von 100 € bleiben Ihnen">
              {(key) => formatEuro(10_000 - shareOf(10_000, plans[key].commissionBasisPoints))}
            </PlanRow>
            <PlanRow name="Auszahlung">{(key) => <PayoutDay payout={plans[key].payout} isShort />}</PlanRow>
            <PlanRow name="Profil, Kalender, Nachrichten">{() => 'enthalten'}</PlanRow>
            <PlanRow name="Kennzeichen „Premium“">{(key) => (key === 'premium' ? 'ja' : 'nein')}</PlanRow>
            <PlanRow name="Laufzeit">{() => 'monatlich kündbar'}</PlanRow>
          </tbody>
        </table>
      </section>
      <p className="small muted">
        {plans.premium.name} rechnet sich ab {formatEuro(premiumPaysFrom())} Umsatz im Monat. Sie können jederzeit wechseln.
      </p>
    </div>
  </section>
)

const PlanRow = ({ name, children }: { name: string; children: (key: PlanKey) => React.ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    {planKeys.map((key) => (
      <td key={key}>{children(key)}</td>
    ))}
  </tr>
)

function Example({ company }: { company: FoundCompany }) {
  const { dialog, book, isOpening } = useBookingDialog()
  return (
    <section className="wrap join-part join-columns top" aria-labelledby="join-example">
      <div className="stack">
        <h2 id="join-example">So sehen Sie in der Suche aus</h2>
        <p className="muted">
          Name, Ort, Preis und die nächsten freien Zeiten auf einen Blick. Bewertungen tragen einen Nachweis, wenn eine bezahlte Buchung
          dahintersteht. Ihre Kontaktdaten erscheinen erst, wenn der Termin steht.
        </p>
      </div>
      <ResultCard
        company={company}
        query={emptyQuery}
        words={[]}
        onBook={() => void book(company, company.offered?.id)}
        isOpening={isOpening}
        isEager={false}
      />
      {dialog}
    </section>
  )
}

const Steps = () => (
  <section className="join-part join-plans" aria-labelledby="join-steps">
    <div className="wrap">
      <h2 id="join-steps">Vom Auftrag zum Konto</h2>
      <ol className="join-steps">
        {moneySteps(methodsChoice(offeredMethods(useSite().methods).direct)).map(({ when, what, how }) => (
          <li key={what}>
            <span className="tiny dim">{when}</span>
            <b>{what}</b>
            <span className="small muted">{how}</span>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const Questions = () => (
  <section className="wrap join-part join-columns top" aria-labelledby="join-questions">
    <h2 id="join-questions">Was Anbieter uns fragen</h2>
    <div className="join-questions">
      {companyQuestions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            {question}
            <ChevronDown aria-hidden="true" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
