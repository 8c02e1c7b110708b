import type { LoaderFunctionArgs, ServerBuild } from 'react-router'
import { keptBy, keptDataOf } from '../pageContext.ts'
import { type KeptData, openKept } from './kept.ts'
import { keptAddress } from './keptPages.ts'

/** What kept pages show, for visitors with a session: their page is rendered anew, but only its head is about them. */
export const openKeptData = () =>
  openKept<KeptData>({
    mostBytes: 8 * 1024 * 1024,
    bytesOf: ({ answer }) => JSON.stringify(answer ?? null).length * 3 + 500,
    isForAll: ({ answer }) => !(answer instanceof Response) && [200, 404].includes(statusOf(answer)),
  })

/** That of `data(…, { status })`; whatever else a loader answers is 200. */
function statusOf(answer: unknown) {
  const init = typeof answer === 'object' && answer !== null && 'init' in answer ? answer.init : null
  return typeof init === 'object' && init !== null && 'status' in init ? Number(init.status) : 200
}

/** The build, in which loaders of kept pages answer with what is kept (`keptDataOf`), where the request says so. */
export function withKeptData<Build extends Pick<ServerBuild, 'routes'>>(build: Build): Build {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader
    if (!route || !loader || !keptBy(route.module.handle)) return [id, route] as const
    const keptLoader = async (args: LoaderFunctionArgs) => {
      const kept = args.context.get(keptDataOf)
      const address = keptAddress(args.request.url)
      if (!kept || address === undefined) return loader(args)
      const { answer } = await kept.get(`${id} ${address}`, async () => ({ answer: await loader(args) }))
      return answer
    }
    return [id, { ...route, module: { ...route.module, loader: keptLoader } }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** The parameters that kept pages read, by the patterns of their routes. */
export const keptRoutes = ({ routes }: ServerBuild): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.values(routes).flatMap((route) => {
      const names = keptBy(route?.module.handle)
      return names ? [[`/${route?.path ?? ''}`, names] as const] : []
    }),
  )
