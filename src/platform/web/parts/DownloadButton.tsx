import type { ReactNode } from 'react'
import { Download } from '#src/platform/web/icons/Icons.tsx'
import { useAction } from '../forms/useAction.ts'
import { fetchFile, saveFile } from '../queries/fetchFile.ts'
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

/** Fetches a file and saves it; asks for an expired code in place. */
export function DownloadButton({
  path,
  name,
  failed = 'Die Datei konnte nicht geladen werden',
  headers,
  onSaved,
  children,
}: DownloadButtonProps) {
  const { isBusy, action } = useAction()
  const download = () =>
    action(async () => {
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
