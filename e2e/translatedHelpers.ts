import type { Page } from '@playwright/test'

/**
 * Simulates the browser's translation: each text node, now and later, is replaced by nested `<font>` elements with other words, and
 * changed again when the page changes them. As an init script it runs before the page's own scripts.
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

/** Translates the current page and all later changes. */
export const translatePage = (page: Page) => page.evaluate(translate)

/** Translates every page before its scripts run: hydration fails. */
export const translateEarly = (page: Page) => page.addInitScript(translate)
