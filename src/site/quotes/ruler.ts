/** Positions of the prices on a ruler between round ends, in percent of its width. */
export function rulerOf(totals: readonly number[]) {
  const [from, to] = endsOf(totals)
  return { from, to, places: totals.map((total) => ((total - from) / (to - from)) * 100) }
}

/** Round ends around the totals, far enough outside for the first and last label to fit. */
function endsOf(totals: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...totals), Math.max(...totals)]
  const step = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1) * 5
  const room = Math.max(step / 2, (most - least) / 4)
  return [Math.max(0, Math.floor((least - room) / step) * step), Math.ceil((most + room) / step) * step]
}

/** Width of a character of a price at 18 px of the display font, and the gap between two prices, in CSS pixels. */
const character = 8.6
const gap = 8

/** Selects the labels that fit on a ruler of this width: inside it, and not touching the previous label. `places` ascend. */
export function writtenAt(width: number, places: readonly number[], labels: readonly string[]) {
  let last = 0
  return places.map((place, at) => {
    const half = ((labels[at]?.length ?? 0) * character) / 2
    const middle = (place / 100) * width
    if (middle - half < last || middle + half > width) return false
    last = middle + half + gap
    return true
  })
}
