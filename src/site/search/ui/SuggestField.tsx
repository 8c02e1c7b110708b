import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import type { ComboboxProps } from './SuggestionList.tsx'
import type { SuggestionKind } from './Suggestions.tsx'

type ListProps = { field: HTMLInputElement; kind: SuggestionKind; onCombobox: (props: ComboboxProps) => void }

type SuggestFieldProps = Omit<ComponentProps<'input'>, 'ref'> & { kind: SuggestionKind }

/** A field with suggestions while typing. It is a plain field until the code of the list, which loads on first focus, has arrived. */
export function SuggestField({ kind, ...input }: SuggestFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [List, setList] = useState<ComponentType<ListProps>>()
  const [combobox, setCombobox] = useState<ComboboxProps>()

  function load() {
    // Without suggestions the field is as good as before.
    if (!List) loadList().then(({ SuggestionList }) => setList(() => SuggestionList), ignore)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for whoever was in the field before the page came alive
  useEffect(() => {
    if (document.activeElement === field.current) load()
  }, [])

  return (
    <>
      <input ref={field} autoComplete="off" onFocus={load} onInput={load} {...input} {...combobox} />
      {List && field.current ? <List field={field.current} kind={kind} onCombobox={setCombobox} /> : null}
    </>
  )
}

const loadList = () => import('./SuggestionList.tsx')
const ignore = () => undefined
