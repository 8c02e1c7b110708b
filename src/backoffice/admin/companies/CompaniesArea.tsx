import { useSearchParams } from 'react-router'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/reading/call.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { companyColumns } from './CompanyColumns.tsx'
import { CompanyDialog } from './CompanyDialog.tsx'
import { type CompanyList, companyListSpec, companyReading, companySortWords, searchLength } from './listRules.ts'
import { companyAreaTexts, companyStateWords, planWords, subscriptionWords, verifiedWords } from './texts.ts'
import './companies.css'

/** List of all companies with a dialog for the operator's actions. Links from other areas name a company in the URL. */
export function CompaniesArea() {
  const [parameters] = useSearchParams()
  return (
    <ListArea
      title="Alle Anbieter"
      spec={companyListSpec}
      sorts={companySortWords}
      search={{ label: 'Firma, Standort oder Ansprechpartner', longest: searchLength }}
      filters={filters}
      read={(asked) => call('admin-list-providers', asked)}
      rules={companyReading}
      csv={{ call: 'admin-providers.csv', name: 'anbieter.csv' }}
      texts={texts}
      columns={companyColumns}
      dialog={(companyId, parts) => <CompanyDialog companyId={companyId} {...parts} />}
      openedFirst={parameters.get('provider') ?? undefined}
    />
  )
}

const categoryWords = Object.fromEntries(categories.map((one) => [one, one]))

const filters: ListFilter<CompanyList>[] = [
  { name: 'category', label: 'Kategorie', words: categoryWords },
  { name: 'state', label: 'Zustand', words: companyStateWords },
  { name: 'plan', label: 'Plan', words: planWords },
  { name: 'status', label: 'Abonnement', words: subscriptionWords },
  { name: 'verified', label: 'Prüfung', words: verifiedWords },
]

const texts: ListTexts = {
  label: 'Tabelle der Anbieter',
  loading: companyAreaTexts.loading,
  notLoaded: companyAreaTexts.notLoaded,
  none: { title: companyAreaTexts.none, text: companyAreaTexts.noneHelp },
  noneFound: { title: companyAreaTexts.noneFound, text: companyAreaTexts.noneFoundHelp },
}
