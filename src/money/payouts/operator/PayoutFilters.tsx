import { type AdminPayoutQuery, payoutSearchLength } from '#src/money/payouts/lists/rules.ts'
import { payoutStatusLabels } from '#src/money/payouts/runs/texts.ts'
import { Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { SearchField } from '#src/platform/web/lists/ListFilters.tsx'
import { isWord, payoutSortLabels } from './texts.ts'
import '#src/platform/web/lists/filters.css'

type FiltersProps = { query: AdminPayoutQuery; onQuery: (query: AdminPayoutQuery) => void }

/** Filters and sort order of the payouts; each choice leads back to the first page. */
export const PayoutFilters = ({ query: { status, search, ...query }, onQuery }: FiltersProps) => (
  <div className="list-choices">
    <SearchField
      id="payout-search"
      label="Suche nach Firma"
      longest={payoutSearchLength}
      value={search ?? ''}
      onSearch={(words) => onQuery({ ...query, page: 1, ...(status ? { status } : {}), ...(words ? { search: words } : {}) })}
    />
    <SelectField
      id="payout-status"
      label="Status"
      value={status ?? ''}
      onChange={(value) =>
        onQuery({ ...query, ...(search ? { search } : {}), page: 1, ...(isWord(payoutStatusLabels, value) ? { status: value } : {}) })
      }
    >
      <option value="">Alle</option>
      <Options words={payoutStatusLabels} />
    </SelectField>
    <SelectField
      id="payout-sort"
      label="Sortierung"
      value={query.sort}
      onChange={(value) => {
        if (isWord(payoutSortLabels, value))
          onQuery({ ...query, ...(status ? { status } : {}), ...(search ? { search } : {}), page: 1, sort: value })
      }}
    >
      <Options words={payoutSortLabels} />
    </SelectField>
  </div>
)
