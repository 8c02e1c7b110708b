/**
 * Ends this process at once on SIGTERM and SIGINT and, if requested, soon after its parent has died. Nothing is lost: every response was
 * written to disk before it was sent.
 */
export function endWithParent(isWatching: boolean) {
  process.on('SIGTERM', () => process.exit(0))
  process.on('SIGINT', () => process.exit(0))
  if (!isWatching) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0)
  }, 500).unref()
}

/** Makes an uncaught failure (a taken port, a full disk) end the process with one sentence. */
export function endOnFailure() {
  process.on('uncaughtException', (error: NodeJS.ErrnoException & { port?: number }) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${error.port} is already in use.` : error)
    process.exit(1)
  })
}
