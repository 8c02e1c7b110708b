import { useEffect, useMemo, useState } from 'react'
import { workOfDraft } from '#src/orders/bookings/draftRules.ts'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import type { BookingDraftState } from '../ui/BookingDraft.tsx'
import { readHeld } from '../ui/savedDraft.ts'

/**
 * Holds the chosen time for ten minutes when 'Weiter' leaves the first step, at a company with a calendar (docs/spec.md#hold). `slots` are
 * the next free times after a refusal. Other failures are ignored: the order checks the time again.
 */
export function useHold(companyId: string, draft: BookingDraftState) {
  const [held, setHeld] = useState(() => stillHeld(companyId))
  const [slots, setSlots] = useState<readonly string[]>([])
  const time = `${draft.draft.serviceId} ${draft.draft.date} ${draft.draft.time}`

  async function goOn() {
    if (!(await draft.check())) return
    if (held?.time === time) return draft.moveTo(1)
    try {
      const { date, time: at } = draft.draft
      const { until, policy } = await call('hold-slot', { ...workOfDraft(companyId, draft), date, time: at })
      setHeld({ time, until, policy })
      setSlots([])
    } catch (error) {
      if (error instanceof CallError && showSlots(error)) return draft.refuse({ time: error.message })
    }
    draft.moveTo(1)
  }

  /** Stores the free times that a refusal suggests. Returns whether the refusal was about the time. */
  function showSlots({ fields }: CallError) {
    if (!fields.slots) return false
    setHeld(undefined)
    setSlots(fields.slots)
    return true
  }

  function release() {
    if (held) void call('release-slot', { companyId }).catch(() => undefined)
  }

  const own = held?.time === time && draft.step > 0 ? held : undefined
  const ownUntil = own?.until
  const until = useMemo(() => (ownUntil === undefined ? undefined : new Date(ownUntil)), [ownUntil])
  return { goOn, slots, showSlots, release, until, policy: own?.policy, held: own }
}

/** Hold of a stored draft, after a return from the payment page. Once it expired, 'Weiter' holds the time again. */
function stillHeld(companyId: string) {
  const held = readHeld(companyId)
  return held && Date.parse(held.until) > Date.now() ? held : undefined
}

/** Shows until when the time is held; a clock time, no countdown. */
export function HoldNote({ until }: { until: Date | undefined }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    setIsOver(false)
    if (!until) return
    const timer = setTimeout(() => setIsOver(true), until.getTime() - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (!until) return null
  return (
    <p className="hold-note" role="status">
      {isOver ? slotTexts.holdEnded(until) : slotTexts.held(until)}
    </p>
  )
}
