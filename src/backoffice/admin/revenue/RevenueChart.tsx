import { useState } from 'react'
import { euros } from '#src/platform/kit/money.ts'
import { Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { type Column, DataTable } from '#src/platform/web/lists/DataTable.tsx'
import { BarChart } from '#src/platform/web/parts/BarChart.tsx'
import { type RevenueGrain, type RevenueStep, type RevenueSummary, revenueGrains } from './rules.ts'
import { grainLabels, measureLabels, type RevenueMeasure, revenueStepLabels, revenueTexts, spanText } from './texts.ts'

const measures: RevenueMeasure[] = ['platform_revenue', 'booking_revenue', 'fees', 'subscriptions']
type ChartProps = { summary: RevenueSummary | undefined; onGrain: (grain: RevenueGrain) => void }

/** One figure over time, as bars and as a table: at most the last twelve weeks or months of the period. */
export function RevenueChart({ summary, onGrain }: ChartProps) {
  const [measure, setMeasure] = useState<RevenueMeasure>('platform_revenue')
  return (
    <section className="card" aria-labelledby="revenue-chart-title" aria-busy={summary === undefined}>
      <div className="card-head">
        <h2 id="revenue-chart-title">{revenueTexts.chart}</h2>
        {summary ? <span className="small dim">{rangeText(summary)}</span> : null}
      </div>
      <div className="revenue-choice">
        <Pick id="revenue-measure" label="Kennzahl" words={measureLabels} order={measures} value={measure} onPick={setMeasure} />
        <Pick id="revenue-grain" label="Je" words={grainLabels} order={revenueGrains} value={summary?.grain ?? 'month'} onPick={onGrain} />
      </div>
      <div className="card-body stack">
        {summary ? <Bars summary={summary} measure={measure} /> : <span className="skeleton chart-wait" />}
      </div>
    </section>
  )
}

const rangeText = ({ series }: RevenueSummary) => {
  const [first, last] = [series[0], series.at(-1)]
  return first && last ? spanText({ from: first.from, to: last.to }) : ''
}

type PickProps<Word extends string> = {
  id: string
  label: string
  words: Record<Word, string>
  order: readonly Word[]
  value: Word
  onPick: (word: Word) => void
}

function Pick<Word extends string>({ id, label, words, order, value, onPick }: PickProps<Word>) {
  const pick = (chosen: string) => {
    const word = order.find((one) => one === chosen)
    if (word) onPick(word)
  }
  return (
    <SelectField id={id} label={label} value={value} onChange={pick}>
      <Options words={words} />
    </SelectField>
  )
}

function Bars({ summary: { series, grain }, measure }: { summary: RevenueSummary; measure: RevenueMeasure }) {
  if (series.length === 0) return <p className="muted">{revenueTexts.noChart}</p>
  const title = `${measureLabels[measure]} je ${grain === 'week' ? 'Woche' : 'Monat'}`
  return (
    <>
      <BarChart
        title={title}
        bars={series.map((step) => ({ ...revenueStepLabels(step, grain), value: step[measure], isCurrent: step.is_current }))}
      />
      <details className="behind">
        <summary className="small">Als Tabelle</summary>
        <DataTable label={`Tabelle: ${title}`} columns={columns(grain)} rows={series.toReversed()} keyOf={({ from }) => from} />
      </details>
    </>
  )
}

const columns = (grain: RevenueGrain): Column<RevenueStep>[] => [
  { label: grain === 'week' ? 'Woche' : 'Monat', format: 'title', cell: (step) => revenueStepLabels(step, grain).longLabel },
  ...measures.map(
    (measure): Column<RevenueStep> => ({
      label: measureLabels[measure],
      format: measure === 'platform_revenue' ? 'amount' : 'number',
      cell: (step) => euros(step[measure]),
    }),
  ),
]
