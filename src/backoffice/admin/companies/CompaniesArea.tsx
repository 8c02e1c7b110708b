import { useSearchParams } from 'react-router'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { companyColumns } from './CompanyColumns.tsx'
import { CompanyDialog } from './CompanyDialog.tsx'
import { type CompanyList, companyListSpec, companyPolling, companySortLabels, searchLength } from './listRules.ts'
import { companyAreaTexts, companyStateLabels, planLabels, subscriptionLabels, verifiedLabels } from './texts.ts'
import './companies.css'

/** List of all companies with a dialog for the operator's actions. Links from other areas name a company in the URL. */
export function CompaniesArea() {
  const [parameters] = useSearchParams()
  return (
    <ListArea
      title="Alle Anbieter"
      spec={companyListSpec}
      sorts={companySortLabels}
      search={{ label: 'Firma, Standort oder Ansprechpartner', longest: searchLength }}
      filters={filters}
      read={(asked) => call('admin-list-providers', asked)}
      rules={companyPolling}
      csv={{ call: 'admin-providers.csv', name: 'anbieter.csv' }}
      texts={texts}
      columns={companyColumns}
      dialog={(companyId, parts) => <CompanyDialog companyId={companyId} {...parts} />}
      openedFirst={parameters.get('provider') ?? undefined}
    />
  )
}

const categoryLabels = Object.fromEntries(categories.map((one) => [one, one]))

const filters: ListFilter<CompanyList>[] = [
  { name: 'category', label: 'Kategorie', words: categoryLabels },
  { name: 'state', label: 'Zustand', words: companyStateLabels },
  { name: 'plan', label: 'Plan', words: planLabels },
  { name: 'status', label: 'Abonnement', words: subscriptionLabels },
  { name: 'verified', label: 'Prüfung', words: verifiedLabels },
]

const texts: ListTexts = {
  label: 'Tabelle der Anbieter',
  loading: companyAreaTexts.loading,
  notLoaded: companyAreaTexts.notLoaded,
  none: { title: companyAreaTexts.none, text: companyAreaTexts.noneHelp },
  noneFound: { title: companyAreaTexts.noneFound, text: companyAreaTexts.noneFoundHelp },
}
