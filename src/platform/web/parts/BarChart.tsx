import { scaleFor } from './barScale.ts'
import '../styles/chart.css'

export type Bar = {
  /** Label under the bar, such as 'Nov', and its long form for the chart's description. */
  label: string
  longLabel: string
  /** Amount in euros. */
  value: number
  /** The current period. */
  isCurrent?: boolean
}

type BarChartProps = {
  /** 'Umsatz je Monat', the beginning of its description. */
  title: string
  /** Bars in order; narrow places show the last six. */
  bars: readonly Bar[]
}

const lines = 5
const format = (value: number) => Math.round(value).toLocaleString('de-DE')

/**
 * Bars of plain elements, in whole euros, so that the text keeps its size at every width. The description contains the numbers; show them
 * in a table beside the chart, too.
 */
export function BarChart({ title, bars }: BarChartProps) {
  const top = scaleFor(Math.max(0, ...bars.map(({ value }) => value)), lines)
  const marks = Array.from({ length: lines + 1 }, (_mark, place) => (top / lines) * (lines - place))
  const description = bars.map(({ longLabel, value, isCurrent }) => `${longLabel}${isCurrent ? ' bisher' : ''} ${format(value)} €`)
  return (
    <div className="chart-box">
      <figure className="chart" role="img" aria-label={`${title}: ${description.join(', ')}`}>
        <div className="chart-scale" aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark}>{mark === 0 ? '0 €' : format(mark)}</span>
          ))}
        </div>
        <ol className="chart-plot" aria-hidden="true">
          {bars.map(({ label, longLabel, value, isCurrent }) => (
            <li key={longLabel} className={isCurrent ? 'now' : undefined}>
              <span className="chart-bar" style={{ height: `${(100 * Math.max(0, value)) / top}%` }}>
                <b>{format(value)}</b>
              </span>
              <span className="chart-label">{label}</span>
            </li>
          ))}
        </ol>
      </figure>
    </div>
  )
}
