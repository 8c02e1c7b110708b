import { useEffect } from 'react'

/**
 * A click before hydration would do nothing. It is remembered and repeated after hydration. Only the last clicked element counts, so that a
 * user who went on to something else is not disturbed. Buttons that the browser handles itself are excluded; of links only those which change
 * a part of the page wait for hydration (InPlaceLink), and for three seconds at most.
 */
export const clickWatch = `addEventListener('click',function(e){
if(window.pageIsAlive)return;
var on=e.target.closest('button[type=button]:not([popovertarget],.load-failure *),a[data-in-place],[data-counts-clicks]');
if(on&&on.href){
if(e.button||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)return;
e.preventDefault();
setTimeout(function(){if(!window.pageIsAlive)location.href=on.href},3000)}
var last=window.earlyClicks||[];
window.earlyClicks=on?last[0]===on?last.concat(on):[on]:[]},true)`

/** Repeats an early click once, except where clicks are counted. */
export function useEarlyClick() {
  useEffect(() => {
    const page: Window & { earlyClicks?: HTMLElement[] } = window
    const clicks = page.earlyClicks ?? []
    page.earlyClicks = []
    const [first] = clicks
    if (!first?.isConnected) return
    for (const element of first.matches('[data-counts-clicks]') ? clicks : [first]) element.click()
  }, [])
}
