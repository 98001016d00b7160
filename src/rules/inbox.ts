export const INBOX_TYPES = ['link', 'idea', 'note'] as const

export const INBOX_STATUSES = ['open', 'processed'] as const
