import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { categories } from '#src/companies/rules.ts'
import { emptyListOf, filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { RefreshButton } from '#src/web/reading/RefreshButton.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { companyColumns } from './CompanyColumns.tsx'
import { CompanyDialog } from './CompanyDialog.tsx'
import { type CompanyList, companyListSpec, companyReading, companySortWords, searchLength } from './listRules.ts'
import { companyAreaTexts, companyStateWords, planWords, subscriptionWords, verifiedWords } from './texts.ts'
import '#src/dashboard/ui/dashboard.css'
import './companies.css'

const emptyList = emptyListOf(companyListSpec)

/** All companies, page by page; what is shown stands in the address. A company opens with everything that can be done to it. */
export function CompaniesArea() {
  const [list, show] = useListAddress(companyListSpec)
  const [openId, setOpenId] = useOpenCompany()
  const body = { page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, reload, refresh } = useReading('admin-list-providers', body, companyReading)
  return (
    <section className="card pv-area" aria-labelledby="companies-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="companies-title">Alle Anbieter</h2>
        <div className="row wrapf">
          <RefreshButton isBusy={reading.isBusy} onRefresh={refresh} />
          <DownloadButton path={`/functions/v1/admin-providers.csv?${new URLSearchParams(filterOf(list))}`} name="anbieter.csv">
            Als CSV herunterladen
          </DownloadButton>
        </div>
      </div>
      <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={companySortWords} />
      <ListRows
        texts={texts}
        reading={reading}
        columns={companyColumns(setOpenId)}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyList)}
        onRetry={() => void reload()}
        onPage={(page) => show({ ...list, page })}
      />
      {openId ? <CompanyDialog companyId={openId} onClose={() => setOpenId(undefined)} onChanged={() => void reload()} /> : null}
    </section>
  )
}

/** The company that is open; at first the one that the address names, so that another tab can lead here. */
function useOpenCompany() {
  const [parameters] = useSearchParams()
  return useState<string | undefined>(parameters.get('provider') ?? undefined)
}

const search = { label: 'Firma, Standort oder Ansprechpartner', longest: searchLength }
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
