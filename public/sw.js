// Serves the page that is shown without a connection, and nothing else: no page, no response and no file of the product is cached here. A
// change of the cached content needs another name, so that browsers fetch it anew (tests/offline.test.ts).
const kept = 'offline-3'
const page = '/offline/offline.html'
const files = [page, '/offline/offline.css', '/offline/offline.js', '/favicon.svg']

addEventListener('install', (event) => {
  const fetchAll = async () => (await caches.open(kept)).addAll(files.map((file) => new Request(file, { cache: 'reload' })))
  event.waitUntil(fetchAll().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  const begin = async () => {
    for (const name of await caches.keys()) if (name !== kept) await caches.delete(name)
    // The browser requests the server while this program is still starting.
    await registration.navigationPreload?.enable()
  }
  event.waitUntil(begin())
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return event.respondWith(open(event))
  const { origin, pathname } = new URL(request.url)
  if (origin === location.origin && files.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)))
})

/** Returns the server's response, errors included; without a response the page above. */
async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return caches.match(page)
  }
}
