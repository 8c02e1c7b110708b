import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { type Column, TwoLines } from '#src/platform/web/lists/DataTable.tsx'
import { PremiumBadge, VerifiedBadge } from '#src/platform/web/parts/Badge.tsx'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import type { CompanySort } from './listRules.ts'
import type { AdminCompanyView } from './rules.ts'
import { companyStateLabels, planLabels, subscriptionLabels } from './texts.ts'

export const companyColumns = (onOpen: (id: string) => void): Column<AdminCompanyView, CompanySort>[] => [
  {
    label: 'Firma',
    format: 'title',
    cell: (company) => <Name company={company} onOpen={onOpen} />,
    sort: { asc: 'nameAsc', desc: 'nameDesc' },
  },
  { label: 'Kategorie', cell: ({ category }) => category, sort: { asc: 'categoryAsc', desc: 'categoryDesc' } },
  { label: 'Standort', cell: ({ location }) => location || '–', sort: { asc: 'locationAsc', desc: 'locationDesc' } },
  { label: 'Kontakt', cell: (company) => <Contact company={company} /> },
  { label: 'Abonnement', cell: (company) => <Plan company={company} /> },
  { label: 'Zustand', cell: (company) => <CompanyState company={company} /> },
  { label: 'Angelegt', format: 'date', cell: ({ created_at }) => dayOf(created_at), sort: { asc: 'oldest', desc: 'newest' } },
]

const dayOf = (iso: string) => formatDate(berlinDay(new Date(iso)))

const Name = ({
  company: { id, company_name, verified, premium },
  onOpen,
}: {
  company: AdminCompanyView
  onOpen: (id: string) => void
}) => (
  <>
    <button type="button" className="link-button" onClick={() => onOpen(id)}>
      {company_name}
    </button>
    {verified || premium ? (
      <span className="company-badges">
        {premium ? <PremiumBadge /> : null}
        {verified ? <VerifiedBadge /> : null}
      </span>
    ) : null}
  </>
)

const Contact = ({ company: { contact_person, email } }: { company: AdminCompanyView }) => (
  <span className="company-contact">
    {contact_person || '–'}
    <span className="second">{email}</span>
  </span>
)

const Plan = ({ company: { plan, subscription_kind, subscription_status } }: { company: AdminCompanyView }) => (
  <TwoLines second={subscription_kind === 'granted' ? 'Kostenfrei' : subscriptionLabels[subscription_status]}>{planLabels[plan]}</TwoLines>
)

/** Visibility of a company (listed, hidden …), as chip with text. */
export function CompanyState({ company }: { company: AdminCompanyView }) {
  const state = stateOf(company)
  return <StatusChip tone={looks[state]}>{companyStateLabels[state]}</StatusChip>
}

type State = Exclude<keyof typeof companyStateLabels, 'feedFailing'>
const looks: Record<State, StatusTone> = { listed: 'good', hidden: 'waiting', suspended: 'bad', archived: 'off' }

function stateOf({ archived_at, suspended_at, subscription_status }: AdminCompanyView): State {
  if (archived_at) return 'archived'
  if (suspended_at) return 'suspended'
  return ['active', 'past_due'].includes(subscription_status) ? 'listed' : 'hidden'
}
