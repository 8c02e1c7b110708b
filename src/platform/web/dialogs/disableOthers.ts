/** Makes everything inert that neither holds one of the elements nor lies in one nor tells news. Returns what takes that back. */
export function disableOthers(...elements: HTMLElement[]) {
  const others: HTMLElement[] = []
  const [element] = elements
  for (let inside = element; inside?.parentElement && inside !== document.body; inside = inside.parentElement) {
    for (const other of inside.parentElement.children) {
      if (!(other instanceof HTMLElement) || other === inside || elements.includes(other)) continue
      if (!other.inert && !other.matches('[role=status], [aria-live], .toasts')) others.push(other)
    }
  }
  for (const other of others) other.inert = true
  return () => {
    for (const other of others) other.inert = false
  }
}
