import { useCallback, useEffect, useRef, useState } from 'react'
import { centsOf } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { servicePriceParts } from '#src/supply/services/texts.ts'
import { suggestionLimits, type WordSuggestion } from '../query/rules.ts'

export type SuggestionKind = 'words' | 'places'
export type Suggestion = { label: string; value: string; note: string }
type Shown = { typed: string; suggestions: Suggestion[]; active: number; isOpen: boolean }
const nothing: Shown = { typed: '', suggestions: [], active: -1, isOpen: false }

/** Pause in typing before the server is requested, in milliseconds. */
const pause = 120

/** Suggestions for the text in a field, and the one that is selected by keys. */
export function useSuggestions(field: HTMLInputElement, kind: SuggestionKind) {
  const [shown, setShown] = useState(nothing)
  const close = useCallback(() => setShown((before) => ({ ...before, isOpen: false, active: -1 })), [])
  const { ask, forget } = useAsking(kind, setShown)

  const pick = useCallback(
    (value: string) => {
      forget()
      field.value = value
      setShown(nothing)
    },
    [field, forget],
  )

  useEffect(() => {
    const onInput = () => ask(field.value)
    const onLeave = () => {
      forget()
      close()
    }
    const isTypedAlready = document.activeElement === field && field.value !== field.defaultValue
    if (isTypedAlready) onInput()
    field.addEventListener('input', onInput)
    field.addEventListener('blur', onLeave)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('blur', onLeave)
    }
  }, [field, ask, forget, close])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => steer(event, { shown, setShown, close, pick })
    field.addEventListener('keydown', onKey)
    return () => field.removeEventListener('keydown', onKey)
  }, [field, shown, close, pick])

  return { ...shown, pick }
}

type Steering = { shown: Shown; setShown: (shown: Shown) => void; close: () => void; pick: (value: string) => void }

function steer(event: KeyboardEvent, { shown, setShown, close, pick }: Steering) {
  const { suggestions, active, isOpen } = shown
  if (event.isComposing || suggestions.length === 0) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    // One position more than there are suggestions: none of them, the typed text.
    const places = suggestions.length + 1
    setShown({ ...shown, isOpen: true, active: ((active + 1 + step + places) % places) - 1 })
  }
  if (!isOpen) return
  const chosen = suggestions[active]
  if (event.key === 'Enter' && chosen) {
    // In a search the browser then submits the form with the chosen words.
    if (!(event.target instanceof Element && event.target.closest('[role="search"]'))) event.preventDefault()
    pick(chosen.value)
  }
  if (event.key === 'Escape') {
    event.preventDefault()
    close()
  }
}

/** Requests suggestions after a pause. A response is discarded after newer input, a choice or leaving the field. */
function useAsking(kind: SuggestionKind, setShown: (shown: Shown) => void) {
  const latest = useRef<AbortController>(undefined)
  const forget = useCallback(() => latest.current?.abort(), [])
  useEffect(() => forget, [forget])
  const ask = useCallback(
    (value: string) => {
      forget()
      const typed = value.trim()
      if (typed.length < suggestionLimits.fewestLetters) return setShown(nothing)
      const asking = new AbortController()
      const { signal } = asking
      latest.current = asking
      // Failures are not shown here: the search itself reports them.
      setTimeout(() => {
        if (signal.aborted) return
        readSuggestions(kind, typed, signal).then(
          (suggestions) => setShown({ typed, suggestions, active: -1, isOpen: suggestions.length > 0 }),
          () => (signal.aborted ? undefined : setShown(nothing)),
        )
      }, pause)
    },
    [kind, setShown, forget],
  )
  return { ask, forget }
}

async function readSuggestions(kind: SuggestionKind, typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  if (kind === 'places') {
    const places = await call('suggest-places', { typed }, { signal })
    return places.map((place) => ({ ...place, note: '' }))
  }
  const words = await call('suggest-words', { typed }, { signal })
  return words.map((word) => ({
    label: word.label,
    value: word.label,
    note: [notes[word.kind], word.phrase ? `„${word.phrase}“` : '', offersText(word)].filter(Boolean).join(' · '),
  }))
}

/** '12 Anbieter ab 28 € je Std.'; empty for services without a company and for words that are not a service. */
function offersText({ companies, cheapest }: Wire<WordSuggestion>) {
  if (!companies) return ''
  if (!cheapest || cheapest.price === null) return `${companies} Anbieter`
  const { amount, per } = servicePriceParts({ priceKind: cheapest.price_kind, priceCents: centsOf(cheapest.price), unit: cheapest.unit })
  return [companies, 'Anbieter ab', amount, per].filter(Boolean).join(' ')
}

const notes = { service: 'Leistung', trade: 'Gewerk', word: '', category: 'Bereich', company: 'Anbieter' } as const
