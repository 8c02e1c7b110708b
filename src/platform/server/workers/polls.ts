/** Failures of a worker to fetch a job, without a success between, before the workers of its group are replaced. */
const failuresOfWorker = 2

/**
 * Counts consecutive errors of polling, over all workers of a group. A group whose workers all run long jobs does not poll, and is healthy.
 */
export function openPolls({ workers, onFailing }: { workers: number; onFailing: (error: unknown) => void }) {
  let failures = 0
  return {
    succeed: () => {
      failures = 0
    },
    /** `onFailing` is called once per series of errors. Returns whether this error is the first of its series. */
    fail: (error: unknown) => {
      failures += 1
      if (failures === workers * failuresOfWorker) onFailing(error)
      return failures === 1
    },
    /** False if no worker reached the queue at its last try. */
    isPolling: () => failures < workers,
  }
}
