/** Clock of the product. It runs like the machine's clock; tests can set it (docs/spec.md#test-clock), and it continues from there. */
export function openClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    moveTo: (moment: Date) => {
      ahead = moment.getTime() - Date.now()
    },
  }
}
