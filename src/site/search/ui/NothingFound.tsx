import { LogoApart } from '#src/platform/web/parts/Logo.tsx'
import type { SearchState } from '../query/address.ts'
import { hasAlert, type SearchFacts } from '../query/results.ts'
import { searchTexts } from '../query/rules.ts'
import { FurtherWays } from './FurtherWays.tsx'
import { OnRequest } from './RequestedTime.tsx'
import { Choices, Understood } from './ResultHead.tsx'
import { UnderstoodIntent } from './UnderstoodIntent.tsx'

/** Shown without results: other searches to try, with the number of companies each would find. */
export function NothingFound({ state, facts }: { state: SearchState; facts: SearchFacts | undefined }) {
  const isUnknownPlace = facts !== undefined && state.location !== '' && facts.place === null
  const hint = isUnknownPlace
    ? `Den Ort „${state.location}“ kennen wir nicht. Prüfen Sie die Schreibweise oder geben Sie eine Postleitzahl ein.`
    : `Suchen Sie mit einem anderen Wort${hasAlert(state) ? ', oder lassen Sie sich Bescheid sagen' : ''}.`
  return (
    <div className="empty">
      <LogoApart />
      <h1 tabIndex={-1}>{searchTexts.nothingFound}</h1>
      <p className="muted">{hint}</p>
      {facts ? <Understood state={state} place={facts.place} corrections={facts.corrections} /> : null}
      {facts ? <UnderstoodIntent state={state} facts={facts} isOpen /> : null}
      <Choices state={state} isOfService={(facts?.need?.services.length ?? 0) > 0} />
      <OnRequest state={state} facts={facts} />
      <FurtherWays state={state} facts={facts} />
    </div>
  )
}
