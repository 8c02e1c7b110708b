import { useOutletContext } from 'react-router'
import type { OwnCompany } from '../ownCompany.ts'

/** Context of each area of the dashboard: the company shown, a number that rises with each change, and a way to read everything again. */
export type CompanyArea = { company: OwnCompany; live: number; refresh: () => Promise<boolean> }

export const useCompanyArea = () => useOutletContext<CompanyArea>()
