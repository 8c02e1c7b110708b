import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { useAdminList } from '../shell/AdminReading.tsx'
import { settingsTexts } from './rules.ts'
import { SettingsEditor } from './SettingsEditor.tsx'

/** The marketplace's settings. */
export function SettingsArea({ onLost }: { onLost: () => Promise<void> }) {
  const { reading, reload } = useAdminList({ name: 'admin-read-settings', body: {}, onLost })
  if (reading.shown) return <SettingsEditor first={reading.shown} onLost={onLost} />
  if (reading.failure === undefined) return <p role="status">Einstellungen werden geladen…</p>
  return <RegionFailure title={settingsTexts.notLoaded} text={reading.failure} onRetry={() => void reload()} />
}
