import * as Radix from '@radix-ui/react-tooltip'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react'
import { tooltipDelays } from '../reading/defaults.ts'
import '../styles/tooltip.css'

/** The pointer moved over an element, or the Tab key focused it. Touch, and a dialog that takes the focus by itself, do not count. */
export type TooltipIntent = { trigger: HTMLElement; event: Event }

type Tip = TooltipIntent & { id: number; text: string }

/** The tooltips of all elements that were pointed at and still exist. The library times them. Loaded by TooltipHost. */
export function Tooltips({ intent }: { intent: TooltipIntent }) {
  const [tips, setTips] = useState<readonly Tip[]>([])
  useEffect(() => setTips((before) => withIntent(before, intent)), [intent])
  return (
    <Radix.Provider delayDuration={tooltipDelays.openMs} skipDelayDuration={tooltipDelays.skipMs}>
      {tips.map((tip) => (
        <Radix.Root key={tip.id}>
          <Radix.Trigger asChild>
            <Borrowed tip={tip} />
          </Radix.Trigger>
          <Radix.Portal>
            {/* No tab stop leads to the tooltip; screen readers read it as a description. */}
            <Radix.Content
              className="tooltip"
              aria-hidden="true"
              sideOffset={6}
              collisionPadding={8}
              hideWhenDetached
              onEscapeKeyDown={() => leaveDialog(tip.trigger)}
            >
              {tip.text}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      ))}
    </Radix.Provider>
  )
}

function withIntent(before: readonly Tip[], intent: TooltipIntent): readonly Tip[] {
  const { trigger } = intent
  const others = before.filter((tip) => tip.trigger !== trigger && tip.trigger.isConnected)
  const text = textOf(trigger)
  if (!text) return others
  const id = before.find((tip) => tip.trigger === trigger)?.id ?? Math.max(0, ...before.map((tip) => tip.id)) + 1
  return [...others, { ...intent, id, text }]
}

/** No tooltip if everything is readable already: a label beside its icon, a text that is not cut. */
function textOf(trigger: HTMLElement) {
  const { tip, cut } = trigger.dataset
  if (tip) return tip
  if (cut !== undefined) return isCut(trigger) ? trigger.textContent : undefined
  return isReadable(trigger) ? undefined : (trigger.ariaLabel ?? trigger.textContent)
}

/** Words that are for screen readers only or hidden on narrow screens take no room. */
const isReadable = (part: HTMLElement): boolean =>
  part.offsetWidth > 1 &&
  [...part.childNodes].some((child) =>
    child instanceof Text ? child.data.trim() !== '' : child instanceof HTMLElement && isReadable(child),
  )

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight

/** In the library, Escape only closes the tooltip; pressed in a dialog or a sheet it must close that, too. */
const leaveDialog = (trigger: HTMLElement) => trigger.closest('[role=dialog], [popover]')?.querySelector<HTMLElement>('.cross')?.click()

/**
 * The props that the library's trigger gives to its child. Our child is elsewhere on the page, drawn by a component that does not know of
 * tooltips.
 */
type Given = Partial<
  Record<'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onClick', (event: Event) => void>
>

const takers: Record<string, keyof Given> = {
  pointerover: 'onPointerMove',
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  keyup: 'onFocus',
  focusout: 'onBlur',
  click: 'onClick',
}
const heardHere = ['pointermove', 'pointerleave', 'pointerdown', 'focusout', 'click']

type BorrowedProps = Given & { tip: Tip; ref?: Ref<HTMLElement>; 'aria-describedby'?: string | undefined }

/**
 * Uses an existing element of the page as the library's trigger. A tooltip that repeats the element's own name or text describes nothing
 * new: only `data-tip` is announced as a description.
 */
function Borrowed({ tip: { trigger, event: intent }, ref, 'aria-describedby': description, ...given }: BorrowedProps) {
  useImperativeHandle(ref, () => trigger, [trigger])
  const pass = useEffectEvent((event: Event) => given[takers[event.type] ?? 'onClick']?.(event))
  useEffect(() => {
    const listen = (event: Event) => pass(event)
    for (const type of heardHere) trigger.addEventListener(type, listen)
    return () => {
      for (const type of heardHere) trigger.removeEventListener(type, listen)
    }
  }, [trigger])
  useEffect(() => {
    // While this code loaded, the pointer or the focus may have moved on.
    if (trigger.matches(intent.type === 'keyup' ? ':focus' : ':hover')) pass(intent)
  }, [trigger, intent])
  useEffect(() => {
    if (!description || trigger.dataset.tip === undefined) return
    trigger.setAttribute('aria-describedby', description)
    return () => trigger.removeAttribute('aria-describedby')
  }, [trigger, description])
  return null
}
