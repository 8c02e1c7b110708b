import { useMemo } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { type ListOf, type ListSpec, listParameters, readList } from '#src/platform/kit/listAddress.ts'

/**
 * The list that the page's address describes, and functions to change it. The address can be shared, and Back leads to the previous list. A
 * pending navigation counts already: sorting right after a search sorts its results.
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
