/** Actors of the operator's log, with their words. */
export const auditActors = { admin: 'Admin', user: 'Nutzerkonto', customer: 'Kundin oder Kunde', system: 'System' } as const
export const actorKinds = ['admin', 'user', 'customer', 'system'] as const

/** 'Admin' and the last characters of the session, or the actor as it stands. */
export function actorText(actor: string) {
  const [kind = '', id] = actor.split(':')
  const known = actorKinds.find((one) => one === kind)
  if (!known) return actor
  return id ? `${auditActors[known]} (${id.slice(-8)})` : auditActors[known]
}
