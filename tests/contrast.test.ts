import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Theme = 'light' | 'dark'
type Color = [lightness: number, chroma: number, hue: number]
type Token = Record<Theme, Color>
type Pair = { front: string; ground: string; atLeast: number }

/** Colours on their backgrounds, and the required contrast (WCAG 2.2): 7 for long text, 4.5 for other text, 3 for controls. */
const needed: [atLeast: number, grounds: string[], fronts: string[]][] = [
  [7, ['canvas', 'surface', 'sunken', 'raised'], ['ink']],
  [7, ['canvas', 'surface', 'raised'], ['ink-2']],
  [4.5, ['sunken'], ['ink-2']],
  [4.5, ['canvas', 'surface', 'sunken', 'raised'], ['ink-3', 'primary']],
  [3, ['canvas', 'surface', 'sunken', 'raised'], ['edge', 'focus']],
  [7, ['primary-soft', 'accent-soft', 'danger-soft', 'success-soft', 'warning-soft', 'info-soft'], ['ink']],
  [4.5, ['primary-soft', 'accent-soft'], ['ink-2']],
  [4.5, ['primary', 'primary-hover'], ['on-primary']],
  [7, ['accent'], ['on-accent']],
  [7, ['panel'], ['on-panel']],
  [4.5, ['panel'], ['on-panel-2']],
  [3, ['panel'], ['accent']],
  [4.5, ['primary-soft'], ['primary']],
  [4.5, ['canvas', 'surface', 'raised', 'danger-soft'], ['danger']],
  [4.5, ['surface', 'raised', 'success-soft'], ['success']],
  [4.5, ['surface', 'raised', 'warning-soft'], ['warning']],
  [4.5, ['surface', 'raised', 'info-soft'], ['info']],
]
const pairs = needed.flatMap(([atLeast, grounds, fronts]) =>
  grounds.flatMap((ground) => fronts.map((front): Pair => ({ front, ground, atLeast }))),
)

/** Decoration needs no contrast: lines that group, and stars, which have an outline and their number beside them. */
const decoration = ['line', 'panel-line', 'star']

const tokens = readTokens(readFileSync('src/platform/web/styles/tokens.css', 'utf8'))

describe('the colours', () => {
  test('were read', () => {
    expect(tokens.size).toBe(30)
    expect([hexOf('primary', 'light'), hexOf('accent', 'light'), hexOf('canvas', 'dark')]).toEqual(['#024b32', '#facf33', '#0d1511'])
  })
  test.each(['light', 'dark'] as const)('can be told from their grounds: %s', (theme) => {
    expect(findWeakPairs(tokens, pairs, theme)).toEqual([])
  })
  test('all have a ground or a front', () => expect(findUnpaired(tokens, pairs)).toEqual([]))
})

describe('each check finds its seeded fault', () => {
  const faulty = readTokens('--ink: light-dark(oklch(0.6 0 0), oklch(0.9 0 0));\n--canvas: light-dark(oklch(1 0 0), oklch(0.2 0 0));')
  const pair = { front: 'ink', ground: 'canvas', atLeast: 7 }

  test('grey on white', () => {
    expect(findWeakPairs(faulty, [pair], 'light')).toEqual(['ink on canvas: 3.95, needs 7'])
    expect(findWeakPairs(faulty, [pair], 'dark')).toEqual([])
  })
  test('a colour without a rule, and a rule for removed colours', () => {
    expect(findUnpaired(faulty, [])).toEqual(['ink', 'canvas'])
    expect(() => findWeakPairs(faulty, [{ ...pair, front: 'ink-9' }], 'light')).toThrow('no colour is called ink-9')
  })
})

function findWeakPairs(colors: Map<string, Token>, among: Pair[], theme: Theme) {
  return among.flatMap(({ front, ground, atLeast }) => {
    const found = contrast(luminance(toRgb(colorOf(colors, front, theme))), luminance(toRgb(colorOf(colors, ground, theme))))
    return found >= atLeast ? [] : [`${front} on ${ground}: ${found.toFixed(2)}, needs ${atLeast}`]
  })
}

function findUnpaired(colors: Map<string, Token>, among: Pair[]) {
  const paired = new Set([...decoration, ...among.flatMap(({ front, ground }) => [front, ground])])
  return [...colors.keys()].filter((name) => !paired.has(name))
}

/** Every custom property that is one colour in light and one in dark. */
function readTokens(css: string) {
  const color = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
  const found = css.matchAll(new RegExp(String.raw`^\s*--([\w-]+): light-dark\(${color}, ${color}\);`, 'gm'))
  return new Map(
    [...found].map(([, name = '', ...parts]): [string, Token] => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = parts.map(Number)
      return [name, { light: [a, b, c], dark: [d, e, f] }]
    }),
  )
}

function colorOf(colors: Map<string, Token>, name: string, theme: Theme) {
  const token = colors.get(name)
  if (!token) throw new Error(`no colour is called ${name}`)
  return token[theme]
}

/** Red, green and blue, 0 to 255; values outside the gamut are clipped (https://bottosson.github.io/posts/oklab). */
function toRgb([lightness, chroma, hue]: Color) {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => {
    const inRange = Math.min(1, Math.max(0, value))
    return Math.round(255 * (inRange <= 0.0031308 ? 12.92 * inRange : 1.055 * inRange ** (1 / 2.4) - 0.055))
  })
}

function hexOf(name: string, theme: Theme) {
  return `#${toRgb(colorOf(tokens, name, theme))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
function luminance(rgb: number[]) {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
