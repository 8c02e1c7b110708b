/**
 * One benchmark: `bench/NAME.ts` exports `open`, which prepares and says what is compared.
 * `baseline` and `measured` do the same number of steps each time they are called; `close` leaves nothing behind.
 */
export type Benchmark = { title: string; baseline: () => Promise<void>; measured: () => Promise<void>; close: () => Promise<void> }

/** A benchmark whose rounds differ: it measures and prints by itself, and sets the exit code. */
export type Alone = { measure: () => Promise<void>; close: () => Promise<void> }

/**
 * Runs both in turn (A B A B …), so that a change of the machine's load hits both. Returns milliseconds of each round. The first rounds
 * warm up and are not counted.
 */
export async function measureInTurn(
  { baseline, measured }: Pick<Benchmark, 'baseline' | 'measured'>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
) {
  const times: { baseline: number; measured: number }[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const one = { baseline: await timeOf(baseline), measured: await timeOf(measured) }
    if (round >= 0) times.push(one)
  }
  return times
}

async function timeOf(work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Value below which `share` (0 to 1) of the numbers lie. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
