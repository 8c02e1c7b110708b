import { type KeyboardEvent, useRef } from 'react'
import '../styles/tabs.css'

type TabsProps<Name extends string> = {
  label: string
  tabs: readonly { name: Name; label: string }[]
  /** May be a name without a tab: then no tab is selected, and the first one takes the focus. */
  current: string
  onChoose: (name: Name) => void
  /** Id of the region that the tabs fill. */
  panelId: string
}

/** Two joined segments with the seam. Arrow keys move between them, as usual for tabs. */
export function Tabs<Name extends string>({ label, tabs, current, onChoose, panelId }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const hasCurrent = tabs.some(({ name }) => name === current)

  function move(event: KeyboardEvent, at: number) {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const place = (next + tabs.length) % tabs.length
    const tab = tabs[place]
    if (tab) onChoose(tab.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list}>
      {tabs.map(({ name, label: text }, at) => (
        <button
          key={name}
          id={`${panelId}-${name}`}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls={panelId}
          tabIndex={name === current || (!hasCurrent && at === 0) ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={(event) => move(event, at)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
