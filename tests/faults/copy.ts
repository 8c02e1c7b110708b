import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Copies this tree, as git sees it, into a folder in which faults can be injected. */
export function openCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'handschlag-faulty-'))
  const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).stdout.trim().split('\n')
  return {
    folder,
    /** Restores the tree without faults. */
    renew: () => {
      rmSync(folder, { recursive: true, force: true })
      for (const file of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        cpSync(file, join(folder, file))
      }
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    },
    /** Throws unless `right` occurs exactly once in the file. */
    edit: ({ file, right, wrong }: { file: string; right: string; wrong: string }) => {
      const source = readFileSync(join(folder, file), 'utf8')
      if (source.split(right).length !== 2) throw new Error(`"${right}" does not stand exactly once in ${file}`)
      writeFileSync(
        join(folder, file),
        source.replace(right, () => wrong),
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
