/**
 * The content security policy forbids eval altogether, and the schema library would try it. Pages that bring the library are run before
 * entry.client, so this stands in the root, which is run before them; in the browser only: the server has no such policy.
 */
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
