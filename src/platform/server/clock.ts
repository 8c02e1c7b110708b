/** The product's clock. It runs like the machine's clock; tests can set it (docs/spec.md#test-clock), and it runs on from there. */
export function openClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    moveTo: (moment: Date) => {
      ahead = moment.getTime() - Date.now()
    },
  }
}
