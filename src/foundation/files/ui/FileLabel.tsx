import { numberFormat } from '#src/platform/kit/money.ts'
import { Paperclip } from '#src/platform/web/icons/Icons.tsx'
import './files.css'

/** File as a line of text: icon, name, readable size ('1,2 MB'). */
export function FileLabel({ name, bytes }: { name: string; bytes: number }) {
  return (
    <span className="file-label">
      <Paperclip aria-hidden="true" />
      <span className="file-name">{name}</span>
      <span className="dim number small">{formatBytes(bytes)}</span>
    </span>
  )
}

const unit = (name: 'kilobyte' | 'megabyte') => numberFormat({ style: 'unit', unit: name, maximumFractionDigits: 1 })
const kilobytes = unit('kilobyte')
const megabytes = unit('megabyte')

function formatBytes(bytes: number) {
  if (bytes < 1024 * 1024) return kilobytes(Math.max(1, Math.round(bytes / 1024)))
  return megabytes(bytes / 1024 / 1024)
}
