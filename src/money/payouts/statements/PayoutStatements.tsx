import { useRef, useState } from 'react'
import { type MonthView, statementFile, statementTexts } from '#src/money/payouts/statements/rules.ts'
import { formatMonth } from '#src/platform/kit/dates.ts'
import { SelectField } from '#src/platform/web/forms/Field.tsx'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { CardFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { type QueryResult, useQuery } from '#src/platform/web/queries/useQuery.ts'
import '../bank/bank.css'

type StatementsProps = { companyId: string; live: number }

/** Monthly statements as PDF, for the months in which money moved. */
export function PayoutStatements({ companyId, live }: StatementsProps) {
  // Polls only until the first month appears: the next one appears only when a new month begins.
  const hasSome = useRef(false)
  const { queryResult, reload } = useQuery('list-statement-months', { companyId }, { live: hasSome.current ? 0 : live })
  hasSome.current = Boolean(queryResult.data?.months.length)
  return (
    <section className="card" aria-labelledby="statements-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="statements-title">{statementTexts.title}</h2>
      </div>
      <Months companyId={companyId} queryResult={queryResult} onRetry={() => void reload()} />
    </section>
  )
}

type MonthsProps = { companyId: string; queryResult: QueryResult<{ months: readonly MonthView[] }>; onRetry: () => void }

function Months({ companyId, queryResult: { data, failure }, onRetry }: MonthsProps) {
  if (failure !== undefined) return <CardFailure title={statementTexts.notLoaded} text={failure} onRetry={onRetry} />
  if (!data) return <TableWaiting rows={1} text={statementTexts.loading} />
  const { months } = data
  const [newest] = months
  if (!newest) return <EmptyState title={statementTexts.none} text={statementTexts.noneHelp} />
  return <Chooser companyId={companyId} months={months} newest={newest} />
}

function Chooser({ companyId, months, newest }: { companyId: string; months: readonly MonthView[]; newest: MonthView }) {
  const [chosen, setChosen] = useState<string>()
  const { month } = months.find((one) => one.month === chosen) ?? newest
  return (
    <div className="card-body stack">
      <p className="muted">{statementTexts.help}</p>
      <div className="row wrapping payout-months">
        <SelectField id="statement-month" label={statementTexts.month} value={month} onChange={setChosen}>
          {months.map((one) => (
            <option key={one.month} value={one.month}>
              {`${formatMonth(one.month)}${one.is_running ? ` (${statementTexts.running})` : ''}`}
            </option>
          ))}
        </SelectField>
        <DownloadButton
          path={`/functions/v1/payout-statement.pdf?${new URLSearchParams({ companyId, month })}`}
          name={statementFile(month)}
        >
          {statementTexts.download}
        </DownloadButton>
      </div>
    </div>
  )
}
