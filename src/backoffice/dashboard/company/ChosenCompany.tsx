const place = 'dashboard-company'

/** Returns the company chosen in this tab, which survives a reload; without a choice the server decides (docs/spec.md#chosen-company). */
export function chosenCompany() {
  try {
    return sessionStorage.getItem(place) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberCompany(companyId: string | undefined) {
  try {
    if (companyId === undefined) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, companyId)
  } catch {
    // Without browser storage the server's choice is shown.
  }
}
