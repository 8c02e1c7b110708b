import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import { Copy, Plus, X } from '#src/platform/web/icons/Icons.tsx'
import { fieldId, type RangeDraft, spanOf, weekdays, withRange } from './form.ts'
import { hoursLimits } from './rules.ts'
import { Switch } from './Switch.tsx'

type DayRowProps = {
  index: number
  ranges: readonly RangeDraft[]
  errors: Record<string, string>
  onChange: (ranges: readonly RangeDraft[]) => void
  onCopy: () => void
}

/** One weekday: open or closed, its hours as inputs, and as bars under the common axis. */
export function DayRow({ index, ranges, errors, onChange, onCopy }: DayRowProps) {
  const name = weekdays[index] ?? ''
  const isOpen = ranges.length > 0
  return (
    <li className="hours-row">
      <span className="strong">{name}</span>
      <Switch
        label={name}
        word={isOpen ? 'geöffnet' : 'geschlossen'}
        isOn={isOpen}
        onTurn={(open) => onChange(open ? withRange([]) : [])}
      />
      <Ranges path={`week.${index}`} name={name} ranges={ranges} errors={errors} onChange={onChange} />
      <DayBars ranges={ranges} />
      <button type="button" className="cross" aria-label={`Zeiten von ${name} auf andere Tage übertragen`} onClick={onCopy}>
        <Copy />
      </button>
    </li>
  )
}

/** Bars from 6 to 22 o'clock, with the times as text next to them. */
function DayBars({ ranges }: { ranges: readonly RangeDraft[] }) {
  const spans = ranges.map((range) => ({ key: range.key, span: spanOf(range) }))
  const part = (minutes: number) => Math.min(100, Math.max(0, ((minutes - 360) / 960) * 100))
  return (
    <div className="hours-bars" aria-hidden="true">
      {spans.map(({ key, span }) =>
        span ? <i key={key} style={{ left: `${part(span.from)}%`, right: `${100 - part(span.to)}%` }} /> : null,
      )}
    </div>
  )
}

type RangesProps = Pick<DayRowProps, 'ranges' | 'errors' | 'onChange'> & { path: string; name: string }

/** Opening hours of a day, from and to; a break makes two rows of one. */
export function Ranges({ path, name, ranges, errors, onChange }: RangesProps) {
  const change = (key: number, part: Partial<RangeDraft>) => onChange(ranges.map((one) => (one.key === key ? { ...one, ...part } : one)))
  return (
    <div className="hours-ranges" id={fieldId(path)} tabIndex={-1}>
      {ranges.map(({ key, from, to }, row) => (
        <RangeFields
          key={key}
          path={`${path}.${row}`}
          name={`${name}, ${row + 1}. Zeit`}
          values={{ from, to }}
          errors={errors}
          onType={(part) => change(key, part)}
          onRemove={ranges.length > 1 ? () => onChange(ranges.filter((one) => one.key !== key)) : undefined}
        />
      ))}
      {ranges.length > 0 && ranges.length < hoursLimits.rangesPerDay ? (
        <button type="button" className="link-button small" onClick={() => onChange(withRange(ranges))}>
          <Plus />
          {ranges.length === 1 ? 'Pause einfügen' : 'Weitere Zeit'}
          <span className="unseen"> am {name}</span>
        </button>
      ) : null}
      <FieldMessage id={fieldId(path)} error={errors[path]} />
    </div>
  )
}

type RangeFieldsProps = {
  path: string
  name: string
  values: { from: string; to: string }
  errors: Record<string, string>
  onType: (part: Partial<RangeDraft>) => void
  onRemove: (() => void) | undefined
}

function RangeFields({ path, name, values, errors, onType, onRemove }: RangeFieldsProps) {
  const field = (part: 'from' | 'to', word: string) => {
    const id = fieldId(`${path}.${part}`)
    const problem = errors[`${path}.${part}`]
    return (
      <input
        id={id}
        className="input time-input"
        inputMode="numeric"
        autoComplete="off"
        value={values[part]}
        aria-label={`${name} ${word}`}
        {...(problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
        onChange={(event) => onType({ [part]: event.target.value })}
      />
    )
  }
  return (
    <div className="hours-range">
      {field('from', 'von')}–{field('to', 'bis')}
      {onRemove ? (
        <button type="button" className="cross" aria-label={`${name} entfernen`} onClick={onRemove}>
          <X />
        </button>
      ) : null}
      <FieldMessage id={fieldId(`${path}.from`)} error={errors[`${path}.from`]} />
      <FieldMessage id={fieldId(`${path}.to`)} error={errors[`${path}.to`]} />
    </div>
  )
}
