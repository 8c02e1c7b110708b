import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { z } from 'zod'
import { searchHttp } from '#src/search/query/http.ts'
import { endpoint } from '#src/server/calls/endpoint.ts'
import { createHttp } from '#src/server/http.ts'
import { openApp } from './app.ts'
import { type Alone, quantile } from './measure.ts'
import { ask } from './product.ts'
import { openCrowd } from './search/stage.ts'
import { timeZipf } from './search/zipf.ts'

const questions = [
  { search_term: 'Reinigung', location_filter: 'Hamburg' },
  { search_term: 'elektro' },
  { search_term: 'Heizungswartung', category_filter: 'Wartung' },
  { search_term: 'büro', location_filter: 'Berlin' },
]
const wanted = 300
const rounds = 15
/** The ILIKE way takes so long that it is measured less often. */
const perRound = { search: 40, ilike: 1, constant: 40 }

const body = z.object({
  search_term: z.string().default(''),
  category_filter: z.string().nullish(),
  location_filter: z.string().default(''),
})

/**
 * The endpoint against the plain way of the first specification (ILIKE over name, description and category, every hit), and against a
 * constant answer of the endpoint's size, through one server in turn. The exit code is 1 when the endpoint is not `wanted` times as fast as
 * ILIKE; the constant answer shows the highest factor that this server can reach. Then as people ask (`timeZipf`), with the folder of another
 * checkout as the first word beside that one, too.
 */
export async function open(words: string[]): Promise<Alone> {
  const folder = words[0]?.startsWith('-') === false ? words[0] : undefined
  const crowd = await openCrowd(folder === undefined ? words : words.slice(1))
  const app = openApp(crowd.url, join(resolve('.cache'), `bench.${process.pid}.files`))
  let constant: unknown = []
  const rivals = [
    endpoint({
      name: 'search_by_ilike',
      kind: 'procedure',
      allows: 'V',
      summary: 'As specified',
      body,
      answer: z.any(),
      run: searchByIlike,
    }),
    endpoint({
      name: 'search_constant',
      kind: 'procedure',
      allows: 'V',
      summary: 'Always the same',
      body,
      answer: z.any(),
      run: async () => constant,
    }),
  ]
  const http = await createHttp(app, { operations: [...searchHttp, ...rivals], keepsAnswers: false })
  const server = createServer(getRequestListener(http.fetch))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1/rpc`
  app.config.publicUrl = address.replace('127.0.0.1', 'localhost').replace('/rest/v1/rpc', '')

  const close = async () => {
    server.close()
    server.closeAllConnections()
    await app.live.close()
    app.mail.close()
    await app.pool.end()
    await crowd.close()
  }
  return { measure, close }

  async function measure() {
    const origin = app.config.publicUrl
    const answer = await fetch(`${address}/search_companies_safe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(questions[0]),
    })
    constant = await answer.json()
    const [search, ilike, fixed]: [number[], number[], number[]] = [[], [], []]
    for (let round = -2; round < rounds; round += 1) {
      const one = [
        await timeOf('search_companies_safe', perRound.search, round),
        await timeOf('search_by_ilike', perRound.ilike, round),
        await timeOf('search_constant', perRound.constant, round),
      ] as const
      if (round < 0) continue
      search.push(one[0])
      ilike.push(one[1])
      fixed.push(one[2])
    }
    const [ours, theirs, same] = [quantile(search, 0.5), quantile(ilike, 0.5), quantile(fixed, 0.5)]
    console.log(`search ${ours.toFixed(2)} ms, ILIKE ${theirs.toFixed(0)} ms, constant ${same.toFixed(2)} ms (medians of ${rounds} rounds)`)
    console.log(
      `${(theirs / ours).toFixed(0)} times as fast as ILIKE (at least ${wanted}; the constant answer is ${(theirs / same).toFixed(0)} times as fast), ${(ours / same).toFixed(1)} times a constant answer`,
    )
    const isZipfMet = await timeZipf(crowd, folder)
    process.exitCode = theirs / ours >= wanted && isZipfMet ? 0 : 1
  }

  async function timeOf(name: string, times: number, from: number) {
    const start = performance.now()
    for (let step = 0; step < times; step += 1) await ask(`${address}/${name}`, { body: questions[(from + 4 + step) % questions.length] })
    return (performance.now() - start) / times
  }

  async function searchByIlike(_app: unknown, { body: asked }: { body: z.infer<typeof body> }) {
    const { rows } = await crowd.pool.query(
      `select companies.*, (select round(avg(rating), 1) from reviews where company_id = companies.id and published_at is not null) as rating
       from companies
       where is_listed
         and (company_name ilike $1 or description ilike $1 or category ilike $1)
         and ($2::text is null or category = $2)
         and location ilike $3
       order by verified desc, company_name`,
      [`%${asked.search_term}%`, asked.category_filter ?? null, `%${asked.location_filter}%`],
    )
    return rows
  }
}
