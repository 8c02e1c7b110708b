/** Shown while free times are loading. */
export const TimesWaiting = () => (
  <p className="small dim" role="status">
    Freie Zeiten werden geladen …
  </p>
)
