import { reconcileBudgetSeconds, reconcileParallelism } from '../rules.ts'

/** Reads batches of rows and processes several rows in parallel, until a batch is empty or the time budget of one run is used up. */
export async function inParallel<T>(readBatch: () => Promise<T[]>, convergeOne: (one: T) => Promise<void>) {
  const deadline = performance.now() + reconcileBudgetSeconds * 1000
  while (performance.now() < deadline) {
    const batch = await readBatch()
    if (batch.length === 0) return
    const lane = async () => {
      for (let one = batch.pop(); one && performance.now() < deadline; one = batch.pop()) await convergeOne(one)
    }
    await Promise.all(Array.from({ length: reconcileParallelism }, lane))
  }
}
