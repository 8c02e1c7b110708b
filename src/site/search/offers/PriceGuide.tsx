import { formatEuro } from '#src/platform/kit/money.ts'
import { orientationSentence, type PaidFigures, type PriceFigures, paidSentence, priceKindNames, tellable, unitName } from './rules.ts'

type Service = Parameters<typeof orientationSentence>[0]
type PriceGuideProps = { name: string; page: { service: Service; figures: readonly PriceFigures[]; paid: PaidFigures } }

/** 'Was kostet …?': from the marketplace's own offers and bookings; the catalogue's figures are labelled as such. */
export function PriceGuide({ name, page: { service, figures, paid } }: PriceGuideProps) {
  const told = tellable(figures)
  const lately = paidSentence(paid)
  const orientation = told.length === 0 ? orientationSentence(service) : undefined
  if (told.length === 0 && !lately && !orientation) return null
  return (
    <section className="said" aria-labelledby="price-title">
      <h2 id="price-title">Was kostet „{name}“?</h2>
      {told.length > 0 ? <Table figures={told} /> : null}
      {lately ? <p>{lately}</p> : null}
      {orientation ? <p>{orientation}</p> : null}
    </section>
  )
}

const Table = ({ figures }: { figures: readonly PriceFigures[] }) => (
  <table>
    <caption className="unseen">Preise der Anbieter</caption>
    <thead>
      <tr>
        {['Preisart', 'Niedrigster', 'Mitte', 'Höchster', 'Anbieter'].map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {figures.map((one) => (
        <tr key={`${one.priceKind} ${one.unit ?? ''}`}>
          <th scope="row">
            {priceKindNames[one.priceKind]} {unitName(one)}
          </th>
          <td>{formatEuro(one.lowestCents)}</td>
          <td>{formatEuro(one.medianCents)}</td>
          <td>{formatEuro(one.highestCents)}</td>
          <td>{one.companies}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
