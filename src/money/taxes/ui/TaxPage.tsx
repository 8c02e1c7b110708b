import { useState } from 'react'
import { Link } from 'react-router'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { SelectField } from '#src/platform/web/forms/Field.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { areaPath } from '#src/supply/companies/dashboardAreas.ts'
import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { firstTaxYear, type TaxFigures, taxTexts } from '../figures.ts'
import { QuarterTable } from './QuarterTable.tsx'

/** 'Steuer': the data reported about the company by quarter, and the effect of its turnover on its tax status. */
export default function TaxPage() {
  const { company, live } = useCompanyArea()
  const thisYear = Number(berlinDay(new Date()).slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const years = Array.from({ length: Math.max(1, thisYear - firstTaxYear + 1) }, (_none, back) => thisYear - back)
  const { queryResult, reload } = useQuery('get-tax-report', { companyId: company.id, year }, { live })
  return (
    <section className="card" aria-labelledby="tax-title" aria-busy={queryResult.isBusy || undefined}>
      <div className="card-head">
        <h2 id="tax-title">{taxTexts.report(year)}</h2>
        <span className="small dim">{taxTexts.law}</span>
      </div>
      <div className="card-body stack">
        {years.length > 1 ? (
          <SelectField id="tax-year" label="Jahr" value={year} onChange={(value) => setYear(Number(value))}>
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        ) : null}
        <QueryRegion
          queryResult={queryResult}
          failed={taxTexts.notLoaded}
          loading={<p role="status">{taxTexts.loading}</p>}
          onRetry={reload}
        >
          {(figures) => <Figures figures={figures} />}
        </QueryRegion>
      </div>
    </section>
  )
}

function Figures({ figures }: { figures: TaxFigures }) {
  const { year, quarters, warning } = figures
  const hasSome = quarters.some(({ activities }) => activities > 0)
  return (
    <>
      {warning ? (
        <Note
          kind="warn"
          title={taxTexts.warnings[warning].title}
          actions={<Link to={areaPath('geschaeftsangaben')}>Zu den Geschäftsangaben</Link>}
        >
          {taxTexts.warnings[warning].text}
        </Note>
      ) : null}
      {hasSome ? <QuarterTable figures={figures} /> : <p>{taxTexts.none}</p>}
      <p className="small muted">{taxTexts.help(year)}</p>
    </>
  )
}
