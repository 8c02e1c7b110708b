/** The folder of the whole product, two levels above: from src/server/ as well as from build/machine/, where this is bundled to. */
export const productFolder = new URL('../../', import.meta.url)
