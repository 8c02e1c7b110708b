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
window.earlyClicks=on?last[0]===on?last.concat(on):[on]:[];
window.earlyPlace=on?[].indexOf.call(document.getElementsByTagName(on.tagName),on):-1},true)`

/** Repeats an early click once, except where clicks are counted. */
export function useEarlyClick() {
  useEffect(() => {
    const page: Window & { earlyClicks?: HTMLElement[]; earlyPlace?: number } = window
    const clicks = page.earlyClicks ?? []
    page.earlyClicks = []
    const [first] = clicks
    if (!first) return
    const target = first.isConnected ? first : twinOf(first, page.earlyPlace ?? -1)
    for (const _ of first.matches('[data-counts-clicks]') ? clicks : [first]) target?.click()
  }, [])
}

/**
 * A page that the browser translated cannot be hydrated (React #418) and is drawn anew: the clicked element's successor has its place among
 * all of its kind, its class and its data. Its words differ.
 */
function twinOf({ tagName, className, dataset }: HTMLElement, place: number) {
  const twin = document.getElementsByTagName(tagName)[place]
  const isSame = twin instanceof HTMLElement && twin.className === className && JSON.stringify(twin.dataset) === JSON.stringify(dataset)
  return isSame ? twin : undefined
}
