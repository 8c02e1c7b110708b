import { ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'

type PagerProps = {
  /** Rows before this page, rows on a page, all rows. */
  offset: number
  size: number
  total: number
  /** Labels of the previous and next buttons. */
  labels?: { previous: string; next: string }
  onTurn: (offset: number) => void
}

/** Foot of a table: range of these rows, number of all rows, and pagination. */
export function Pager({ offset, size, total, labels = { previous: 'Zurück', next: 'Weiter' }, onTurn }: PagerProps) {
  const last = Math.min(offset + size, total)
  return (
    <div className="card-foot small">
      <span className="number" role="status">
        {(offset + 1).toLocaleString('de-DE')}–{last.toLocaleString('de-DE')} von {total.toLocaleString('de-DE')}
      </span>
      <span className="row">
        <button type="button" className="button neutral small" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - size))}>
          <ChevronLeft />
          {labels.previous}
        </button>
        <button type="button" className="button neutral small" disabled={last >= total} onClick={() => onTurn(offset + size)}>
          {labels.next}
          <ChevronRight />
        </button>
      </span>
    </div>
  )
}
