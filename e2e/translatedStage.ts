import type { Page } from '@playwright/test'

/**
 * Does to a page what the browser's translation does: each text node, now and later, is replaced by nested `<font>` elements with other words,
 * and changed again when the page changes them. Works before the page's own scripts if it runs as an init script.
 */
function translate() {
  const isTranslatable = (text: Node) =>
    text.nodeValue?.trim() && !text.parentElement?.closest('font, script, style, noscript, textarea, title, svg, [translate=no]')
  function wrap(root: Node) {
    const texts: Node[] = []
    if (root.nodeType === Node.TEXT_NODE) texts.push(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of new Set(texts)) {
      if (!isTranslatable(text)) continue
      const inner = document.createElement('font')
      inner.textContent = text.nodeValue
      const outer = document.createElement('font')
      outer.dataset.translated = ''
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
  }
  const start = () => {
    wrap(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node)
    }).observe(document.body, { childList: true, subtree: true })
  }
  if (document.body) start()
  else addEventListener('DOMContentLoaded', start)
}

/** The page as it stands is translated, and whatever comes later. */
export const translatePage = (page: Page) => page.evaluate(translate)

/** Every page is translated before its scripts run: hydration fails. */
export const translateEarly = (page: Page) => page.addInitScript(translate)
