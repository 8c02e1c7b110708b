import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { emptyListOf, filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { ReadAt } from '#src/web/reading/ReadAt.tsx'
import { refreshTexts, useReading } from '#src/web/reading/useReading.ts'
import { type WithdrawalList, withdrawalList, withdrawalSortWords, withdrawalStatusWords } from '#src/withdrawals/listRules.ts'
import { withdrawalAreaTexts, withdrawalReading } from './texts.ts'
import { withdrawalColumns } from './WithdrawalColumns.tsx'
import { WithdrawalDialog } from './WithdrawalDialog.tsx'
import '#src/dashboard/ui/dashboard.css'
import '#src/admin/bookings/bookings.css'

const emptyList = emptyListOf(withdrawalList)

/** Every declaration of withdrawal, page by page: those that wait for a decision, and what became of the others. */
export function WithdrawalsArea() {
  const [list, show] = useListAddress(withdrawalList)
  const [chosen, setChosen] = useState<string>()
  const body = { page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, reload, refresh } = useReading('admin-list-withdrawals', body, withdrawalReading)

  return (
    <>
      <section className="card bk-area" aria-labelledby="withdrawals-title" aria-busy={reading.isBusy}>
        <div className="ch">
          <h2 id="withdrawals-title">Erklärte Widerrufe</h2>
          <div className="row wrapf">
            <ReadAt shown={reading.shown} />
            <button type="button" className="btn btn-g btn-sm" onClick={() => void refresh()}>
              <RotateCw />
              {refreshTexts.button}
            </button>
          </div>
        </div>
        <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={withdrawalSortWords} />
        <ListRows
          texts={texts}
          reading={reading}
          columns={withdrawalColumns(({ id }) => setChosen(id))}
          keyOf={({ id }) => id}
          sort={list.sort}
          onSort={(sort) => show({ ...list, sort, page: 1 })}
          isFiltered={hasFilter(list)}
          onReset={() => show(emptyList)}
          onRetry={() => void reload()}
          onPage={(page) => show({ ...list, page })}
        />
      </section>
      {chosen ? <WithdrawalDialog withdrawalId={chosen} onClose={() => setChosen(undefined)} onChanged={() => void reload()} /> : null}
    </>
  )
}

const search = { label: 'Name, E-Mail, Vertrag oder Buchungsnummer', longest: withdrawalList.searchLength }

const filters: ListFilter<WithdrawalList>[] = [{ name: 'status', label: 'Stand', words: withdrawalStatusWords }]

const texts: ListTexts = {
  label: 'Tabelle der Widerrufe',
  loading: 'Widerrufe werden geladen…',
  notLoaded: withdrawalAreaTexts.notLoaded,
  none: { title: 'Noch keine Widerrufe', text: 'Sobald jemand einen Vertrag widerruft, steht die Erklärung hier.' },
  noneFound: { title: 'Kein Widerruf gefunden', text: 'Zu dieser Suche und diesem Stand gibt es keinen Widerruf.' },
}
