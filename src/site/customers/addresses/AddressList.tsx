import { lazy, Suspense, useEffect, useState } from 'react'
import { Pencil, Plus } from '#src/platform/web/icons/Icons.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import type { SavedAddress } from './rules.ts'

/** Loaded lazily, because it needs the schema library. */
const AddressDialog = lazy(() => import('./AddressDialog.tsx'))

/** Addresses of the account; a dialog changes them. */
export function AddressList({ onCount }: { onCount: (count: number) => void }) {
  const { queryResult, reload } = useQuery('list-addresses', {})
  const [opened, setOpened] = useState<SavedAddress | 'new'>()
  const count = queryResult.data?.addresses.length ?? 0
  useEffect(() => onCount(count), [count, onCount])
  return (
    <section className="card padded stack" id="adressen" aria-labelledby="addresses-title" aria-busy={queryResult.isBusy}>
      <h2 id="addresses-title">Adressen</h2>
      <QueryRegion
        queryResult={queryResult}
        failed="Die Adressen konnten nicht geladen werden"
        loading={<p role="status">Adressen werden geladen…</p>}
        onRetry={reload}
      >
        {({ addresses }) =>
          addresses.length === 0 ? (
            <p className="muted">Eine gespeicherte Adresse steht beim Buchen schon im Formular.</p>
          ) : (
            <ul className="addresses">
              {addresses.map((address) => (
                <Row key={address.id} address={address} onOpen={() => setOpened(address)} />
              ))}
            </ul>
          )
        }
      </QueryRegion>
      <button type="button" className="button neutral small wide" onClick={() => setOpened('new')}>
        <Plus />
        Adresse hinzufügen
      </button>
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <AddressDialog
            address={opened === 'new' ? undefined : opened}
            onClose={() => setOpened(undefined)}
            onSaved={() => void reload()}
          />
        </Suspense>
      )}
    </section>
  )
}

const Row = ({ address: { label, line, is_default: isDefault }, onOpen }: { address: SavedAddress; onOpen: () => void }) => (
  <li>
    <div>
      <p className="strong">
        {label} {isDefault ? <span className="badge verified">Standard</span> : null}
      </p>
      <p className="small muted">{line}</p>
    </div>
    <button type="button" className="cross" aria-label={`Adresse ${label} ändern`} onClick={onOpen}>
      <Pencil />
    </button>
  </li>
)
