import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { settingsTexts } from './rules.ts'
import { SettingsEditor } from './SettingsEditor.tsx'

/** The marketplace's settings. */
export function SettingsArea() {
  const { reading, reload } = useReading('admin-read-settings', {})
  if (reading.shown) return <SettingsEditor first={reading.shown} />
  if (reading.failure === undefined) return <p role="status">Einstellungen werden geladen…</p>
  return <RegionFailure title={settingsTexts.notLoaded} text={reading.failure} onRetry={() => void reload()} />
}
