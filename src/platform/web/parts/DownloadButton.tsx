import type { ReactNode } from 'react'
import { Download } from '#src/platform/web/icons/Icons.tsx'
import { useAct } from '../forms/useAct.ts'
import { fetchFile, saveFile } from '../reading/fetchFile.ts'
import { BusyButton } from './BusyButton.tsx'

type DownloadButtonProps = {
  path: string
  name: string
  failed?: string
  /** Headers that authorize the download in addition to the session. */
  headers?: Record<string, string>
  onSaved?: () => void
  children: ReactNode
}

/** Fetches a file and hands it over; a code that has run out is asked for in place. */
export function DownloadButton({
  path,
  name,
  failed = 'Die Datei konnte nicht geladen werden',
  headers,
  onSaved,
  children,
}: DownloadButtonProps) {
  const { isBusy, act } = useAct()
  const download = () =>
    act(async () => {
      saveFile(await fetchFile(path, headers), name)
      onSaved?.()
    }, failed)
  return (
    <BusyButton className="button neutral small" type="button" isBusy={isBusy} onClick={() => void download()}>
      <Download />
      {children}
    </BusyButton>
  )
}
