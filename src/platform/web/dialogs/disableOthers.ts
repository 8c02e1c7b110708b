/**
 * Sets `inert` on all elements but the given ones, their ancestors, their contents and live regions. Returns the function that undoes it.
 */
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
