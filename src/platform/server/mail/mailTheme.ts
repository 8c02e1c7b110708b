// Mail programs support neither variables nor light-dark(): the design's tokens as hex, the light ones at the elements, the dark ones in
// the style sheet. A test checks the contrast of both (e2e/mails.spec.ts).
const light = { canvas: '#f5f6f3', surface: '#ffffff', ink: '#121f19', mute: '#424f48', line: '#d6dbd5', primary: '#024b32' }
const dark = { canvas: '#0d1511', surface: '#151f1b', ink: '#eff1eb', mute: '#bfc4bd', line: '#2e3a35', primary: '#7cdbaa' }
const onPrimary = { light: '#ffffff', dark: '#071a13' }
const accent = '#facf33'

const fontFamily = "'Source Sans 3', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const text = { fontFamily, margin: 0, fontSize: '17px', lineHeight: '26px', color: light.ink }
const small = { ...text, fontSize: '15px', lineHeight: '22px', color: light.mute }
const footText = { ...small, fontSize: '13px', lineHeight: '19px' }
const inside = (top: number) => ({ padding: `${top}px 28px 0` })
const cell = { borderTop: `1px solid ${light.line}`, verticalAlign: 'top' }
const press = { fontFamily, display: 'inline-block', padding: '14px 26px', fontSize: '17px', lineHeight: '22px', fontWeight: 600 }
const blank = { fontSize: '1px', lineHeight: '10px' }

/** Styles of a mail's parts: at each element, and in the one style sheet. */
export const mailTheme = {
  canvas: { backgroundColor: light.canvas, margin: 0, padding: 0 },
  hidden: { display: 'none', maxHeight: 0, overflow: 'hidden' },
  edge: { padding: '24px 12px 40px' },
  card: {
    maxWidth: '576px',
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderRadius: '10px',
    borderCollapse: 'separate',
    overflow: 'hidden',
    textAlign: 'left',
  },
  strip: { ...blank, backgroundColor: accent, borderRadius: '9px 9px 0 0' },
  end: blank,
  head: inside(22),
  logo: { display: 'block', border: 0 },
  brand: { paddingLeft: '11px' },
  brandLink: { ...text, fontSize: '23px', lineHeight: '32px', fontWeight: 800, textDecoration: 'none' },
  block: {
    heading: inside(22),
    text: inside(14),
    code: inside(14),
    facts: inside(18),
    button: inside(22),
    link: inside(12),
    smallPrint: inside(20),
  },
  title: { ...text, fontSize: '29px', lineHeight: '34px', fontWeight: 800, overflowWrap: 'anywhere' },
  text: { ...text, overflowWrap: 'anywhere' },
  code: { ...text, fontSize: '34px', lineHeight: '42px', fontWeight: 800, letterSpacing: '3px' },
  small,
  link: { color: light.primary, textDecoration: 'underline' },
  label: { ...small, ...cell, fontWeight: 400, padding: '11px 16px 11px 0' },
  value: { ...text, ...cell, lineHeight: '24px', fontWeight: 600, padding: '10px 0 11px', overflowWrap: 'anywhere' },
  button: { backgroundColor: light.primary, borderRadius: '6px' },
  buttonLink: { ...press, color: onPrimary.light, textDecoration: 'none' },
  quiet: { border: `1px solid ${light.primary}`, borderRadius: '6px' },
  quietLink: { ...press, padding: '12px 25px', color: light.primary, textDecoration: 'none' },
  foot: { maxWidth: '576px', textAlign: 'left' },
  footCell: { padding: '14px 28px 0' },
  footText: { ...footText, margin: '0 0 12px' },
  answerLine: { ...footText, padding: '0 12px 14px' },
  /** On phones rows stack, the button takes the whole width, and the card has no sides. Dark if the program requests it. */
  sheet: [
    'body{-webkit-text-size-adjust:100%}',
    '@media(max-width:520px){',
    '.edge{padding:0 0 32px!important}',
    '.card{border-left:0!important;border-right:0!important;border-radius:0!important}',
    '.inner{padding-left:18px!important;padding-right:18px!important}',
    '.label,.value{display:block!important;width:auto!important}',
    '.label{padding:12px 0 0!important}',
    '.value{border-top:0!important;padding:1px 0 12px!important}',
    '.title{font-size:26px!important;line-height:31px!important}',
    '.wide{width:100%!important}',
    '.wide a{display:block!important}',
    '}',
    '@media(prefers-color-scheme:dark){',
    `.canvas{background-color:${dark.canvas}!important}`,
    `.card{background-color:${dark.surface}!important;border-color:${dark.line}!important}`,
    `.ink,.value{color:${dark.ink}!important}`,
    `.mute,.label{color:${dark.mute}!important}`,
    `.label,.value{border-color:${dark.line}!important}`,
    `.link,.quiet a{color:${dark.primary}!important}`,
    `.quiet{border-color:${dark.primary}!important}`,
    `.button{background-color:${dark.primary}!important}`,
    `.button a{color:${onPrimary.dark}!important}`,
    '}',
  ].join(''),
} as const
