import { berlinDay } from '#src/platform/kit/dates.ts'
import type { TaxFigures } from '../figures.ts'
import './tax.css'

const roman = ['', 'I', 'II', 'III', 'IV']
const whole = (euros: number) => `${euros.toLocaleString('de-DE')}\u00a0€`

/** Quarters of a year, as reported. */
export function QuarterTable({ figures: { year, quarters } }: { figures: TaxFigures }) {
  const today = berlinDay(new Date())
  const isNow = (quarter: number) => today.slice(0, 4) === String(year) && Math.ceil(Number(today.slice(5, 7)) / 3) === quarter
  return (
    <table className="tax-table">
      <thead>
        <tr>
          <th scope="col">Quartal</th>
          <th scope="col" className="number">
            Vergütung
          </th>
          <th scope="col" className="number">
            Buchungen
          </th>
          <th scope="col" className="number">
            Gebühren
          </th>
        </tr>
      </thead>
      <tbody>
        {quarters.map(({ quarter, consideration, activities, fees }) => (
          <tr key={quarter}>
            <th scope="row">{`${roman[quarter]}${isNow(quarter) ? ' bisher' : ''}`}</th>
            <td className="number">{whole(consideration)}</td>
            <td className="number">{activities}</td>
            <td className="number">{whole(fees)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
