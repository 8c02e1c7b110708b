type Breaking = { mostFailures: number; pauseMs: number; now: () => number }

/**
 * Circuit breaker: after `mostFailures` failures in a row it blocks calls for `pauseMs`, then permits one per pause as a test. A success
 * closes it.
 */
export function openBreaker({ mostFailures, pauseMs, now }: Breaking) {
  let failures = 0
  let nextTryAt = 0
  return {
    /** True if a call may be made now. */
    mayCall: () => {
      if (failures < mostFailures) return true
      if (now() < nextTryAt) return false
      nextTryAt = now() + pauseMs
      return true
    },
    succeed: () => {
      failures = 0
    },
    fail: () => {
      failures += 1
      nextTryAt = now() + pauseMs
    },
  }
}
