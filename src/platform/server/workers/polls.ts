/** How often each worker of a lane may fail to fetch a job, with no success between, before the lane's workers are replaced. */
const failuresOfWorker = 2

/**
 * Counts errors of polling in a row, over all workers of a lane. A lane whose workers all run long jobs does not poll, and is healthy.
 */
export function openPolls({ workers, onFailing }: { workers: number; onFailing: (error: unknown) => void }) {
  let failures = 0
  return {
    succeed: () => {
      failures = 0
    },
    /** `onFailing` is called once per row of errors. Returns whether this error is the first of its row. */
    fail: (error: unknown) => {
      failures += 1
      if (failures === workers * failuresOfWorker) onFailing(error)
      return failures === 1
    },
    /** False when no worker reached the queue at its last try. */
    isPolling: () => failures < workers,
  }
}
