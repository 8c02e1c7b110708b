type Breaking = { mostFailures: number; pauseMs: number; now: () => number }

/**
 * A circuit breaker: after some failures in a row it lets no call through for a while, then one to try. A success closes it.
 */
export function openBreaker({ mostFailures, pauseMs, now }: Breaking) {
  let failures = 0
  let nextTryAt = 0
  return {
    /** Whether a call may be made now. */
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
