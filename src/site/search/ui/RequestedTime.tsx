import { type ReactNode, useRef } from 'react'
import { Form, Link } from 'react-router'
import { CalendarDays, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import { dayPartLabels, dayParts } from '#src/supply/calendars/dayParts.ts'
import { lastRequestableDay, meantOn, type When } from '../free/rules.ts'
import { dayWord, freeTexts, whenWord } from '../free/texts.ts'
import { changedAddress, type SearchState, searchParameters } from '../query/address.ts'
import type { SearchFacts } from '../query/results.ts'
import './wanted-time.css'

type RequestedTimeProps = { state: SearchState; today: string; children: ReactNode }

/**
 * 'Wann?' under the search: a day and a part of it as links, so that each choice is an address, and a form for any other day. On phones one
 * button shows the choice (docs/spec.md#search-times). `children` are beside it.
 */
export function RequestedTime({ state, today, children }: RequestedTimeProps) {
  const { day, part } = state.when
  const date = meantOn(day, today) === day ? day : null
  const choose = (chosen: Partial<When>) => changedAddress({ ...state, when: { ...state.when, ...chosen } }, state)
  return (
    <section className="wanted-time" aria-label="Wunschtermin">
      <div className="wrap">
        <details>
          <summary>
            <CalendarDays />
            <span>{day === null && part === null ? 'Wann?' : whenWord(state.when)}</span>
            <span className="unseen"> – Wann? ändern</span>
            <ChevronRight className="turning" />
          </summary>
          <div className="wanted-fields">
            <Segments title="Wann?">
              {[null, 'heute', 'morgen'].map((one) => (
                <Segment key={one} to={choose({ day: one })} isChosen={day === one}>
                  {one === null ? 'Egal' : dayWord(one)}
                </Segment>
              ))}
            </Segments>
            <RequestedDay state={state} today={today} date={date} />
            <Segments title="Tageszeit">
              {[null, ...dayParts].map((one) => (
                <Segment key={one} to={choose({ part: one })} isChosen={part === one}>
                  {one === null ? 'Egal' : dayPartLabels[one]}
                </Segment>
              ))}
            </Segments>
          </div>
        </details>
        {children}
      </div>
    </section>
  )
}

type DayProps = { state: SearchState; today: string; date: string | null }

/**
 * Any other day. A picked day searches at once; a typed one when the field is left or at Enter, because every digit may already make a
 * date.
 */
function RequestedDay({ state, today, date }: DayProps) {
  const isTyping = useRef(false)
  return (
    <Form className="wanted-day" action="/search" method="get">
      {searchParameters({ ...state, page: 1 })
        .filter(([name]) => name !== 'tag')
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <label className="small strong" htmlFor="wanted-day">
        Datum
      </label>
      <input
        key={date}
        id="wanted-day"
        className={date === null ? 'input' : 'input chosen-day'}
        type="date"
        name="tag"
        min={today}
        max={lastRequestableDay(today)}
        defaultValue={date ?? ''}
        required
        onKeyDown={(event) => {
          isTyping.current = true
          if (event.key !== 'Enter') return
          // Chromium does not submit a form from a date field.
          event.preventDefault()
          isTyping.current = false
          event.currentTarget.form?.requestSubmit()
        }}
        onPointerDown={() => {
          isTyping.current = false
        }}
        onChange={({ currentTarget: { form, validity } }) => !isTyping.current && validity.valid && form?.requestSubmit()}
        onBlur={({ currentTarget: { form, validity, value, defaultValue } }) =>
          isTyping.current && value !== defaultValue && validity.valid && form?.requestSubmit()
        }
      />
      <noscript>
        <button className="button neutral small" type="submit">
          Anzeigen<span className="unseen"> für dieses Datum</span>
        </button>
      </noscript>
    </Form>
  )
}

function Segments({ title, children }: { title: string; children: ReactNode }) {
  const id = `wanted-${title.replace('?', '').toLowerCase()}`
  return (
    // A fieldset groups fields; these are links.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" aria-labelledby={id}>
      <span className="small strong" id={id}>
        {title}
      </span>
      <ul className="segments">{children}</ul>
    </div>
  )
}

const Segment = ({ to, isChosen, children }: { to: string; isChosen: boolean; children: ReactNode }) => (
  <li>
    <Link preventScrollReset to={to} aria-current={isChosen ? 'true' : undefined} rel="nofollow">
      {children}
    </Link>
  </li>
)

/** Below the list: companies that may be free, too, but have no calendar. */
export function OnRequest({ state, facts }: { state: SearchState; facts: SearchFacts | undefined }) {
  if (!facts || facts.onRequest === 0 || facts.time === null) return null
  const { day, part } = facts.time
  return (
    <p className="on-request muted">
      {freeTexts.onRequest(facts.onRequest)}{' '}
      <Link to={changedAddress({ ...state, when: { day, part }, alsoOnRequest: true }, state)} rel="nofollow">
        {freeTexts.alsoOnRequest}
      </Link>
    </p>
  )
}
