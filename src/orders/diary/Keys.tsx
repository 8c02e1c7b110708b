import type { KeyboardEvent } from 'react'
import type { Entry } from './entries.ts'

type Rules = { entries: readonly Entry[]; onMove: (entry: Entry) => void; onBlock: () => void; onToday: () => void }

/**
 * Keyboard shortcuts of single letters. Active only while the focus is in the calendar and not in a field, so typing and dictation
 * elsewhere never trigger them.
 */
export function useKeys({ entries, onMove, onBlock, onToday }: Rules) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
    if (target.matches('input, select, textarea') || !currentTarget.contains(target)) return
    const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
    const here = buttons.indexOf(target)
    const entry = entries.find((one) => one.key === target.dataset.entry)
    const acts: Record<string, (() => void) | undefined> = {
      j: () => buttons[Math.min(here + 1, buttons.length - 1)]?.focus(),
      k: () => buttons[Math.max(here - 1, 0)]?.focus(),
      v: entry?.isMovable ? () => onMove(entry) : undefined,
      s: onBlock,
      h: onToday,
    }
    const action = acts[key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  }
  return { onKeyDown }
}
