/** Cost of checking the operator's password: OWASP's first choice with twice the memory, some 100 ms. Memory in KiB, lengths in bytes. */
export const hashCost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32, saltLength: 16 } as const
/** Limits of a configured hash: a typing error must not fill the memory. */
const most = { memory: 1_048_576, passes: 20, parallelism: 16 } as const

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

/** Parses an argon2id hash in the PHC format; undefined for another text, or if it requires more than `most`. */
export function readPasswordHash(phc: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = shape.exec(phc) ?? []
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const isSound = parameters.memory <= most.memory && parameters.passes <= most.passes && parameters.parallelism <= most.parallelism
  return isSound ? { ...parameters, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') } : undefined
}

/** Returns true if a hash is cheaper to guess than a hash of `hashCost`. */
export const isWeakHash = ({ memory, passes, salt, tag }: NonNullable<ReturnType<typeof readPasswordHash>>) =>
  memory < hashCost.memory || passes < hashCost.passes || salt.length < hashCost.saltLength || tag.length < hashCost.tagLength
