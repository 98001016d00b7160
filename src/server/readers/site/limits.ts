/** Limit of previews per client address (RUL-37); AUTH_RATE_LIMIT_PREVIEW overrides it. */
export const PREVIEW_LIMITS = { preview: { count: 300, seconds: 60 } } as const
