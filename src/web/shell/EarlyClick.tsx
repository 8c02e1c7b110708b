import { useEffect } from 'react'
import { usePageNonce } from './pageNonce.ts'

/**
 * A click before hydration would do nothing. It is remembered and repeated after hydration. Only the last click counts, so that a user who
 * went on to something else is not disturbed. Buttons that the browser handles itself are excluded.
 */
const watch = `addEventListener('click',function(e){
if(!window.pageIsAlive)window.earlyClick=e.target.closest('button[type=button]:not([popovertarget],.load-failure *)')},true)`

/** Stands in the head, before every other script. */
export function EarlyClickWatch() {
  return <script nonce={usePageNonce()}>{watch}</script>
}

/** Repeats an early click once. */
export function useEarlyClick() {
  useEffect(() => {
    const page: Window & { earlyClick?: HTMLButtonElement | null } = window
    const button = page.earlyClick
    page.earlyClick = null
    if (button?.isConnected) button.click()
  }, [])
}
