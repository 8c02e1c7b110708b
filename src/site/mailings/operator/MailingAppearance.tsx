import { useEffect, useRef } from 'react'

/**
 * Draws a mail as a mail program would, isolated from the page's styles. The content security policy forbids frames and style attributes in
 * markup, so the elements are created one by one, only harmless ones, and get their styles through the DOM.
 */
export function MailingAppearance({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = host
    if (!current) return
    // The policy also applies to the styles of an undisplayed document. Text cannot match: quotes and brackets are escaped there.
    const bare = html.replace(/<style>.*?<\/style>/s, '').replaceAll(' style="', ' data-style="')
    const { body } = new DOMParser().parseFromString(bare, 'text/html')
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
    const drawn = copyOf(body)
    root.replaceChildren(...(drawn ? [drawn] : []))
  }, [html])
  return (
    <div ref={host} className="mailing-body" role="img" aria-label="Gestaltete Fassung der E-Mail; ihr Wortlaut steht unter „Nur Text“." />
  )
}

/** Replacements for the elements of a mail: no working links, no headings among those of the page. */
const drawnAs: Record<string, string> = {
  BODY: 'div',
  DIV: 'div',
  TABLE: 'table',
  TBODY: 'tbody',
  TR: 'tr',
  TD: 'td',
  TH: 'td',
  P: 'p',
  H1: 'p',
  A: 'span',
  SPAN: 'span',
  BR: 'br',
  HR: 'hr',
}
const keptAttributes = ['align', 'width', 'cellpadding', 'cellspacing', 'border']

function copyOf(node: Node): Node | undefined {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.textContent ?? '')
  const tag = node instanceof HTMLElement ? drawnAs[node.tagName] : undefined
  if (!(node instanceof HTMLElement) || !tag) return undefined
  const copy = document.createElement(tag)
  copy.style.cssText = node.getAttribute('data-style') ?? ''
  if (node.tagName === 'H1') copy.style.fontWeight = 'bold'
  for (const name of keptAttributes) {
    const value = node.getAttribute(name)
    if (value !== null) copy.setAttribute(name, value)
  }
  if (tag === 'table') copy.setAttribute('role', 'presentation')
  copy.append(...[...node.childNodes].flatMap((child) => copyOf(child) ?? []))
  return copy
}
