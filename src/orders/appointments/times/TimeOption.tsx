import type { ReactNode } from 'react'
import { Check } from '#src/platform/web/icons/Icons.tsx'
import '#src/orders/ordering/times/times.css'

type OptionProps = { name: string; value?: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

/** Radio button that looks like a free time. */
export const TimeOption = ({ name, value, isChosen, onChoose, children }: OptionProps) => (
  <label className="time-option">
    <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
    <span>
      <Check />
      {children}
    </span>
  </label>
)
