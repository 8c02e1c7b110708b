import { isAbsolute, relative } from 'node:path'
import type { Plugin } from 'vite'
import { isServerOnly } from './architecture.ts'

/** The React Router build reads the page table, Node does not. */
const builtFiles = new Set(['src/routes.ts'])

/**
 * One rule: on the server, Node itself runs every `.ts` of src, so that a module exists once; every `.tsx` goes through Vite. In the client
 * build a server file is an error. The check is in the load hook: the finished bundle would not show a file that tree shaking removed,
 * although a later change may keep it.
 */
export function serverImportGuard(): Plugin {
  let root = process.cwd()
  const fileOf = (id: string) => relative(root, id.replace(/\?.*$/, ''))
  return {
    name: 'border-guard',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    async resolveId(source, importer, options) {
      if (!importer || source.startsWith('\0')) return
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (!found || found.external || !isAbsolute(found.id)) return found
      const file = fileOf(found.id)
      if (!/^src\/.*\.ts$/.test(file) || builtFiles.has(file)) return found
      return this.environment.name === 'ssr' && this.environment.mode === 'build' ? { id: `#${file}`, external: true } : found
    },
    load(id) {
      const file = fileOf(id)
      if (this.environment.name === 'client' && isServerOnly(file)) this.error(`${file} is server code, but the browser would load it`)
    },
  }
}
