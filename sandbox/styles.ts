/** The marketplace's own colours and typography, for the pages of sandbox and inbox. */
export const styles = `
@font-face{font-family:"Sofia Sans Semi Condensed Variable";src:url(/fonts/sofia-sans-semi-condensed.woff2) format("woff2");font-weight:1 1000;font-display:swap}
@font-face{font-family:"Source Sans 3 Variable";src:url(/fonts/source-sans-3.woff2) format("woff2");font-weight:200 900;font-display:swap}
:root{color-scheme:light dark;
--canvas:light-dark(#f5f6f3,#0d1511);--surface:light-dark(#fff,#151f1b);--sunken:light-dark(#ebeee8,#080f0c);
--line:light-dark(#d6dbd5,#2e3a35);--edge:light-dark(#758179,#798780);
--ink:light-dark(#121f19,#eff1eb);--ink-2:light-dark(#424f48,#bfc4bd);--ink-3:light-dark(#5b6760,#9da69e);
--primary:light-dark(#024b32,#7cdbaa);--primary-hover:light-dark(#003824,#9febc2);--primary-soft:light-dark(#dff4e7,#18372a);--on-primary:light-dark(#fff,#071a13);
--accent:light-dark(#facf33,#f3c732);--accent-soft:light-dark(#fef3c6,#403410);--on-accent:light-dark(#121f19,#071a13);
--danger:light-dark(#ae241f,#fc958d);--danger-soft:light-dark(#ffecea,#461f1d);--success:light-dark(#1b6231,#81da95);--success-soft:light-dark(#dcf7e1,#1a3522);
--info-soft:light-dark(#e6f2fd,#1c2f44);--warning-soft:light-dark(#fff1cb,#3e2d10);--focus:light-dark(#0058b1,#facf33);
--display:"Sofia Sans Semi Condensed Variable","Arial Narrow",Arial,sans-serif;--body:"Source Sans 3 Variable",Arial,sans-serif}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%}
body{background:var(--canvas);color:var(--ink);font:400 1.0625rem/1.625rem var(--body);overflow-wrap:break-word;min-width:0}
h1,h2,h3{font-family:var(--display);font-weight:800;line-height:1.12;text-wrap:balance}
h1{font-size:clamp(1.875rem,1.5rem + 1.7vw,2.25rem)}h2{font-size:1.375rem;font-weight:750}
a{color:var(--primary);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.mark{width:30px;height:30px;flex:none}
.num{font-variant-numeric:tabular-nums lining-nums;white-space:nowrap}
.sm{font-size:.9375rem;line-height:1.375rem}.dim{color:var(--ink-3)}.mut{color:var(--ink-2)}
.stack{display:grid;gap:1rem;min-width:0}.row{display:flex;gap:.625rem;align-items:center;flex-wrap:wrap;min-width:0}
.wrap{max-width:60rem;margin:0 auto;padding:1.25rem clamp(1rem,.4rem + 2.6vw,2.5rem) 3rem}
.top{display:flex;gap:.75rem;align-items:center;justify-content:space-between;flex-wrap:wrap;border-bottom:1px solid var(--line);background:var(--surface);padding:.75rem clamp(1rem,.4rem + 2.6vw,2.5rem)}
.top b{font:800 1.3125rem/1.2 var(--display)}
.badge{display:inline-flex;align-items:center;min-height:26px;padding:0 .625rem;border-radius:3px;font-size:.8125rem;font-weight:650;background:var(--accent);color:var(--on-accent)}
.card,.ticket{background:var(--surface);border:1px solid var(--line);border-radius:10px;min-width:0}
.pad{padding:1.5rem clamp(1rem,4vw,1.5rem)}
.ticket{overflow:hidden;box-shadow:0 12px 28px -16px rgb(0 0 0/.35)}
.scale{height:18px;color:var(--on-accent);background:
repeating-linear-gradient(90deg,currentColor 0 1.5px,transparent 1.5px 45px) 8px 0/calc(100% - 16px) 12px no-repeat,
repeating-linear-gradient(90deg,currentColor 0 1px,transparent 1px 9px) 8px 0/calc(100% - 16px) 7px no-repeat,var(--accent)}
.tear{border-top:1px dashed var(--edge);padding-top:1rem}
.price{font:800 2.25rem/1 var(--display);letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.kv{display:grid;gap:.625rem}.kv>div{display:flex;justify-content:space-between;gap:1rem}.kv dd{text-align:right;font-weight:600}
.note{padding:.875rem 1rem;border-radius:6px;font-size:.9375rem;line-height:1.375rem;background:var(--info-soft)}
.note.bad{background:var(--danger-soft)}.note.good{background:var(--success-soft)}.note.warn{background:var(--warning-soft)}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:.5rem 1.25rem;border-radius:6px;border:1.5px solid var(--primary);background:var(--surface);color:var(--primary);font:650 1.0625rem/1.3 var(--body);cursor:pointer;text-decoration:none}
.btn:hover{background:var(--primary-soft)}.btn:active{transform:translateY(1px)}
.btn.go{background:var(--primary);color:var(--on-primary)}.btn.go:hover{background:var(--primary-hover)}
.btn.quiet{border-color:var(--edge);color:var(--ink)}.btn.quiet:hover{background:var(--sunken)}
.field{display:grid;gap:6px;min-width:0}.field label{font-size:.9375rem;font-weight:650}
.field :is(input,textarea){width:100%;min-width:0;min-height:48px;padding:10px 14px;border:1.5px solid var(--edge);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit}
.field :is(input,textarea):hover{border-color:var(--ink-2)}.field :is(input,textarea):focus-visible{outline-offset:0;border-color:var(--focus)}
.field input::placeholder{color:var(--ink-3);opacity:1}
.field input[aria-invalid]{border:2px solid var(--danger)}
.err{color:var(--danger);font-size:.9375rem;line-height:1.375rem;font-weight:600}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;font-weight:650}
summary::before{content:"+";width:1.25rem;font-weight:800}details[open]>summary::before{content:"–"}
ul{list-style:none;padding:0}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`
