import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { refreshTexts } from './useQuery.ts'

/** Reads an area's data again; `onRefresh` returns whether it succeeded. */
export const RefreshButton = ({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => Promise<unknown> }) => (
  <button type="button" className="button neutral small" aria-busy={isBusy || undefined} onClick={() => void onRefresh()}>
    <RotateCw />
    {refreshTexts.button}
  </button>
)
