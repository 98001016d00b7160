/** Days after which the trash empties by itself (R20). */
export const TRASH_DAYS = 30
