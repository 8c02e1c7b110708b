import { Field } from '#src/platform/web/forms/Field.tsx'
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
      <Field id="revenue-period" label="Zeitraum">
        {(control) => (
          <select {...control} value={choice} onChange={(event) => choose(event.target.value)}>
            <option value="">{allTimeWord}</option>
            {revenuePeriods.map((word) => (
              <option key={word} value={word}>
                {periodLabels[word]}
              </option>
            ))}
            {/* Selected by entering a day. */}
            {choice === 'days' ? <option value="days">{ownPeriodWord}</option> : null}
          </select>
        )}
      </Field>
      <Day id="revenue-from" label="Von" value={list.from} onChange={(from) => onShow({ ...list, from })} />
      <Day id="revenue-to" label="Bis" value={list.to} onChange={(to) => onShow({ ...list, to })} />
    </div>
  )
}
