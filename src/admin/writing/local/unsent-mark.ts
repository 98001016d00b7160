export type Key = { userId: string; noun: string; id: string }

export const keyOf = ({ userId, noun, id }: Key) => `${userId}/${noun}/${id}`

/** Whether a text has unsent suggestions is known without the code that reads them. */
export const markOf = (key: Key) => `blog-cms-suggestions/${keyOf(key)}`

export function hasUnsent(key: Key): boolean {
  try {
    return localStorage.getItem(markOf(key)) !== null
  } catch {
    return false
  }
}
