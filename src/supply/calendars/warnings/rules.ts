/** Days for which a service must have been without a free time before its company is mailed. */
export const warnAfterDays = 7
