import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Sheet = { file: string; css: string }

const layers = ['base', 'parts', 'pages']
/** Style sheets without own rules: they define values and the order of the layers, or import a library's styles below ours. */
const withoutRules = ['src/platform/web/styles/app.css', 'src/platform/web/styles/tokens.css', 'src/supply/companies/images/cropper.css']
const sheets = globSync('src/**/*.css')
  .filter((file) => !withoutRules.includes(file))
  .map((file): Sheet => ({ file, css: readFileSync(file, 'utf8') }))

describe('the styles', () => {
  test('were read', () => expect(sheets.length).toBeGreaterThan(40))
  test('each stand in one layer', () => expect(findLooseSheets(sheets)).toEqual([]))
  test('say what a class looks like in one file', () => expect(findTwiceDefined(sheets)).toEqual([]))
  test('know every class that a screen names', () => expect(findUnstyled(sheets, readScreens())).toEqual([]))
  test('have a place where each of their classes is used', () => expect(findUnused(sheets, readScreens())).toEqual([]))
})

describe('each check finds its seeded fault', () => {
  const inLayer = (layer: string, css: string, file = `src/${layer}/a.css`): Sheet => ({
    file,
    css: `/* Why. */\n@layer ${layer} {\n${css}\n}\n`,
  })

  test('a sheet in no layer, in an unknown one, in two', () => {
    const faults = [
      { file: 'a.css', css: '.a {}' },
      inLayer('page', '.a {}', 'b.css'),
      { file: 'c.css', css: '@layer base {}\n@layer pages {}' },
    ]
    expect(findLooseSheets([inLayer('parts', '@media print {\n  .a {\n    color: red;\n  }\n}'), ...faults])).toEqual([
      'a.css',
      'b.css',
      'c.css',
    ])
  })

  test('a class that two files define, and one that a page only places', () => {
    const part = inLayer('parts', '.a,\n.b:hover {\n  color: red;\n}')
    expect(findTwiceDefined([part, inLayer('pages', '@media print {\n  .b {\n    color: blue;\n  }\n}')])).toEqual([
      'b: src/parts/a.css, src/pages/a.css',
    ])
    expect(findTwiceDefined([part, inLayer('pages', '.page .a {}\n.a.wide {}\n.a:has(.page) {}\n.c::before {}')])).toEqual([])
  })

  test('a class that no sheet knows', () => {
    const screens = '<i className="a ghost" /> <b className="failure" />'
    expect(findUnstyled([inLayer('parts', '.a,\n.button .ghosts {\n  margin: 0.5em;\n}')], screens)).toEqual(['ghost'])
  })

  test('a class that nothing carries', () => {
    expect(findUnused([inLayer('parts', '.a.b .c:not(.d) {\n  margin: 0.5em;\n}')], "'a b' <i className={`c ${x}`} />")).toEqual([
      'd: src/parts/a.css',
    ])
  })
})

/** Style sheets with rules outside the three layers. */
function findLooseSheets(all: Sheet[]) {
  const isOneLayer = ({ css }: Sheet) => {
    const [, layer = '', inside = ''] = /^\s*@layer (\w+) \{([\s\S]*)\}\s*$/.exec(bare(css)) ?? []
    return layers.includes(layer) && !inside.includes('@layer') && staysOpen(inside)
  }
  return all.filter((sheet) => !isOneLayer(sheet)).map(({ file }) => file)
}

/** True if the layer's opening brace is closed only at the end. */
function staysOpen(inside: string) {
  let depth = 0
  for (const [brace] of inside.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0
}

/**
 * Classes that are the only subject of a rule in more than one file. Below or beside another class, or with `:has`, they are only placed.
 */
function findTwiceDefined(all: Sheet[]) {
  const files = Map.groupBy(
    all.flatMap(({ file, css }) => [...new Set(selectorsOf(css).flatMap(definedBy))].map((name) => ({ name, file }))),
    ({ name }) => name,
  )
  return [...files].filter(([, found]) => found.length > 1).map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)
}

const definedBy = (selector: string) => /^\.([\w-]+)(?:::?(?!has\()[\w-]+(?:\([^)]*\))?|\[[^\]]*\])*$/.exec(selector)?.[1] ?? []

/** Classes that no screen uses, except those of a library that we style. */
function findUnused(all: Sheet[], screens: string) {
  const used = new Set(screens.match(/(["'`])[^"'`\n]*\1/g)?.flatMap((text) => text.match(/[\w-]+/g) ?? []))
  return all.flatMap(({ file, css }) => {
    const named = new Set(
      selectorsOf(css).flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)),
    )
    return [...named].filter((name) => !used.has(name) && !builtNames.test(name)).map((name) => `${name}: ${file}`)
  })
}

/** Composed when rendered (ProfileGallery). */
const builtNames = /^of-\d$/

/**
 * Classes of literal attributes without a rule. The failure screen has its own styles (src/platform/web/queries/failureStyle.ts); `remove-image` is
 * found by a script.
 */
function findUnstyled(all: Sheet[], screens: string) {
  const known = new Set([
    'failure',
    'remove-image',
    ...all.flatMap(({ css }) => [...bare(css).matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name)),
  ])
  const named = [...screens.matchAll(/className="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/).filter(Boolean))
  return [...new Set(named.filter((name) => !known.has(name)))].sort()
}

const readScreens = () =>
  globSync('src/**/*.tsx')
    .map((file) => readFileSync(file, 'utf8').replace(/\b(from|import) '[^']*'/g, ''))
    .join('\n')

const selectorsOf = (css: string) =>
  [...bare(css).matchAll(/([^{};]+)\{/g)]
    .map(([, prelude = '']) => prelude.trim())
    .filter((prelude) => !prelude.startsWith('@'))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())

/** Removes comments and quoted text. */
const bare = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '""')
