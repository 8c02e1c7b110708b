/** Top of an axis with `lines` equal steps: the smallest step of 1, 2, 2.5, 5, 10 … for which the largest value fits, times `lines`. */
export function scaleFor(largest: number, lines: number) {
  const least = Math.max(largest, lines) / lines
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= least && Number.isInteger(one * power)) ?? 10
  return factor * power * lines
}
