/** Seeded random numbers for all decisions of the chaos test itself (the timing of the processes is not controlled). */
export function createRng(seed: number) {
  let state = (seed ^ 0x85ebca6b) >>> 0
  function next() {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }
  return {
    /** True with this probability: 0 never, 1 always. */
    hits: (share: number) => next() < share,
    /** A whole number from `from` to `to`, both included. */
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    /** Random duration between half and one and a half times the given one. */
    around: (milliseconds: number) => milliseconds * (0.5 + next()),
    /** Random time until the next event of a Poisson process with this mean. */
    until: (meanMilliseconds: number) => -Math.log(1 - next()) * meanMilliseconds,
    one: <T>(list: readonly T[]): T => {
      const found = list[Math.floor(next() * list.length)]
      if (found === undefined) throw new Error('nothing to choose from')
      return found
    },
  }
}
export type Rng = ReturnType<typeof createRng>
