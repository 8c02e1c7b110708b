import { type ComponentType, useEffect, useState } from 'react'
import type { TooltipIntent } from './Tooltip.tsx'

/** Stands once in the page's shell and costs almost nothing until the first tooltip is needed. */
export function TooltipHost() {
  const [intent, setIntent] = useState<TooltipIntent>()
  const [Tooltips, setTooltips] = useState<ComponentType<{ intent: TooltipIntent }>>()
  useEffect(() => {
    const notice = (event: Event) => {
      const trigger = triggerOf(event)
      if (!trigger) return
      setIntent({ trigger, event })
      // Without a tooltip every element still has its name; the next intent loads again.
      fetchTooltips().then(
        (file) => setTooltips(() => file.Tooltips),
        () => undefined,
      )
    }
    for (const type of intentions) document.addEventListener(type, notice)
    return () => {
      for (const type of intentions) document.removeEventListener(type, notice)
    }
  }, [])
  return Tooltips && intent ? <Tooltips intent={intent} /> : null
}

const intentions = ['pointerover', 'keyup']

/** A separate function: a promise chained directly to the bare import would not reject when its styles fail to load. */
const fetchTooltips = () => import('./Tooltip.tsx')

/** What has a tooltip: a button or link with a picture or a label, a text that may be cut (`data-cut`), and what explains itself (`data-tip`). */
function triggerOf(event: Event) {
  if (event instanceof PointerEvent ? event.pointerType === 'touch' : !(event instanceof KeyboardEvent && event.key === 'Tab')) return
  const { target } = event
  return target instanceof Element ? target.closest<HTMLElement>(':is(a,button):is([aria-label],:has(svg)),[data-cut],[data-tip]') : null
}
