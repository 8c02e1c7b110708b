import { type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { plural } from '#src/platform/kit/text.ts'
import { closeOnBack } from '#src/platform/web/dialogs/closeOnBack.ts'
import { disableOthers } from '#src/platform/web/dialogs/disableOthers.ts'
import { SlidersHorizontal, X } from '#src/platform/web/icons/Icons.tsx'
import { type Category, categories } from '#src/supply/companies/rules.ts'
import { changedAddress, type SearchState } from '../query/address.ts'
import { listChoices, radiusWord, rateWord, ratingWord, showsRemaining, totalWord, verifiedWord } from '../query/results.ts'
import { countedUpTo, countOf, type Facets, type IntentNames, radii, rateSteps, ratingSteps, servicePriceSteps } from '../query/rules.ts'
import { CategoryIcon } from './CategoryIcon.tsx'

type SearchFiltersProps = {
  state: SearchState
  /** Undefined if not all companies were counted. */
  facets: Facets | undefined
  total: number | undefined
  /** True if distances from the place are known. */
  hasDistance: boolean
  /** Understood services of the words. */
  services: IntentNames['services']
}

const sheet = 'filter'

/**
 * Filters of a search, as links, so that they work without scripts and each choice is an address. Numbers are the remaining results. On
 * phones they are a sheet from below, which stays open while the visitor chooses; the browser opens and closes it, also without scripts.
 */
export function SearchFilters({ state, facets, total, hasDistance, services }: SearchFiltersProps) {
  const { isOpen, giveBack, follow } = useModalSheet()
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a navigation that is a dialog while it is open, which a nav element may not become
    <div
      id={sheet}
      popover="auto"
      className="sheet"
      aria-label="Filter"
      onBeforeToggle={giveBack}
      onToggle={follow}
      role={isOpen ? 'dialog' : 'navigation'}
      aria-modal={isOpen || undefined}
    >
      <a className="skip" href="#ergebnisse">
        Filter überspringen
      </a>
      <div className="sheet-head">
        <h2 tabIndex={-1}>Filter</h2>
        <button type="button" className="cross" aria-label="Filter schließen" popoverTarget={sheet} popoverTargetAction="hide">
          <X />
        </button>
      </div>
      <div className="sheet-body">
        {hasDistance ? <RadiusGroup state={state} /> : null}
        {state.service === null && services.length < 2 ? null : <ServiceGroup state={state} services={services} />}
        <CategoryGroup state={state} facets={facets} />
        <RatingGroup state={state} facets={facets} />
        <RateGroup state={state} facets={facets} isOfService={services.length > 0} />
        {facets?.verified === 0 && !state.onlyVerified ? null : (
          <Group title="Prüfung">
            <Choice
              to={{ ...state, onlyVerified: !state.onlyVerified }}
              isChosen={state.onlyVerified}
              count={state.onlyVerified ? undefined : facets?.verified}
            >
              {verifiedWord}
            </Choice>
          </Group>
        )}
      </div>
      <div className="sheet-foot">
        <button type="button" className="button primary wide" popoverTarget={sheet} popoverTargetAction="hide">
          {total === undefined
            ? 'Anbieter anzeigen'
            : `${total > countedUpTo ? `${countOf(total)} Anbieter` : plural(total, 'Anbieter', 'Anbieter')} anzeigen`}
        </button>
      </div>
    </div>
  )
}

/** Opens the sheet if the filters are not beside the list. */
export function FilterButton({ state }: { state: SearchState }) {
  const chosen = listChoices(state).length
  return (
    <button type="button" className="button neutral small toggle" popoverTarget={sheet}>
      <SlidersHorizontal />
      {chosen > 0 ? `Filter (${chosen})` : 'Filter'}
    </button>
  )
}

/**
 * While the sheet is open it is a dialog: everything below can be neither pressed nor focused nor read out. When a tablet is turned, the
 * filters appear beside the list, and the sheet is closed.
 */
function useModalSheet() {
  const [isOpen, setIsOpen] = useState(false)
  const release = useRef<() => void>(undefined)
  useEffect(() => () => release.current?.(), [])

  /** Before it closes, so that the browser can return the focus to the opener. */
  function giveBack({ newState }: ToggleEvent<HTMLElement>) {
    if (newState === 'closed') release.current?.()
  }

  function follow({ currentTarget, newState }: ToggleEvent<HTMLElement>) {
    setIsOpen(newState === 'open')
    if (newState !== 'open') return
    const enable = disableOthers(currentTarget)
    const staysOnBack = closeOnBack(() => currentTarget.hidePopover())
    release.current = () => {
      enable()
      staysOnBack()
      release.current = undefined
    }
    currentTarget.querySelector('h2')?.focus()
    matchMedia('(min-width: 1000px)').addEventListener('change', () => currentTarget.hidePopover(), { once: true })
  }
  return { isOpen, giveBack, follow }
}

