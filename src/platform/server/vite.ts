import { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createServer, isRunnableDevEnvironment } from 'vite'

/**
 * Development only: Vite runs in front of our own server on the same port; our server handles requests that Vite does not know. `build`
 * returns the current pages, `mountOn` puts Vite in front, `close` ends it.
 */
export async function startVite() {
  // Vite needs a server for the hot replacement's socket. This one never listens, it only passes connections on.
  const socketServer = new Server()
  const vite = await createServer({
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: socketServer } },
    appType: 'custom',
  })
  const { ssr } = vite.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('vite: the ssr environment is not runnable')
  const fetchModule = ssr.fetchModule.bind(ssr)
  // Node itself runs every `.ts` of src, so that a module exists once, as in the build.
  ssr.fetchModule = async (url, importer, options) =>
    /^\/src\/.*\.ts$/.test(url)
      ? { externalize: pathToFileURL(join(vite.config.root, url)).href, type: 'module' }
      : fetchModule(url, importer, options)
  return {
    build: () => ssr.runner.import<ServerBuild>('virtual:react-router/server-build'),
    close: () => vite.close(),
    mountOn(server: Server) {
      const ours = server.listeners('request')
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        vite.middlewares(request, response, () => {
          for (const listener of ours) listener.call(server, request, response)
        })
      })
      server.on('upgrade', (...connection) => socketServer.emit('upgrade', ...connection))
    },
  }
}
