import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readImage } from './containerfile.ts'

export const image = readImage()

/** Seconds after which compose.yaml kills a stopping container (`stop_grace_period`). */
const graceSeconds = 20

/**
 * Starts a program as a container engine would start it with the flags of compose.yaml: as the image's user, without capabilities, in a mount
 * namespace of its own. Its root is read-only except /data and /tmp. /usr is this machine's instead of Debian's; the network is shared.
 */
const enter = `
  set -eu
  root=$1 tree=$2 data=$3 temporary=$4 uid=$5 gid=$6
  shift 6
  mount --bind "$root" "$root"
  mount --bind /usr "$root/usr"
  mount --bind "$tree" "$root${image.folder}"
  mount --rbind /proc "$root/proc"
  mount --rbind /dev "$root/dev"
  for place in "$root" "$root/usr" "$root${image.folder}"; do mount -o remount,bind,ro "$place"; done
  mount --bind "$data" "$root/data"
  mount --bind "$temporary" "$root/tmp"
  exec /usr/sbin/chroot "$root" /usr/bin/env --chdir=${image.folder} /usr/bin/setpriv --reuid="$uid" --regid="$gid" --clear-groups \\
    --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`

type Result = { code: number | null; seconds: number }
export type Server = {
  url: string
  log: () => string
  startedInMs: number
  healthCheck: () => Promise<number | null>
  stop: () => Promise<Result>
}

/** Prepares the folders of a container in `place`. `files`: texts below /etc. */
export function openContainer({ place, tree, files }: { place: string; tree: string; files: Record<string, string> }) {
  if (process.getuid?.() !== 0) throw new Error('Run this test as root: it mounts the tree read-only and changes to the user of the image.')
  const [root, data, temporary] = ['root', 'data', 'tmp'].map((name) => join(place, name)) as [string, string, string]
  for (const folder of [image.folder, 'usr', 'proc', 'dev', 'data', 'tmp', 'etc']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(root, name))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'etc', name), text)
  for (const folder of [data, temporary]) {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, image.uid, image.gid)
  }
  const words = (command: readonly string[]) =>
    ['--mount', 'sh', '-c', enter, 'sh', root, tree, data, temporary, String(image.uid), String(image.gid), ...command] as const
  const running = new Set<ChildProcess>()
  const launch = (command: readonly string[], environment: Record<string, string>) => {
    const env = { ...image.environment, ...environment }
    const child = spawn('/usr/bin/unshare', words(command), { env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        output[name] += chunk
      })
    return { child, output, end: new Promise<number | null>((done) => child.once('close', done)) }
  }

  /** Runs a program to its end. */
  async function run(command: readonly string[], environment: Record<string, string> = {}) {
    const { output, end } = launch(command, environment)
    return { status: await end, ...output }
  }

  /** Starts the image's command and waits until it is ready; its log is part of the error if it ends before. */
  async function start(environment: Record<string, string>): Promise<Server> {
    const began = performance.now()
    const { child, output, end } = launch(image.command, environment)
    const url = `http://127.0.0.1:${environment.PORT}`
    while (!(await isReady(url))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${output.stdout}${output.stderr}`)
      await pause(20)
    }
    return {
      url,
      log: () => output.stdout,
      startedInMs: Math.round(performance.now() - began),
      healthCheck: async () => (await run(image.healthCheck, environment)).status,
      stop: async () => {
        const asked = performance.now()
        child.kill('SIGTERM')
        const kill = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1_000)
        const code = await end
        clearTimeout(kill)
        return { code, seconds: (performance.now() - asked) / 1_000 }
      },
    }
  }

  return { run, start, data, temporary, killAll: () => running.forEach((child) => void child.kill('SIGKILL')) }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
