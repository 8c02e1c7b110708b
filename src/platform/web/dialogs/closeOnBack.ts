/*
 * Back closes an open dialog instead of leaving the page: while one is open, the tab's history holds one more entry of the same page
 * (docs/decisions/0047-translated-pages.md).
 */

type Opened = { close: () => void; address: string }
const open: Opened[] = []
const marker = 'isDialog'
let isGoingBack = false

/**
 * Starts listening. Call it before the router starts: browsers run the window's `popstate` listeners in the order of registration, and the
 * router reloads the page on an entry of the same index while unsaved input blocks leaving.
 */
export function watchBack() {
  addEventListener('popstate', onPop, { capture: true })
}

/** Makes Back call `close` until the returned function is called. A dialog that stays open, to ask first, is guarded again. */
export function closeOnBack(close: () => void) {
  const opened = { close, address: location.href }
  open.push(opened)
  settle()
  return () => {
    open.splice(open.indexOf(opened), 1)
    setTimeout(settle)
  }
}

const isOnMarked = () => Object(history.state)[marker] === true

/** Deferred after a dialog closed, so that one which replaces it keeps the entry. The router's own state stays in it. */
function settle() {
  if (isGoingBack) return
  if (open.length > 0 && !isOnMarked()) history.pushState({ ...history.state, [marker]: true }, '')
  if (open.length === 0 && isOnMarked()) {
    isGoingBack = true
    history.back()
  }
}

/** Runs before the router, which needs no update. */
function onPop(event: PopStateEvent) {
  const isOwn = isGoingBack
  isGoingBack = false
  if (isOnMarked()) return
  const top = open.at(-1)
  const isSamePage = isOwn || top?.address === location.href
  if (!isSamePage) return
  event.stopImmediatePropagation()
  if (!isOwn) top?.close()
  setTimeout(settle)
}
