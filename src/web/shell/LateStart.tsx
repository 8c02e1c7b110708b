import type { Marked } from '#src/kit/marked.ts'
import { usePageNonce } from './pageNonce.ts'

/**
 * Public pages are complete without scripts (docs/spec.md#late-start): these are fetched when the browser has nothing else to do and has had
 * time to paint what came last, or is busy for five seconds, unless the visitor saves data, and run when somebody is about to do something.
 * `startLate` made the page so; on every other page this finds nothing.
 */
const watch = `(function(d,w){
var later=d.querySelector('script[type="text/later"]');
if(!later)return;
var signs=['pointerdown','touchstart','focusin','change','keydown','mouseover'];
function fetchAll(){d.querySelectorAll('link[rel=later]').forEach(function(link){link.rel='modulepreload'})}
function start(){
signs.forEach(function(sign){removeEventListener(sign,look,true)});
fetchAll();
later.type='module';
later.parentNode.insertBefore(later,later.nextSibling)}
function on(e,what){return e.target.closest&&e.target.closest(what)}
function look(e){
if(e.type==='keydown'&&e.key==='Tab')return;
if(e.type==='mouseover'&&!on(e,'button,input,select,textarea,label,[data-in-place],[data-tip]'))return;
if((e.type==='pointerdown'||e.type==='touchstart')&&on(e,'a[href]:not([data-in-place])'))return;
start()}
function isStored(e){try{return sessionStorage.getItem(e.dataset.startsIfStored)!==null}catch(_){return false}}
signs.forEach(function(sign){addEventListener(sign,look,{capture:true,passive:true})});
var state=history.state;
if((state&&state.usr)||(w.earlyClicks&&w.earlyClicks[0])||(d.activeElement&&d.activeElement!==d.body)||d.querySelector('[data-starts-at-once]')
||Array.from(d.querySelectorAll('[data-starts-if-stored]')).some(isStored))return start();
function wait(){setTimeout(function(){(w.requestIdleCallback||setTimeout)(fetchAll,{timeout:5000})},500)}
var line=navigator.connection;
if(!(line&&line.saveData))d.readyState==='complete'?wait():addEventListener('load',wait)
})(document,window)`

/** Stands behind the page's own scripts. */
export function LateStart() {
  return <script nonce={usePageNonce()}>{watch}</script>
}

/** A script of the router that waits for LateStart. */
export const startLate = ({ tag, text }: Marked): Marked => ({
  tag: tag.replace(/^<link rel="modulepreload"|^<script type="module"/, (found) =>
    found.startsWith('<link') ? '<link rel="later"' : '<script type="text/later"',
  ),
  text,
})
