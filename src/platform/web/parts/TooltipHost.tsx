import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { tooltipDelays } from '../queries/defaults.ts'
import '../styles/tooltip.css'

type Tip = { trigger: HTMLElement; text: string }

/** Tooltip of the element under the pointer or with the keyboard's focus; once in every page. Touch opens none. */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => watchTriggers(setTip), [])
  return tip ? <Tooltip {...tip} /> : null
}

/** A popover, so that it is above dialogs; tooltip.css anchors it to its trigger. It is not focusable. */
function Tooltip({ trigger, text }: Tip) {
  const part = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const popover = part.current
    popover?.showPopover({ source: trigger })
    return () => popover?.hidePopover()
  }, [trigger])
  useEffect(() => {
    // A tooltip that repeats the trigger's own name or text describes nothing new.
    if (trigger.dataset.tip === undefined) return
    trigger.setAttribute('aria-describedby', id)
    return () => trigger.removeAttribute('aria-describedby')
  }, [trigger, id])
  return (
    <div ref={part} id={id} className="tooltip" popover="manual" aria-hidden="true">
      {text}
    </div>
  )
}

/** Time that the pointer may take from the trigger to its tooltip. */
const crossingMs = 100

/** Calls `show` with each tooltip that opens, and with undefined when it closes. Returns the function that stops it. */
function watchTriggers(show: (tip: Tip | undefined) => void) {
  let pointed: HTMLElement | undefined
  let focused: HTMLElement | undefined
  let opened: HTMLElement | undefined
  let closedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopped = new AbortController()

  function open(trigger?: HTMLElement) {
    clearTimeout(timer)
    if (trigger && trigger === opened) return
    const text = trigger?.isConnected ? textOf(trigger) : undefined
    if (opened && !text) closedAt = Date.now()
    opened = text ? trigger : undefined
    show(trigger && text ? { trigger, text } : undefined)
  }
  function point(target: EventTarget | null) {
    const trigger = isTooltip(target) ? opened : (triggerOf(target) ?? focused)
    if (trigger === pointed) return
    pointed = trigger
    if (trigger && (opened || Date.now() - closedAt < tooltipDelays.skipMs)) return open(trigger)
    clearTimeout(timer)
    timer = setTimeout(() => open(trigger), trigger ? tooltipDelays.openMs : crossingMs)
  }
  function focus(trigger?: HTMLElement) {
    focused = trigger
    pointed = trigger ?? pointed
    open(trigger)
  }
  const listen = <T extends keyof DocumentEventMap>(type: T, react: (event: DocumentEventMap[T]) => void) =>
    document.addEventListener(type, react, { signal: stopped.signal, capture: true })

  listen('pointerover', ({ pointerType, target }) => pointerType !== 'touch' && point(target))
  listen('pointerout', ({ relatedTarget }) => relatedTarget === null && point(null))
  listen('keyup', ({ key, target }) => key === 'Tab' && focus(triggerOf(target)))
  listen('keydown', ({ key }) => key === 'Escape' && focus())
  listen('focusout', () => focused && focus())
  listen('pointerdown', () => focus())
  listen('click', () => focus())
  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}

/**
 * Elements with a tooltip: a button or link with a picture or a label, a text that may be cut (`data-cut`), an element with an explanation
 * (`data-tip`).
 */
const triggerOf = (target: EventTarget | null) =>
  (target instanceof Element && target.closest<HTMLElement>(':is(a,button):is([aria-label],:has(svg)),[data-cut],[data-tip]')) || undefined

const isTooltip = (target: EventTarget | null) => target instanceof Element && target.closest('.tooltip') !== null

/** No tooltip if everything is readable already: a label beside its icon, a text that is not cut. */
function textOf(trigger: HTMLElement) {
  const { tip, cut } = trigger.dataset
  if (tip) return tip
  if (cut !== undefined) return isCut(trigger) ? (trigger.textContent ?? undefined) : undefined
  return isReadable(trigger) ? undefined : (trigger.ariaLabel ?? trigger.textContent ?? undefined)
}

/** Words that are for screen readers only or hidden on narrow screens take no room. */
const isReadable = (part: HTMLElement): boolean =>
  part.offsetWidth > 1 &&
  [...part.childNodes].some((child) =>
    child instanceof Text ? child.data.trim() !== '' : child instanceof HTMLElement && isReadable(child),
  )

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight
