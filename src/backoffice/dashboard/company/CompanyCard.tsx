import type { RefObject } from 'react'
import { Link } from 'react-router'
import { ExternalLink, Pencil } from '#src/platform/web/icons/Icons.tsx'
import { PremiumBadge, VerifiedBadge } from '#src/platform/web/parts/Badge.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { areaPath } from '#src/supply/companies/dashboardAreas.ts'
import { emailTexts } from '#src/supply/companies/email/texts.ts'
import { fieldNames } from '#src/supply/companies/fields/fields.ts'
import { factsOf } from '#src/supply/companies/fields/reading.ts'
import { imprintTexts } from '#src/supply/companies/imprint/texts.ts'
import type { OwnCompany } from '#src/supply/companies/ownCompany.ts'
import '#src/platform/web/styles/facts.css'

/** Postcode and town are shown in the line of the radius. */
const shownNames = fieldNames.filter((name) => name !== 'postcode' && name !== 'town')

type CompanyCardProps = { company: OwnCompany; openerRef: RefObject<HTMLButtonElement | null>; onEdit: () => void }

/** Data of the company, read-only. */
export function CompanyCard({ company, openerRef, onEdit }: CompanyCardProps) {
  return (
    <section className="card" aria-labelledby="company-title">
      <div className="card-head">
        <h2 id="company-title">Firmendaten</h2>
        <div className="row wrapping">
          {company.is_listed ? (
            <Link className="button neutral small" to={`/service/${company.id}`}>
              <ExternalLink />
              Profil ansehen
            </Link>
          ) : null}
          <button ref={openerRef} type="button" className="button secondary small" onClick={onEdit}>
            <Pencil />
            Bearbeiten
          </button>
        </div>
      </div>
      <div className="card-body stack">
        <CompanyBadges company={company} />
        {company.legal_form && company.street ? null : (
          <Note kind="warn" title={imprintTexts.missing} actions={<Link to={areaPath('geschaeftsangaben')}>Zu den Geschäftsangaben</Link>}>
            {imprintTexts.missingHelp}
          </Note>
        )}
        {company.email_proven || company.subscription_status === 'incomplete' ? null : (
          <Note kind="info" title={emailTexts.unproven}>
            {emailTexts.unprovenHelp}
          </Note>
        )}
        <dl className="facts">
          {factsOf(company, shownNames, 'owner').map(({ name, label, text }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd className={name === 'description' ? 'words' : undefined}>{text || <span className="dim plain">Nicht angegeben</span>}</dd>
            </div>
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
    <div className="row wrapping">
      {isPremium ? <PremiumBadge /> : null}
      {verified ? <VerifiedBadge /> : null}
    </div>
  )
}
