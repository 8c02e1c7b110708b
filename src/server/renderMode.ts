/**
 * React and the router choose their build by NODE_ENV when they are first loaded, so main.ts loads this before everything else: built pages
 * are rendered by the fast build, whatever the product's own mode is. The configuration reads the original environment.
 */
export const givenEnvironment = { ...process.env }

if (!process.argv.includes('--dev')) process.env.NODE_ENV = 'production'
