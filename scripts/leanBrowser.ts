import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { placeOf } from './house.ts'

/*
 * What browsers need not load, left out of the build. Each part names what it expects of a library and fails when that changed.
 */

const inBrowserBuild = { applyToEnvironment: ({ name }: { name: string }) => name === 'client', apply: 'build' } as const

/**
 * Rules, words and the kit only describe: nothing happens when one of their constants is made (tests/architecture.test.ts). The bundler
 * cannot know that of a chain of calls, such as a schema, and would keep every one that a page does not use.
 */
export function unusedRulesLeftOut(): Plugin {
  let root = process.cwd()
  return {
    name: 'unused-rules-left-out',
    ...inBrowserBuild,
    configResolved(config) {
      root = config.root
    },
    transform(code, id) {
      const { folder, kind } = placeOf(relative(root, id))
      if (!id.endsWith('.ts') || (kind !== 'pure' && folder !== 'kit')) return
      const made = this.parse(code)
        .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
        .flatMap((node) => (node?.type === 'VariableDeclaration' && node.kind === 'const' ? node.declarations : []))
        .flatMap(({ init }) => (init && !isPlain.has(init.type) ? [init] : []))
      let marked = code
      for (const { start, end } of made.toReversed())
        marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`
      return { code: marked, map: null }
    },
  }
}

const isPlain = new Set(['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression'])

/**
 * Browsers check input with zod's schemas and never describe them as JSON Schema, which is a fifth of it. They compile none either, because
 * our content policy forbids it, the texts of what is wrong are our own, and nothing that is typed contains itself.
 */
export const zodWithoutExtras = (): Plugin => ({
  name: 'zod-without-extras',
  ...inBrowserBuild,
  transform(code, id) {
    if (!id.includes('/zod/v4/classic/schemas.js')) return
    const without = code
      .replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
      .replaceAll(/create(Standard|To)JSONSchemaMethod\(this, ("\w+"|\{\})\)(\(params\))?/g, 'undefined')
      .replace('core.$ZodObjectJIT.init(', 'core.$ZodObject.init(')
      .replace('core.config(en());', ';')
      .replace('core.config({ memoizer: core.memoizer() });', ';')
    if (/JSONSchemaMethod\(|processJSONSchema|core\.(\$ZodObjectJIT|config|memoizer)/.test(without))
      this.error('zod changed: look anew at what browsers do not need of it')
    return { code: without, map: null }
  },
})
