const isSource = import.meta.url.endsWith('.ts')

/** Root folder of the product, seen from this file or from the bundle in build/machine/. */
export const productFolder = new URL(isSource ? '../../../' : '../../', import.meta.url)

/** Program for `callProcess`: its source, or the built file beside the bundled server (vite.server.config.ts). */
export const processProgram = (folder: string, name: string) =>
  isSource ? new URL(`src/${folder}/${name}.ts`, productFolder) : new URL(`./${name}.js`, import.meta.url)
