/** The root folder of the product, two levels above: from src/platform/server/ as well as from build/machine/, where the bundle is. */
export const productFolder = new URL('../../../', import.meta.url)

/** A program for `askProcess`: one source, or what the build made of it beside the bundled server (vite.server.config.ts). */
export const processProgram = (folder: string, name: string) =>
  import.meta.url.endsWith('.ts') ? new URL(`src/${folder}/${name}.ts`, productFolder) : new URL(`./${name}.js`, import.meta.url)
