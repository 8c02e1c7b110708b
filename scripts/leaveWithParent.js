// Preloaded into child programs: they end like on SIGTERM when their parent was killed.
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
