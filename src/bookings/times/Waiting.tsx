/** While free times are read. */
export const TimesWaiting = () => (
  <p className="small dim" role="status">
    Freie Zeiten werden geladen …
  </p>
)
