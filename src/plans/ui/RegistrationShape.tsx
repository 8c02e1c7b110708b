import './subscription.css'

/** The shape of a finished registration while it is not there yet. */
export const RegistrationShape = () => <div className="skeleton welcome-skeleton" aria-hidden="true" />
