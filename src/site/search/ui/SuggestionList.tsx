import { type ComponentProps, useEffect, useId } from 'react'
import { plural } from '#src/platform/kit/text.ts'
import { Highlighted } from './Highlighted.tsx'
import { type SuggestionKind, useSuggestions } from './Suggestions.tsx'
import './suggestions.css'

/** The attributes that the list gives its field while the list is there. */
export type ComboboxProps = Pick<
  ComponentProps<'input'>,
  'role' | 'aria-autocomplete' | 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'
>
type SuggestionListProps = { field: HTMLInputElement; kind: SuggestionKind; onCombobox: (props: ComboboxProps) => void }

/** The suggestions below a field: an editable combobox with a list, as the WAI-ARIA practices describe it. */
export function SuggestionList({ field, kind, onCombobox }: SuggestionListProps) {
  const id = useId()
  const { typed, suggestions, active, isOpen, pick } = useSuggestions(field, kind)
  useEffect(() => {
    onCombobox({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': `${id}list`,
      'aria-activedescendant': isOpen && active >= 0 ? `${id}${active}` : undefined,
    })
  }, [onCombobox, id, isOpen, active])

  return (
    <>
      <div role="listbox" id={`${id}list`} className="suggestions" hidden={!isOpen} aria-label="Vorschläge">
        {isOpen
          ? suggestions.map(({ label, value, note }, place) => (
              // The field keeps the focus and has the keys; the pointer chooses before the field would lose it.
              // biome-ignore lint/a11y: see above; the field points at the active one
              <div
                key={value + note}
                id={`${id}${place}`}
                role="option"
                aria-selected={place === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(value)}
              >
                <span>
                  <Highlighted text={label} words={typed.split(/\s+/)} />
                </span>
                {note ? <span className="tiny dim">{note}</span> : null}
              </div>
            ))
          : null}
      </div>
      <span role="status" className="unseen">
        {statusText(isOpen, suggestions.length)}
      </span>
    </>
  )
}

const statusText = (isOpen: boolean, count: number) =>
  isOpen && count > 0 ? `${plural(count, 'Vorschlag', 'Vorschläge')}, mit den Pfeiltasten wählbar` : ''
