import { useEffect } from 'react'
import { usePageNonce } from './pageNonce.ts'

/**
 * A button pressed before React lives would do nothing. The press is kept and made good as soon as the page answers; the last click counts,
 * so that whoever went on to something else meanwhile is left in peace. Buttons that the browser itself knows what to do with are none of this.
 */
const watch = `addEventListener('click',function(e){
if(!window.pageIsAlive)window.earlyClick=e.target.closest('button[type=button]:not([popovertarget],.load-failure *)')},true)`

/** Stands in the head, before every other script. */
export function EarlyClickWatch() {
  return (
    <script nonce={usePageNonce()} suppressHydrationWarning>
      {watch}
    </script>
  )
}

/** Does once what was clicked too early. */
export function useEarlyClick() {
  useEffect(() => {
    const page: Window & { earlyClick?: HTMLButtonElement | null } = window
    const button = page.earlyClick
    page.earlyClick = null
    if (button?.isConnected) button.click()
  }, [])
}
