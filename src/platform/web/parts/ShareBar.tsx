/** Bar with its end mark, 0 to 1. Widths are attributes, because the page's policy forbids inline styles. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" focusable="false">
      {share > 0 ? (
        <>
          <rect className="fill" width={`${share * 100}%`} height="14" />
          <svg aria-hidden="true" x={`${share * 100}%`} overflow="visible">
            <rect className="end" x="-2" width="2" height="14" />
          </svg>
        </>
      ) : null}
    </svg>
  )
}
