import { Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { Day } from '#src/platform/web/lists/ListFilters.tsx'
import { type RevenueList, revenuePeriods } from './rules.ts'
import { allTimeWord, ownPeriodWord, periodChoiceOf, periodLabels } from './texts.ts'

type PeriodProps = { list: RevenueList; onShow: (list: RevenueList) => void }

/** Period of the whole page: a named one, or days from and to. */
export function RevenuePeriod({ list, onShow }: PeriodProps) {
  const choice = periodChoiceOf(list)
  const choose = (word: string) => onShow({ ...list, period: revenuePeriods.find((one) => one === word) ?? '', from: '', to: '' })
  return (
    <div className="revenue-period">
      <SelectField id="revenue-period" label="Zeitraum" value={choice} onChange={choose}>
        <option value="">{allTimeWord}</option>
        <Options words={periodLabels} />
        {/* Selected by entering a day. */}
        {choice === 'days' ? <option value="days">{ownPeriodWord}</option> : null}
      </SelectField>
      <Day id="revenue-from" label="Von" value={list.from} onChange={(from) => onShow({ ...list, from })} />
      <Day id="revenue-to" label="Bis" value={list.to} onChange={(to) => onShow({ ...list, to })} />
    </div>
  )
}
