import { failureTexts } from './failureTexts.ts'

/**
 * For the time before hydration: if React's code cannot be loaded or run, this notice appears above the page, which stays readable. Plain
 * markup and a plain script, because nothing else can be relied on then.
 */
export const failureWatch = `(function(){
function show(){if(window.pageIsAlive)return;var n=document.getElementById('load-failure');if(n)n.hidden=false}
addEventListener('error',function(e){if(!e.target||e.target===window||e.target.tagName==='SCRIPT')show()},true);
addEventListener('unhandledrejection',show);
addEventListener('click',function(e){var id=e.target&&e.target.id;
if(id==='load-failure-reload')location.reload();
if(id==='load-failure-retry')document.getElementById('load-failure').hidden=true})
})()`

export function LoadFailureNotice() {
  return (
    <div id="load-failure" className="load-failure" role="alert" hidden suppressHydrationWarning>
      <b>{failureTexts.title}</b>
      <p>{failureTexts.text}</p>
      <button type="button" id="load-failure-reload" className="button primary small">
        {failureTexts.reload}
      </button>
      <button type="button" id="load-failure-retry" className="button neutral small">
        {failureTexts.retry}
      </button>
    </div>
  )
}
