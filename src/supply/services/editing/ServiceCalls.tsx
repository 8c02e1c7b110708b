import { call } from '#src/platform/web/queries/call.ts'
import type { ServiceInput } from '../schemas.ts'

export type ServiceCalls = ReturnType<typeof serviceCalls>

type Saved = { service: ServiceInput & { id?: string }; idempotencyKey?: string }

/** API calls that change a company's services: its owner's, or the operator's. */
export function serviceCalls(by: 'owner' | 'operator', companyId: string) {
  const isOwner = by === 'owner'
  return {
    usualTitle: isOwner ? 'Häufig in Ihrem Bereich' : 'Häufig in diesem Bereich',
    list: () => call(isOwner ? 'list-services' : 'admin-list-services', { companyId }),
    suggest: (typed: string) => call(isOwner ? 'suggest-catalogue' : 'admin-suggest-catalogue', { companyId, typed }),
    save: ({ service, ...options }: Saved) => call(isOwner ? 'save-service' : 'admin-save-service', { companyId, ...service }, options),
    remove: (id: string) => call(isOwner ? 'delete-service' : 'admin-delete-service', { companyId, id }),
    order: (ids: string[]) => call(isOwner ? 'order-services' : 'admin-order-services', { companyId, ids }),
  }
}
