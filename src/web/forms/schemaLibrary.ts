/**
 * The content security policy forbids eval, and the schema library would try it. Pages with the library run before entry.client, so the
 * setting is made in the root, which runs before them. Only in the browser: the server has no such policy.
 */
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
