/** Makes the browser cache the offline page, once it is idle (public/sw.js). */
export function cacheOfflinePage() {
  // A frame of another site gets no service worker; without https there is none.
  if (!('serviceWorker' in navigator) || window.top !== window) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: 10_000 })
  else setTimeout(register, 3_000)
}
