import { type ReactNode, useRef, useState } from 'react'

type Ordering = {
  ids: readonly string[]
  /** Name of a moved item for screen readers. */
  nameOf: (id: string) => string
  /** Saves an order; shows a refusal itself. */
  save: (ids: string[]) => Promise<unknown>
}

/** Moves items of a list. Returns the new order at once; of several quick moves only the last order is saved. */
export function useReordering({ ids, nameOf, save }: Ordering) {
  const [wanted, setWanted] = useState<readonly string[]>([])
  const [spoken, setSpoken] = useState('')
  const turn = useRef(0)
  const queue = useRef<Promise<void>>(Promise.resolve())
  // Items missing in the requested order are appended in their own order.
  const order = [...wanted.filter((id) => ids.includes(id)), ...ids.filter((id) => !wanted.includes(id))]

  async function saveLast(next: string[], mine: number) {
    if (mine !== turn.current) return
    await save(next)
    if (mine === turn.current) setWanted([])
  }
  function move(from: number, to: number) {
    const next = [...order]
    const [taken] = next.splice(from, 1)
    if (taken === undefined || to < 0 || to > next.length || from === to) return
    next.splice(to, 0, taken)
    turn.current += 1
    const mine = turn.current
    setWanted(next)
    setSpoken(`${nameOf(taken)} steht jetzt an Stelle ${to + 1} von ${next.length}.`)
    queue.current = queue.current.then(() => saveLast(next, mine))
  }
  return { order, move, spoken }
}

type MoveProps = { label: string; isOff: boolean; onClick: () => void; children: ReactNode }

/** Never disabled, not even at the ends of the list, so that the button keeps the focus while an item is moved. */
export const Move = ({ label, isOff, onClick, children }: MoveProps) => (
  <button type="button" className="cross" aria-label={label} aria-disabled={isOff || undefined} onClick={isOff ? undefined : onClick}>
    {children}
  </button>
)
