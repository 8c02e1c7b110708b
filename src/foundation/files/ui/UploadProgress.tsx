/** Progress bar of an upload; `sent` from 0 to 1. */
export function UploadProgress({ name, sent }: { name: string; sent: number }) {
  const percent = Math.floor(sent * 100)
  return (
    <div className="file-state file-progress">
      <progress max={100} value={percent} aria-label={`${name} wird hochgeladen`}>
        {percent} %
      </progress>
      <span className="tiny dim number">{percent} %</span>
    </div>
  )
}
