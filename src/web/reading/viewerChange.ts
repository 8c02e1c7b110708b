let isPending = false

/** Somebody signed in or out in this tab: the next navigation reads anew who is greeted (root.tsx). */
export function markViewerChanged() {
  isPending = true
}

export const viewerChangeIsPending = () => isPending

/** The page's head knows who is there again. */
export function settleViewerChange() {
  isPending = false
}
