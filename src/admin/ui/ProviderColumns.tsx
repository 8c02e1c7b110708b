import { berlinDay, formatDate } from '#src/kit/dates.ts'
import { PremiumBadge, VerifiedBadge } from '#src/web/Badge.tsx'
import type { Column } from '#src/web/DataTable.tsx'
import { StatusChip, type StatusLook } from '#src/web/StatusChip.tsx'
import type { ProviderSort } from '../providerListRules.ts'
import type { ShownProvider } from '../providerRules.ts'
import { planWords, providerStateWords, subscriptionWords } from '../providerTextRules.ts'

export const providerColumns = (onOpen: (id: string) => void): Column<ShownProvider, ProviderSort>[] => [
  {
    label: 'Firma',
    look: 'title',
    cell: (provider) => <Name provider={provider} onOpen={onOpen} />,
    sort: { asc: 'nameAsc', desc: 'nameDesc' },
  },
  { label: 'Kategorie', cell: ({ category }) => category, sort: { asc: 'categoryAsc', desc: 'categoryDesc' } },
  { label: 'Standort', cell: ({ location }) => location || '–', sort: { asc: 'locationAsc', desc: 'locationDesc' } },
  { label: 'Kontakt', cell: (provider) => <Contact provider={provider} /> },
  { label: 'Abonnement', cell: (provider) => <Plan provider={provider} /> },
  { label: 'Zustand', cell: (provider) => <ProviderState provider={provider} /> },
  { label: 'Angelegt', look: 'date', cell: ({ created_at }) => dayOf(created_at), sort: { asc: 'oldest', desc: 'newest' } },
]

const dayOf = (iso: string) => formatDate(berlinDay(new Date(iso)))

const Name = ({ provider: { id, company_name, verified, premium }, onOpen }: { provider: ShownProvider; onOpen: (id: string) => void }) => (
  <>
    <button type="button" className="linkb" onClick={() => onOpen(id)}>
      {company_name}
    </button>
    {verified || premium ? (
      <span className="pv-badges">
        {premium ? <PremiumBadge /> : null}
        {verified ? <VerifiedBadge /> : null}
      </span>
    ) : null}
  </>
)

const Contact = ({ provider: { contact_person, email } }: { provider: ShownProvider }) => (
  <span className="pv-contact">
    {contact_person || '–'}
    <span className="s2">{email}</span>
  </span>
)

const Plan = ({ provider: { plan, subscription_kind, subscription_status } }: { provider: ShownProvider }) => (
  <span>
    {planWords[plan]}
    <span className="s2"> {subscription_kind === 'granted' ? 'Kostenfrei' : subscriptionWords[subscription_status]}</span>
  </span>
)

/** What the provider is to visitors, by shape and word. */
export function ProviderState({ provider }: { provider: ShownProvider }) {
  const state = stateOf(provider)
  return <StatusChip look={looks[state]}>{providerStateWords[state]}</StatusChip>
}

type State = keyof typeof providerStateWords
const looks: Record<State, StatusLook> = { listed: 'good', hidden: 'waiting', suspended: 'bad', archived: 'off' }

function stateOf({ archived_at, suspended_at, subscription_status }: ShownProvider): State {
  if (archived_at) return 'archived'
  if (suspended_at) return 'suspended'
  return ['active', 'past_due'].includes(subscription_status) ? 'listed' : 'hidden'
}
