import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { settingsTexts } from './rules.ts'
import { SettingsEditor } from './SettingsEditor.tsx'

/** Settings of the marketplace. */
export function SettingsArea() {
  const { queryResult, reload } = useQuery('admin-read-settings', {})
  return (
    <QueryRegion
      queryResult={queryResult}
      failed={settingsTexts.notLoaded}
      loading={<p role="status">Einstellungen werden geladen…</p>}
      onRetry={reload}
    >
      {(shown) => <SettingsEditor first={shown} />}
    </QueryRegion>
  )
}
