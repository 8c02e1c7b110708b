import { Link } from 'react-router'
import { smallPicture } from '#src/foundation/files/pictureRules.ts'
import { Clock, House, Store, Video } from '#src/platform/web/icons/Icons.tsx'
import { serviceParameter } from '#src/supply/companies/address.ts'
import { type TaxStatus, taxText } from '#src/supply/companies/tax/texts.ts'
import { depositText } from '#src/supply/services/deposits.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { placeLabels, quotePath, serviceDurationText, servicePriceParts, surchargeText } from '#src/supply/services/texts.ts'
import { bookHere } from '../ui/NextTimes.tsx'
import './price-list.css'

type PriceListProps = {
  companyId: string
  services: readonly ServiceView[]
  taxStatus: TaxStatus | null
  onBook: (serviceId: string) => void
}

/** Services and prices of a company; nothing for a company without services (docs/spec.md#price-list). */
export function PriceList({ companyId, services, taxStatus, onBook }: PriceListProps) {
  if (services.length === 0) return null
  return (
    <section className="price-list" id="leistungen" aria-labelledby="price-list">
      <div className="price-list-head">
        <h2 id="price-list">Leistungen und Preise</h2>
        <span className="small dim">Alle Preise {taxText(taxStatus)}</span>
      </div>
      <ul>
        {services.map((service) => (
          <Row key={service.id} companyId={companyId} service={service} onBook={onBook} />
        ))}
      </ul>
    </section>
  )
}

function Row({ companyId, service, onBook }: { service: ServiceView } & Pick<PriceListProps, 'companyId' | 'onBook'>) {
  const { id, title, description, picture, options } = service
  // A service without description and options has its button in the first line.
  const isShort = description === '' && options.length === 0
  return (
    <li className={picture === null ? undefined : 'pictured'}>
      {picture === null ? null : <img className="art" src={smallPicture(picture)} width="480" height="360" alt="" loading="lazy" />}
      <div className="price-row">
        <h3>{title}</h3>
        <ServicePrice service={service} />
        {isShort ? null : <Terms service={service} />}
      </div>
      {description ? <p className="small muted price-words">{description}</p> : null}
      <div className="price-foot">
        {isShort ? <Terms service={service} /> : options.length === 0 ? <span /> : <Options options={options} />}
        <span className="price-acts">
          {service.priceKind === 'quote' ? (
            <Link className="button secondary small" rel="nofollow" to={quotePath({ anbieter: companyId, leistung: id })}>
              Angebot anfordern<span className="unseen">: {title}</span>
            </Link>
          ) : (
            <Link
              preventScrollReset
              className="button secondary small"
              rel="nofollow"
              to={{ search: `?${new URLSearchParams({ [serviceParameter]: id })}`, hash: '#buchen' }}
              onClick={(event) => bookHere(event, () => onBook(id))}
            >
              Buchen<span className="unseen"> {title}</span>
            </Link>
          )}
        </span>
      </div>
    </li>
  )
}

/** Set large, and below it what kind of price it is. */
function ServicePrice({ service }: { service: ServiceView }) {
  const { before, amount, per } = servicePriceParts(service)
  const { priceKind } = service
  if (priceKind === 'quote') return <p className="price ask">{amount}</p>
  const kind = priceKind === 'from' ? 'Anbieter bestätigt den Endpreis' : priceKind === 'fixed' && !per ? 'Festpreis' : undefined
  return (
    <p className="price">
      {before ? <span className="before">{before} </span> : null}
      {amount} <small>{[per, kind].filter(Boolean).join(', ')}</small>
    </p>
  )
}

const placeIcons = { customer: House, shop: Store, remote: Video } as const

/** Duration and places of a service. */
const Terms = ({ service, deposit = depositText(service) }: { service: ServiceView; deposit?: string | undefined }) => (
  <div className="meta">
    {serviceDurationText(service) === undefined ? null : (
      <span>
        <Clock />
        {serviceDurationText(service)}
      </span>
    )}
    {deposit === undefined ? null : <span>{deposit}</span>}
    {service.places.map((place) => {
      const Icon = placeIcons[place]
      return (
        <span key={place}>
          <Icon />
          {placeLabels[place]}
        </span>
      )
    })}
  </div>
)

const Options = ({ options }: Pick<ServiceView, 'options'>) => (
  <ul className="price-options small muted" aria-label="Optionen">
    {options.map(({ id, title, surchargeCents }) => (
      <li key={id}>
        {title} <span className="number">{surchargeText(surchargeCents)}</span>
      </li>
    ))}
  </ul>
)
