import { Link } from 'react-router'
import { berlinDay, formatLongDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { CircleCheck, CircleDashed } from '#src/platform/web/icons/Icons.tsx'
import { useFirstResponse, useQuery } from '#src/platform/web/queries/useQuery.ts'
import { UnbookableNote } from '#src/supply/calendars/hours/UnbookableNote.tsx'
import { areaPath } from '#src/supply/companies/dashboardAreas.ts'
import { type CompanyHome as Home, type SetupStep, setupSteps } from './setupRules.ts'
import './setup.css'

/** Remaining setup steps, and the next payout; renders nothing if there is neither. */
export function CompanyHome({ companyId, live, onAnswer }: { companyId: string; live: number; onAnswer: () => void }) {
  const { queryResult } = useQuery('get-company-home', { companyId }, { live })
  useFirstResponse(queryResult, onAnswer)
  if (!queryResult.data) return null
  const { setup, next_payout } = queryResult.data
  return (
    <>
      <Setup setup={setup} />
      <UnbookableNote companyId={companyId} live={live} to={{ path: areaPath('leistungen'), label: 'Leistungen ansehen' }} />
      {next_payout ? <NextPayout {...next_payout} /> : null}
    </>
  )
}

const stepNames = Object.keys(setupSteps).filter((name): name is SetupStep => name in setupSteps)

function Setup({ setup }: Pick<Home, 'setup'>) {
  const steps = stepNames
  const done = steps.filter((step) => setup[step])
  if (done.length === steps.length) return null
  return (
    <section className="card" aria-labelledby="setup-title">
      <div className="card-head">
        <h2 id="setup-title">Ihr Profil einrichten</h2>
        <span className="small dim number">
          {done.length} von {steps.length} erledigt
        </span>
      </div>
      <div className="card-body">
        <ul className="setup">
          {steps.map((step) => (
            <li key={step}>
              {setup[step] ? <CircleCheck className="setup-done" /> : <CircleDashed />}
              {setup[step] ? (
                <span>
                  <span className="unseen">Erledigt: </span>
                  {setupSteps[step].label}
                </span>
              ) : (
                <Link to={areaPath(setupSteps[step].area)}>{setupSteps[step].label}</Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const NextPayout = ({ at, bookings, amount, waits }: NonNullable<Home['next_payout']>) => (
  <section className="card padded next-payout" aria-labelledby="next-payout-title">
    <h2 id="next-payout-title">Nächste Auszahlung</h2>
    <p className="next-payout-sum">{euros(amount)}</p>
    <p className="small muted">
      am {formatLongDate(berlinDay(new Date(at)))} für {plural(bookings, 'Buchung', 'Buchungen')}, Stand heute.{' '}
      {waits ?? <Link to={areaPath('auszahlung')}>Alle Auszahlungen</Link>}
    </p>
  </section>
)
