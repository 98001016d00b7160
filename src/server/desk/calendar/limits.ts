/** Limit of calendar requests per client address (RUL-64); AUTH_RATE_LIMIT_CALENDAR overrides it. */
export const CALENDAR_LIMITS = { calendar: { count: 120, seconds: 60 } } as const
