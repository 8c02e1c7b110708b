import './subscription.css'

/** Skeleton of the paid registration while it is loading. */
export const RegistrationShape = () => <div className="skeleton welcome-skeleton" aria-hidden="true" />
