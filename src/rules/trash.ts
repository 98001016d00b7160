/** Days after which the trash empties by itself (RUL-20). */
export const TRASH_DAYS = 30
