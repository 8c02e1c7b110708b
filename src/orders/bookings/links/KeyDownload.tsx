import type { ReactNode } from 'react'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { type BookingKey, keyHeaders } from './keyRules.ts'

type KeyDownloadProps = { bookingKey: BookingKey; path: string; name: string; children: ReactNode }

/** Button that fetches a file of a booking and saves it. The token is never put in a URL. */
export const KeyDownload = ({ bookingKey, path, name, children }: KeyDownloadProps) => (
  <DownloadButton path={path} name={name} headers={keyHeaders(bookingKey)}>
    {children}
  </DownloadButton>
)
