import { readFileSync, writeFileSync } from 'node:fs'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Names of the icons that pages use, and the sprite file that draws them (`npm run icons`). */
export const iconList = new URL('../src/platform/web/icons/Icons.tsx', import.meta.url)
export const iconSprite = new URL('../src/platform/web/icons/icons.svg', import.meta.url)

/** Returns the sprite of the icons that are in use. */
export function drawSprite() {
  const names = [...readFileSync(iconList, 'utf8').matchAll(/ = icon\('(\w+)'\)/g)].map(([, name = '']) => name)
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${names.map(symbolOf).join('')}</svg>\n`
}

function symbolOf(name: string) {
  const drawn: unknown = Reflect.get(lucide.icons, name) ?? Reflect.get(lucide, name)
  if (drawn === undefined) throw new Error(`there is no icon ${name}`)
  const strokes = renderToStaticMarkup(createElement(drawn as lucide.LucideIcon))
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/><\/\w+>/g, '/>')
  return `<symbol id="${name}" viewBox="0 0 24 24">${strokes}</symbol>\n`
}

if (import.meta.filename === process.argv[1]) writeFileSync(iconSprite, drawSprite())
