/**
 * Complete style of the failure screen: the style sheet may have failed to load. It appears in any page, so the content policy of every
 * page allows it.
 */
export const failureStyle = `
.failure{display:grid;justify-items:center;align-content:center;gap:16px;min-height:70vh;padding:32px 16px;text-align:center;font-family:var(--font-body,system-ui,sans-serif);font-size:1.0625rem;line-height:1.5}
.failure .mk-a{fill:var(--primary,#024b32)}.failure .mk-b{fill:var(--accent,#facf33)}
.failure h1{margin:0;font-size:1.875rem;line-height:1.1}.failure p{margin:0;max-width:34rem}
.failure div{display:flex;flex-wrap:wrap;gap:12px;justify-content:center}
.failure a,.failure button{font:inherit;font-weight:650;min-height:48px;padding:0 20px;display:inline-flex;align-items:center;border:1.5px solid var(--primary,#024b32);border-radius:6px;cursor:pointer;text-decoration:none}
.failure a{background:var(--primary,#024b32);color:var(--on-primary,#fff)}
.failure button{background:transparent;color:var(--primary,#024b32)}`
