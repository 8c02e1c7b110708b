import type { KyselyPlugin } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

/** The database with a log of the statements sent to it. */
export function countStatements(db: Database) {
  const statements: string[] = []
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(counting), statements }
}
