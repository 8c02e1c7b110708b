// Preloaded into programs that we start: they end themselves as if asked to when their parent was killed and cannot ask any more.
const parentPid = Number(process.env.PARENT_PID)

if (parentPid && process.ppid === parentPid) {
  const watch = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), 15_000).unref()
  }, 300)
  watch.unref()
}
