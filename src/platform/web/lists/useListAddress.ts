import { useMemo } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { type ListOf, type ListSpec, listParameters, readList } from '#src/platform/kit/listAddress.ts'

/**
 * The list that the page's address describes, and how to change it. The address can be shared, and the back button leads to the previous
 * list. An address on its way here counts already: who sorts right after a search sorts what was found.
 */
export function useListAddress<Spec extends ListSpec>(spec: Spec) {
  const [parameters, setParameters] = useSearchParams()
  const { pathname } = useLocation()
  const coming = useNavigation().location
  const written = coming?.pathname === pathname ? coming.search : parameters.toString()
  const list = useMemo(() => readList(new URLSearchParams(written), spec), [written, spec])
  const show = (next: ListOf<Spec>) => setParameters(listParameters(next, spec), { preventScrollReset: true })
  return [list, show] as const
}