type GroupProps = Pick<SearchFiltersProps, 'state' | 'facets'>

const RadiusGroup = ({ state }: Pick<SearchFiltersProps, 'state'>) => (
  <Group title="Umkreis" isRow>
    {[...radii, null].map((radius) => (
      <Choice key={radius} to={{ ...state, radius }} isChosen={state.radius === radius}>
        {radiusWord(radius)}
      </Choice>
    ))}
  </Group>
)

const ServiceGroup = ({ state, services }: Pick<SearchFiltersProps, 'state' | 'services'>) => (
  <Choices
    title="Leistung"
    all="Alle Leistungen"
    choices={services.map(({ id, name }) => ({ to: { ...state, service: id }, isChosen: state.service === id, word: name }))}
    without={{ ...state, service: null }}
  />
)

function CategoryGroup({ state, facets }: GroupProps) {
  const remaining = (category: Category) => (facets && showsRemaining(state, { category }) ? (facets.categories[category] ?? 0) : undefined)
  return (
    <Choices
      title="Bereich"
      all="Alle Bereiche"
      choices={categories.map((category) => ({
        to: { ...state, category },
        isChosen: state.category === category,
        count: remaining(category),
        word: (
          <>
            <CategoryIcon category={category} />
            {category}
          </>
        ),
      }))}
      without={{ ...state, category: null }}
    />
  )
}

function RatingGroup({ state, facets }: GroupProps) {
  const remaining = (minRating: number) => (facets && showsRemaining(state, { minRating }) ? (facets.ratings[minRating] ?? 0) : undefined)
  return (
    <Choices
      title="Bewertung"
      all="Alle Bewertungen"
      choices={ratingSteps.toReversed().map((minRating) => ({
        to: { ...state, minRating },
        isChosen: state.minRating === minRating,
        count: remaining(minRating),
        word: ratingWord(minRating),
      }))}
      without={{ ...state, minRating: null }}
    />
  )
}

function RateGroup({ state, facets, isOfService }: GroupProps & { isOfService: boolean }) {
  const remaining = (maxRateCents: number) =>
    facets && !isOfService && showsRemaining(state, { maxRateCents }) ? (facets.rates[maxRateCents] ?? 0) : undefined
  return (
    <Choices
      title={isOfService ? 'Preis der Leistung' : 'Stundensatz'}
      all="Alle Preise"
      choices={(isOfService ? servicePriceSteps : rateSteps).map((maxRateCents) => ({
        to: { ...state, maxRateCents },
        isChosen: state.maxRateCents === maxRateCents,
        count: remaining(maxRateCents),
        word: isOfService ? totalWord(maxRateCents) : rateWord(maxRateCents),
      }))}
      without={{ ...state, maxRateCents: null }}
    />
  )
}

type OneChoice = { to: SearchState; isChosen: boolean; count?: number | undefined; word: ReactNode }
type ChoicesProps = { title: string; all: string; without: SearchState; choices: OneChoice[] }

/** Choices, one of which is active. Choices without remaining results are not shown. */
function Choices({ title, all, without, choices }: ChoicesProps) {
  const offered = choices.filter(({ count, isChosen }) => count !== 0 || isChosen)
  if (offered.length === 0) return null
  return (
    <Group title={title}>
      <Choice to={without} isChosen={choices.every(({ isChosen }) => !isChosen)}>
        {all}
      </Choice>
      {offered.map(({ word, ...choice }) => (
        <Choice key={changedAddress(choice.to, choice.to)} {...choice}>
          {word}
        </Choice>
      ))}
    </Group>
  )
}

function Group({ title, isRow = false, children }: { title: string; isRow?: boolean; children: ReactNode }) {
  const id = `filter-${title.toLowerCase()}`
  return (
    // A fieldset groups fields; these are links.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={isRow ? 'pills' : undefined}>{children}</ul>
    </div>
  )
}

type ChoiceProps = Omit<OneChoice, 'word'> & { children: ReactNode }

/** Every choice begins at the first page and keeps the scroll position. */
const Choice = ({ to, isChosen, count, children }: ChoiceProps) => (
  <li>
    <Link preventScrollReset to={changedAddress(to, to)} aria-current={isChosen ? 'true' : undefined} rel="nofollow">
      {children}
      {count === undefined ? null : (
        <span className="count">
          {countOf(count)}
          <span className="unseen"> Anbieter</span>
        </span>
      )}
    </Link>
  </li>
)
