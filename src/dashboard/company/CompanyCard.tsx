import { ExternalLink, Pencil } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { imprintFieldNames, imprintLabels, imprintTexts } from '#src/companies/imprint/texts.ts'
import { priceText } from '#src/kit/money.ts'
import { PremiumBadge, VerifiedBadge } from '#src/web/parts/Badge.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import type { OwnCompany } from '../rules.ts'

type CompanyCardProps = { company: OwnCompany; openerRef: RefObject<HTMLButtonElement | null>; onEdit: () => void }

/** The company as its owner reads it. */
export function CompanyCard({ company, openerRef, onEdit }: CompanyCardProps) {
  return (
    <section className="card" aria-labelledby="company-title">
      <div className="ch">
        <h2 id="company-title">Firmendaten</h2>
        <div className="row wrapf">
          {company.is_listed ? (
            <Link className="btn btn-g btn-sm" to={`/service/${company.id}`}>
              <ExternalLink />
              Profil ansehen
            </Link>
          ) : null}
          <button ref={openerRef} type="button" className="btn btn-s btn-sm" onClick={onEdit}>
            <Pencil />
            Bearbeiten
          </button>
        </div>
      </div>
      <div className="cb stack">
        <CompanyBadges company={company} />
        {company.legal_form && company.street ? null : (
          <Note kind="warn" title={imprintTexts.missing}>
            {imprintTexts.missingHelp}
          </Note>
        )}
        <dl className="facts">
          <Fact label="Firmenname">{company.company_name}</Fact>
          <Fact label="Kategorie">{company.category}</Fact>
          <Fact label="Beschreibung">
            <span className="words">{company.description}</span>
          </Fact>
          <Fact label="Standort">{company.location}</Fact>
          <Fact label="Umkreis">{reachOf(company)}</Fact>
          <Fact label="Ansprechpartner">{company.contact_person}</Fact>
          <Fact label="E-Mail">{company.email}</Fact>
          <Fact label="Telefon">{company.phone}</Fact>
          <Fact label="Website">{company.website}</Fact>
          <Fact label="Preis">{priceText(company.hourly_rate === null ? null : Math.round(company.hourly_rate * 100))}</Fact>
          {imprintFieldNames.map((name) => (
            <Fact key={name} label={imprintLabels[name]}>
              {company[name]}
            </Fact>
          ))}
        </dl>
      </div>
    </section>
  )
}

function CompanyBadges({ company: { premium, plan, verified } }: { company: OwnCompany }) {
  const isPremium = premium || plan === 'premium'
  if (!isPremium && !verified) return null
  return (
    <div className="row wrapf">
      {isPremium ? <PremiumBadge /> : null}
      {verified ? <VerifiedBadge /> : null}
    </div>
  )
}

function reachOf({ postcode, town, service_radius_km }: OwnCompany) {
  const place = [postcode, town].filter(Boolean).join(' ')
  if (service_radius_km === null) return place
  return place ? `${service_radius_km} km um ${place}` : `${service_radius_km} km`
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children || <span className="dim plain">Nicht angegeben</span>}</dd>
  </div>
)
