import { ReadRegion } from '#src/platform/web/reading/ReadRegion.tsx'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { settingsTexts } from './rules.ts'
import { SettingsEditor } from './SettingsEditor.tsx'

/** Settings of the marketplace. */
export function SettingsArea() {
  const { reading, reload } = useReading('admin-read-settings', {})
  return (
    <ReadRegion
      reading={reading}
      failed={settingsTexts.notLoaded}
      loading={<p role="status">Einstellungen werden geladen…</p>}
      onRetry={reload}
    >
      {(shown) => <SettingsEditor first={shown} />}
    </ReadRegion>
  )
}
