// Preloaded into our child programs: they end as on SIGTERM when their parent was killed and can no longer ask them to.
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
