let isPending = false

/** After a sign-in or sign-out in this tab the next navigation reloads the viewer of the header (root.tsx). */
export function markViewerChanged() {
  isPending = true
}

export const viewerChangeIsPending = () => isPending

/** The header shows the current viewer again. */
export function settleViewerChange() {
  isPending = false
}
