import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListOf, type ListSpec, listParameters, readList } from '#src/kit/listAddress.ts'

/** The list that the page's address names, and the way to another one. It can be sent to somebody, and the back button leads to the last one. */
export function useListAddress<Spec extends ListSpec>(spec: Spec) {
  const [parameters, setParameters] = useSearchParams()
  const written = parameters.toString()
  const list = useMemo(() => readList(new URLSearchParams(written), spec), [written, spec])
  const show = (next: ListOf<Spec>) => setParameters(listParameters(next, spec), { preventScrollReset: true })
  return [list, show] as const
}
