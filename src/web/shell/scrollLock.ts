import { useEffect } from 'react'

/**
 * Stands in for `react-style-singleton`, by which dialogs keep the page behind them from scrolling (vite.config.ts). That library writes a
 * style element, which our content policy refuses; a constructed sheet is refused nothing. Its sheet is the same for every dialog, so it is
 * adopted once, however many are open.
 */
export const styleSingleton = () => Sheet

function Sheet({ styles }: { styles: string }) {
  useEffect(() => adopt(styles), [styles])
  return null
}

const adopted = new Map<string, { sheet: CSSStyleSheet; uses: number }>()

/** Adopts a sheet until the last one who asked for it returns it. */
function adopt(styles: string) {
  const known = adopted.get(styles) ?? { sheet: new CSSStyleSheet(), uses: 0 }
  if (known.uses === 0) {
    known.sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(known.sheet)
  }
  adopted.set(styles, known)
  known.uses += 1
  return () => {
    known.uses -= 1
    if (known.uses > 0) return
    adopted.delete(styles)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== known.sheet)
  }
}
