import { resolve } from 'node:path'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const folder = process.env.BUILD_DIRECTORY ?? 'build'

/** The pages that were built just before, wherever that was. */
const builtPages: Plugin = {
  name: 'built-pages',
  // Before Vite's own resolution, which would find the pages of the build before.
  enforce: 'pre',
  resolveId: (id) => (id === '../build/server/index.js' ? resolve(folder, 'server/index.js') : undefined),
}

/**
 * Imported, a module of Node's runs all its getters, and some load what nobody here needs: that of 'http' a client for WebSockets, 40 ms of
 * each start. So its plain members are taken.
 */
const costly = ['crypto', 'http', 'process', 'tls', 'util']
const modulesOfNode: Plugin = {
  name: 'modules-of-node',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    kind === 'import-statement' && costly.includes(id.replace(/^node:/, '')) ? `\0node:${id.replace(/^node:/, '')}` : undefined,
  load(id) {
    if (!id.startsWith('\0node:')) return
    const members = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(id.slice(1))))
    const names = members.flatMap(([name, { value }]) => (value === undefined || name === 'default' ? [] : name))
    return `const whole = process.getBuiltinModule('${id.slice(1)}')\nexport const { ${names.join(', ')} } = whole\nexport default whole`
  },
}

/** HTTP/2 ends before this server. Its library only asks whether a request is of it, and Node's module takes 20 ms of each start. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:http2' ? '\0http2' : undefined),
  load: (id) => (id === '\0http2' ? 'export class Http2ServerRequest {}\nexport const constants = {}' : undefined),
}

/** Node holds a large source file with two bytes for each letter when one of them is beyond ASCII: escaped, all of them take half. */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  // Any earlier, the letters would be written out once more.
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk')
        file.code = file.code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}

type Chunking = Rolldown.ChunkingContext

/** The modules that a program loads when it starts, and others with it. */
function openReach(...starts: string[]) {
  const reached = new Set<string>()
  return (id: string, context: Chunking) => {
    const waiting = reached.size === 0 ? starts.map((start) => resolve(start)) : []
    for (const next of waiting) {
      if (reached.has(next)) continue
      reached.add(next)
      waiting.push(...(context.getModuleInfo(next)?.importedIds ?? []))
    }
    return reached.has(id)
  }
}

const programs = {
  main: 'src/main.ts',
  // Programs of processes of their own (src/server/process.ts), under the names it asks for.
  inspectProcessActions: 'src/files/inspectProcessActions.ts',
  parseProcessActions: 'src/calendars/feeds/parseProcessActions.ts',
}
const { main, ...others } = programs
const isOfServer = openReach(main, `${folder}/server/index.js`)
const isOfOthers = Object.values(others).map((program) => openReach(program))

/** What the server starts with lies in one file, however many pages want a part of it, too: a hundred small ones take 100 ms to load. */
const chunkOf = (id: string, context: Chunking) =>
  isOfServer(id, context) && !isOfOthers.some((isOf) => isOf(id, context)) ? 'server' : null

/**
 * The server as a few files instead of two thousand: it starts in a third of the time (docs/operations.md). What brings programs or files
 * of its own stays a package, and so does what hardly anybody loads.
 */
export default defineConfig({
  plugins: [builtPages, modulesOfNode, withoutHttp2, onlyAscii],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['sharp', 'pdfkit', '@aws-sdk/client-s3', 'vite'] },
  build: {
    ssr: true,
    outDir: `${folder}/machine`,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: programs,
      output: {
        comments: false,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: { groups: [{ name: chunkOf, debugName: 'server', minShareCount: 2 }], includeDependenciesRecursively: false },
      },
      // 'use client' says nothing to a server that renders everything.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
    },
  },
})
